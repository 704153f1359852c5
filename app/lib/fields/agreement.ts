import { CARD_LABEL } from "./card.fields";

export const FIELDS = ["delivery_date", "num_items", "unit_price", "other"] as const;
export type AgreementField = (typeof FIELDS)[number];
export const AGREEMENT_LABEL: Record<AgreementField, string> = {
  delivery_date: CARD_LABEL.delivery_date,
  num_items: CARD_LABEL.num_items,
  unit_price: CARD_LABEL.unit_price,
  other: "その他",
};
export const AGREEMENT_STATE_LABEL = {
  open: "回答待ち",
  agreed: "合意",
  declined: "断り",
  withdrawn: "取り下げ",
} as const;
