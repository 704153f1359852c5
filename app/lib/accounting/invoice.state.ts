import { formatYen } from "~/lib/money/decimal";
import { asksPayment, type InvoiceState } from "./invoice";

export const INVOICE_STATE_LABEL: Record<InvoiceState, string> = {
  unpaid: "未入金",
  part: "一部入金",
  paid: "入金済",
  overdue: "期限超過",
  credit: "充当残あり",
  credited: "充当済",
  corrected: "訂正済",
  cancelled: "取消",
};
const TONE = {
  unpaid: "accent",
  part: "warn",
  paid: "good",
  overdue: "bad",
  credit: "warn",
  credited: "good",
  corrected: "muted",
  cancelled: "muted",
} as const satisfies Record<InvoiceState, string>;
type Stated = { state: InvoiceState | null; total: number; billed_now: number };
/** Without sales of its own nothing of it was ever paid: what it carries over is owed on those before it. */
const isOfNothing = ({ state, total }: Stated) => state === "paid" && total === 0;
/** What was carried over covers it: it is open until that is used, and no money is awaited. */
const isCovered = (doc: Stated) => doc.state === "unpaid" && !asksPayment(doc);

/** The buyer sees no more of the seller's books than that it was issued, and what became of it. */
export function invoiceStateLabel(doc: Stated): string {
  if (doc.state === null) return "発行済";
  return isOfNothing(doc) ? "売上0円" : isCovered(doc) ? "未消込" : INVOICE_STATE_LABEL[doc.state];
}

export function invoiceTone(doc: Stated) {
  if (doc.state === null) return "accent";
  return isOfNothing(doc) || isCovered(doc) ? "muted" : TONE[doc.state];
}

type Open = Stated & { paid: number | null; carried_over: number; show_carry_over: boolean };
/** Under 残額, which leaves out what was carried over (R4-6). */
export const openWords = (doc: Open): string =>
  [
    doc.state === "paid" && doc.total !== 0 ? "" : invoiceStateLabel(doc),
    doc.paid === null || isOfNothing(doc) ? "" : `入金済 ${formatYen(doc.paid)}`,
    doc.show_carry_over && doc.carried_over !== 0 ? `繰越 ${formatYen(doc.carried_over)}を含まない` : "",
  ]
    .filter(Boolean)
    .join("・");
