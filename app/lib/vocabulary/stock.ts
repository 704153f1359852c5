export const STOCK_KINDS = ["product", "part"] as const;
export type StockKind = (typeof STOCK_KINDS)[number];
export const STOCK_KIND_LABEL: Record<StockKind, string> = { product: "商品在庫", part: "部品在庫" };

export const STOCK_MOVES = ["in", "out", "adjust", "count", "reverse"] as const;
export type StockMoveKind = (typeof STOCK_MOVES)[number];
export const STOCK_MOVE_LABEL: Record<StockMoveKind, string> = {
  in: "入庫",
  out: "出庫",
  adjust: "調整",
  count: "棚卸",
  reverse: "取消",
};

export type StockSource = "hand" | "card" | "allocation" | "part" | "count" | "late" | "opening";

export const STOCK_REASONS = [
  "broken",
  "lost",
  "scrapped",
  "returned",
  "mistyped",
  "over_use",
  "saving",
  "other",
] as const;
export const STOCK_REASON_LABEL: Record<(typeof STOCK_REASONS)[number], string> = {
  broken: "破損",
  lost: "紛失",
  scrapped: "廃棄",
  returned: "返品",
  mistyped: "誤入力",
  over_use: "過使用",
  saving: "節約",
  other: "その他",
};

export const STOCK_STATES = ["short", "negative", "still", "uncounted", "unpriced"] as const;
type StockState = (typeof STOCK_STATES)[number];
export const STOCK_STATE_LABEL: Record<StockState, string> = {
  short: "不足",
  negative: "マイナス",
  still: "動きなし90日",
  uncounted: "最終棚卸から30日超",
  unpriced: "単価なし",
};

export const VALUATIONS = ["last", "average", "standard"] as const;
export type Valuation = (typeof VALUATIONS)[number];
export const VALUATION_LABEL: Record<Valuation, string> = {
  last: "最終仕入原価",
  average: "移動平均",
  standard: "標準単価",
};
export type AllocationState = "open" | "shipped" | "released";
