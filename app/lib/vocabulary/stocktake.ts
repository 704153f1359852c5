export const STOCKTAKE_STATES = ["draft", "open", "confirmed", "undone", "discarded"] as const;
export type StocktakeState = (typeof STOCKTAKE_STATES)[number];
export const STOCKTAKE_STATE_LABEL: Record<StocktakeState, string> = {
  draft: "準備中",
  open: "棚卸中",
  confirmed: "確定",
  undone: "確定取消",
  discarded: "破棄",
};

/** `drop` answers a waiting count: it counts for nothing. */
const COUNT_MODES = ["replace", "add", "drop"] as const;
export type CountMode = (typeof COUNT_MODES)[number];

export const SHELF_ACTS = ["stock_in", "stock_out", "stock_count", "stock_undo"] as const;
export type ShelfAct = (typeof SHELF_ACTS)[number];
export const SHELF_ACT_LABEL: Record<ShelfAct, string> = {
  stock_in: "入庫",
  stock_out: "出庫",
  stock_count: "数える",
  stock_undo: "取消",
};
export const isShelfAct = (act: unknown): act is ShelfAct => SHELF_ACTS.some((one) => one === act);
