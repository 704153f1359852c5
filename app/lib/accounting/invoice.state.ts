import type { InvoiceState } from "./invoice";

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
export const INVOICE_TONE = {
  unpaid: "accent",
  part: "warn",
  paid: "good",
  overdue: "bad",
  credit: "warn",
  credited: "good",
  corrected: "muted",
  cancelled: "muted",
} as const satisfies Record<InvoiceState, string>;
/** The buyer sees no more of the seller's books than that it was issued, and what became of it. */
export const invoiceStateLabel = (state: InvoiceState | null) =>
  state ? INVOICE_STATE_LABEL[state] : "発行済";
