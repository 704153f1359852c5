import type { Unit } from "./card.schema";
import type { Supply } from "./supply";

/** Of pieces that are made, or under way, and no longer ordered. */
export const SURPLUS_TREATMENTS = ["buy", "stock", "scrap", "keep"] as const;
export type SurplusTreatment = (typeof SURPLUS_TREATMENTS)[number];
export const SURPLUS_LABEL: Record<SurplusTreatment, string> = {
  buy: "買取（費用として請求）",
  stock: "依頼先の在庫へ",
  scrap: "廃棄",
  keep: "続けて作る（注文に残す）",
};

export const RETURN_TREATMENTS = ["return", "keep", "buy"] as const;
export type ReturnTreatment = (typeof RETURN_TREATMENTS)[number];
export const RETURN_LABEL: Record<ReturnTreatment, string> = {
  return: "返送する（依頼先が出荷を取り消してから成立）",
  keep: "そのまま受け取る（注文に残す）",
  buy: "買取（注文とは別に、費用として請求）",
};

export const DRAWING_TREATMENTS = ["keep", "remake"] as const;
export type DrawingTreatment = (typeof DRAWING_TREATMENTS)[number];
export const DRAWING_LABEL: Record<DrawingTreatment, string> = {
  keep: "旧図のままでよい",
  remake: "作り直す（費用を入れる）",
};

/** Pieces of one card that were made, or begun, by the old drawing. */
export type DrawingBatch = { card_key: number; id: string; num: string; drawing: DrawingTreatment };

export const AMENDMENT_CAUSES = ["buyer", "seller", "both"] as const;
export type AmendmentCause = (typeof AMENDMENT_CAUSES)[number];
export const CAUSE_LABEL: Record<AmendmentCause, string> = {
  buyer: "依頼元の都合",
  seller: "依頼先の都合",
  both: "双方の都合",
};

/** The fields of a line that a 変更依頼 says: all of a new line, of another what changes. */
export type AmendedContent = {
  name?: string;
  order_unit?: Unit;
  num_items?: string;
  delivery_date?: string;
  delivery_time?: string | null;
  unit_price?: string | null;
  destination?: string | null;
  drawing_revision?: string | null;
  over_pct?: string | null;
  under_pct?: string | null;
  supply?: Supply | null;
  supplied_material?: string | null;
  supply_quantity?: string | null;
  supply_unit?: string | null;
  supply_price?: string | null;
  supply_date?: string | null;
} & Partial<AddedProduct>;

/** Of an added line that is a product, what the product said when it was proposed. */
export type AddedProduct = {
  product_id: number;
  drawing_no: string | null;
  unit: Unit;
  unit_weight: string | null;
  pieces_per_set: string | null;
};

/** Quantities in the order's unit; `ordered` is what stands. */
export type AmendedProgress = {
  ordered: string;
  delivered: string;
  shipped: string;
  made: string;
  wip: string;
};
