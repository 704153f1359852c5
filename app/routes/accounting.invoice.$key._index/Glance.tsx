import { LargeFacts } from "~/components/list/LargeFacts";
import { asksPayment } from "~/lib/accounting/invoice";
import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { openWords } from "~/lib/accounting/invoice.state";
import { formatYen } from "~/lib/money/decimal";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate } from "~/lib/time/date";

/** What is to be paid, by when, and what of it is open. */
export function Glance({ doc, own }: { doc: InvoiceDetail; own: boolean }) {
  const late = doc.state === "overdue";
  const asks = asksPayment(doc);
  return (
    <LargeFacts
      facts={[
        {
          label: "今回請求額（税込）",
          value: formatYen(doc.billed_now),
          note: `税抜 ${formatYen(doc.subtotal)}・消費税額 ${formatYen(doc.tax)}`,
        },
        {
          label: own ? "入金期日" : "支払期日",
          value: asks ? formatDate(doc.due_date).slice(5) : "なし",
          tone: late ? "bad" : undefined,
          note: asks ? `${doc.due_date.slice(0, 4)}年${bankClosedText(doc.due_date)}` : "請求額が0円以下",
        },
        doc.open !== null && {
          label: "残額",
          value: formatYen(doc.open),
          tone: late ? "bad" : doc.open === 0 && doc.total !== 0 ? "good" : undefined,
          note: openWords(doc),
        },
      ]}
    />
  );
}
