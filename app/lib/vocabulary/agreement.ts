export const FIELDS = ["delivery_date", "num_items", "unit_price", "other"] as const;
export type AgreementField = (typeof FIELDS)[number];
export const AGREEMENT_LABEL: Record<AgreementField, string> = {
  delivery_date: "納期",
  num_items: "数量",
  unit_price: "単価",
  other: "その他",
};
export const AGREEMENT_STATE_LABEL = {
  open: "回答待ち",
  agreed: "合意",
  declined: "断り",
  withdrawn: "取り下げ",
} as const;
