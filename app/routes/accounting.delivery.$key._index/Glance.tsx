import { LargeFacts } from "~/components/list/LargeFacts";
import type { DeliveryDetail } from "~/lib/accounting/delivery.schema";
import type { InspectionSheet } from "~/lib/accounting/inspection.schema";
import { formatYen } from "~/lib/money/decimal";
import { placeName } from "~/lib/text/place";
import { formatDate } from "~/lib/time/date";
import { inspectedOf } from "./waits";

/** What it comes to, how far 検収 is, and the 請求書 it stands on. */
export function Glance({ doc, sheet }: { doc: DeliveryDetail; sheet: InspectionSheet }) {
  const inspected = inspectedOf(sheet.lines);
  return (
    <LargeFacts
      facts={[
        {
          label: "税込合計",
          value: formatYen(doc.total),
          note: `税抜 ${formatYen(doc.subtotal)}・${doc.invoice_basis === "monthly" ? "消費税（参考）" : "消費税"} ${formatYen(doc.tax)}`,
        },
        inspected !== null && { label: "検収", ...inspected },
        {
          label: "納品日",
          value: formatDate(doc.delivery_date).slice(5),
          note: [`${doc.delivery_date.slice(0, 4)}年`, doc.destination && placeName(doc.destination)]
            .filter(Boolean)
            .join("・"),
        },
        {
          label: "請求書",
          value:
            doc.invoices.length > 0
              ? doc.invoices.map((one) => (
                  <a
                    key={one.key}
                    href={`/accounting/invoice/${one.key}`}
                    className="mr-2 text-accent underline"
                  >
                    {one.number}
                  </a>
                ))
              : "未請求",
        },
      ]}
    />
  );
}
