/** R4-10: by which day a delivered line is billed. */
export const BASES = ["shipped", "delivered", "inspected"] as const;
export type Basis = (typeof BASES)[number];
export const BASIS_LABEL: Record<Basis, string> = {
  shipped: "出荷日",
  delivered: "納品日",
  inspected: "検収日",
};

export const TREATMENTS = [
  "return_refill",
  "return",
  "rework_seller",
  "rework_buyer",
  "concession",
  "scrap",
] as const;
/** R9-4: of what was not accepted. */
export type InspectionTreatment = (typeof TREATMENTS)[number];
export const INSPECTION_TREATMENT_LABEL: Record<InspectionTreatment, string> = {
  return_refill: "返品（再納あり）",
  return: "返品（再納なし）",
  rework_seller: "手直し（納品した側）",
  rework_buyer: "手直し（受け取った側）",
  concession: "特採（値引）",
  scrap: "廃棄（再納なし）",
};

const optionsOf = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }));
export const TREATMENT_OPTIONS = optionsOf(TREATMENTS, INSPECTION_TREATMENT_LABEL);

export const CAUSES = ["seller", "supplied", "design", "transport", "buyer", "unknown"] as const;
export type InspectionCause = (typeof CAUSES)[number];
export const INSPECTION_CAUSE_LABEL: Record<InspectionCause, string> = {
  seller: "納品した側",
  supplied: "支給材",
  design: "設計・図面",
  transport: "輸送",
  buyer: "受け取った側",
  unknown: "調査中",
};

export const CAUSE_OPTIONS = optionsOf(CAUSES, INSPECTION_CAUSE_LABEL);

export const DIFFERENCES = ["quality", "quantity", "price"] as const;
export type Difference = (typeof DIFFERENCES)[number];
export const DIFFERENCE_LABEL: Record<Difference, string> = {
  quality: "品質",
  quantity: "数量不足",
  price: "単価",
};

export const DIFFERENCE_OPTIONS = optionsOf(DIFFERENCES, DIFFERENCE_LABEL);

export const INSPECTION_KINDS = ["inspected", "deemed", "reworked", "reversed", "price", "asked"] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

export const INSPECTION_STATES = ["pending", "partial", "passed", "failed"] as const;
export type InspectionState = (typeof INSPECTION_STATES)[number];
export const INSPECTION_STATE_LABEL: Record<InspectionState, string> = {
  pending: "検収待ち",
  partial: "一部合格",
  passed: "合格",
  failed: "不合格",
};

/** Of what was ordered with a card. */
export const ORDER_STATES = ["pending", "partial", "complete"] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export const ORDER_STATE_LABEL: Record<OrderState, string> = {
  pending: "検収待ち",
  partial: "一部納入",
  complete: "完納",
};

export const BASIS_OPTIONS = optionsOf(BASES, BASIS_LABEL);
