import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import type { PaperColumn, PaperDocumentProps } from "~/lib/vocabulary/paper";
import { BILL_KIND_LABEL, EXPENSE_ACCOUNT_LABEL } from "~/lib/vocabulary/payable";
import type { BillDetail } from "./bill.schema";

const COLUMNS: PaperColumn[] = [
  { label: "税率", mm: 60 },
  { label: "税抜金額", mm: 60, align: "right" },
  { label: "消費税", mm: 60, align: "right" },
];
const rateLabel = (rate: number) =>
  rate === 0 ? "対象外" : `${rate}%対象${rate === 8 ? "(※軽減税率)" : ""}`;

/** What was entered of a paper that is kept as paper. */
export function billPaper(doc: BillDetail, company_name: string): PaperDocumentProps {
  const facts = [
    ["種類", BILL_KIND_LABEL[doc.kind]],
    ["科目", EXPENSE_ACCOUNT_LABEL[doc.account]],
    ["受領日", formatDate(doc.received_date)],
    ["支払期日", formatDate(doc.due_date)],
    ["取消の理由", doc.cancel_reason],
  ] as const;
  return {
    title: "計上票",
    number: doc.number ?? String(doc.key),
    dates: [{ label: "請求日", text: formatDate(doc.bill_date) }],
    addressee: { name: `${company_name} 御中` },
    issuer: { name: doc.partner_name, registration_number: doc.registration_number ?? undefined },
    total: { label: "金額（税込）", amount: doc.total },
    facts: facts.flatMap(([label, text]) => (text ? [{ label, text }] : [])),
    columns: COLUMNS,
    lines: doc.by_rate.map(({ tax_rate, base, tax }) => ({
      cells: [rateLabel(tax_rate), formatNumber(base), formatNumber(tax)],
      amount: base,
    })),
    notes: doc.note ? [doc.note] : undefined,
    mark: doc.cancelled_time ? "取消" : undefined,
  };
}
