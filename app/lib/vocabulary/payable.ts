import { KIND_LABEL, type PaymentKind } from "./payment";

export const BILL_KINDS = ["invoice", "expense", "credit"] as const;
export type BillKind = (typeof BILL_KINDS)[number];
export const BILL_KIND_LABEL: Record<BillKind, string> = {
  invoice: "紙の請求書",
  expense: "経費",
  credit: "値引・返品",
};

/** 科目 of what was bought without an order here. */
export const EXPENSE_ACCOUNTS = [
  "outsourcing",
  "material",
  "freight",
  "supplies",
  "repair",
  "interest",
  "other",
] as const;
export type ExpenseAccount = (typeof EXPENSE_ACCOUNTS)[number];
export const EXPENSE_ACCOUNT_LABEL: Record<ExpenseAccount, string> = {
  outsourcing: "外注加工費",
  material: "材料費",
  freight: "送料・運賃",
  supplies: "消耗品費",
  repair: "修繕費",
  interest: "遅延利息",
  other: "その他",
};

/** R2-7: a 手形 is not among them. */
export const PAYOUT_KINDS = [
  "transfer",
  "cash",
  "densai",
  "offset",
  "other",
] as const satisfies readonly PaymentKind[];
export type PayoutKind = (typeof PAYOUT_KINDS)[number];
export const PAYOUT_KIND_LABEL: Record<PayoutKind, string> = { ...KIND_LABEL, offset: "相殺（書面で合意）" };
