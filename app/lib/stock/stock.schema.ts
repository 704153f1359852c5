import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { optionalDecimal, quantity, unitPrice } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  key,
  optional,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalText,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { STOCK_KINDS, STOCK_MOVES, STOCK_REASONS, STOCK_STATES } from "~/lib/vocabulary/stock";

export const stockRow = z.object({
  product_id: z.number(),
  seller_id: z.string(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  seller_name: z.string(),
  kind: z.enum(STOCK_KINDS),
  code: z.string(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  /** The product's own unit, in which it is counted. */
  order_unit: unit,
  /** kg of one piece. */
  unit_weight: z.string().nullable(),
  shelf: z.string().nullable(),
  category: z.string().nullable(),
  note: z.string().nullable(),
  num: z.string(),
  num_arriving: z.string(),
  /** The first day on which some of it is due. */
  arriving_date: z.string().nullable(),
  num_shipping: z.string(),
  num_allocated: z.string(),
  num_parts: z.string(),
  effective: z.string(),
  /** What can be allocated now. */
  free: z.string(),
  num_threshold: z.string().nullable(),
  short: z.string(),
  state: z.enum(["正常", "不足", "マイナス"]),
  is_managed: z.boolean(),
  last_in_date: z.string().nullable(),
  last_out_date: z.string().nullable(),
  last_inventory_time: z.string().nullable(),
  last_move_time: z.string().nullable(),
  lead_days: z.number().nullable(),
  moq: z.string().nullable(),
  lot: z.string().nullable(),
  num_target: z.string().nullable(),
  supplier_id: z.string().nullable(),
  supplier_name: z.string().nullable(),
  /** 支給品: worth nothing in our books. */
  ownership: z.enum(["supplied"]).nullable(),
  /** What one is worth, and all of them: for those who see amounts. */
  standard_price: z.string().nullable(),
  unit_price: z.string().nullable(),
  stock_value: z.number().nullable(),
  version: z.number(),
  product_version: z.number(),
});
export type StockRow = z.infer<typeof stockRow>;

export const chosenIds = z
  .preprocess((value) => (value === undefined ? value : [value].flat()), z.array(key("商品")).max(1000))
  .optional();

export const stockFilter = z.object({
  q: optionalText("検索", 120),
  kind: optionalChoice("在庫の種類", STOCK_KINDS),
  /** One of the two stocks (then as `kind`), or whose the product is. */
  buyer_id: optionalCode("依頼元", 40),
  owner_id: optionalCode("商品の持ち主", 40),
  state: optionalChoice("状態", STOCK_STATES),
  shelf: optionalText("置場", 60),
  category: optionalText("分類", 40),
  ids: chosenIds,
  ...paging,
  sort: z.enum(["state", "-state", "code", "-code", "num", "-num"]).default("state"),
});
export type StockFilter = z.output<typeof stockFilter>;
export const stockPage = pageOf(stockRow);

export const stockMoveRow = z.object({
  key: z.number(),
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  order_unit: unit,
  kind: z.enum(STOCK_MOVES),
  stock_kind: z.enum(STOCK_KINDS),
  source: z.enum(["hand", "card", "allocation", "part", "count", "late", "opening"]),
  num: z.string(),
  /** When it was recorded. */
  num_after: z.string(),
  /** In order of days, as lists and the ledger tell them. */
  balance: z.string(),
  effective_date: z.string(),
  occurred_time: z.string(),
  recorded_time: z.string(),
  card_key: z.number().nullable(),
  card_id: z.string().nullable(),
  stocktake_key: z.number().nullable(),
  stocktake_name: z.string().nullable(),
  /** The 納品書 on which it left, for those who see amounts. */
  delivery: z.object({ key: z.number(), number: z.string() }).nullable(),
  reason: z.string().nullable(),
  words: z.string().nullable(),
  unit_price: z.string().nullable(),
  is_provisional: z.boolean(),
  action: z.string(),
  reverses: z.number().nullable(),
  reversed_by: z.number().nullable(),
  /** Why it can't be taken back; null: it can. */
  kept_because: z.string().nullable(),
  /** Of what was scrapped, for the factory alone. */
  photos: z.array(z.object({ key: z.string(), name: z.string() })),
  actor_name: z.string(),
});
export type StockMoveRow = z.infer<typeof stockMoveRow>;

export const stockMoveFilter = z.object({
  q: optionalText("検索", 120),
  from: optionalDate("開始日"),
  to: optionalDate("終了日"),
  move: optionalChoice("区分", STOCK_MOVES),
  kind: optionalChoice("在庫の種類", STOCK_KINDS),
  product_id: key("商品").optional(),
  card: optionalCode("カード番号", 40),
  action: z.uuid().optional(),
  actor: optionalText("登録者", 60),
  price: optionalChoice("単価", ["provisional"]),
  ...paging,
  sort: z.enum(["recorded", "-recorded", "effective", "-effective"]).default("-effective"),
});
export type StockMoveFilter = z.output<typeof stockMoveFilter>;
export const stockMovePage = pageOf(stockMoveRow);

/** 日計: what came and went on a day, by unit. */
export const stockDays = z.object({
  items: z.array(z.object({ date: z.string(), order_unit: unit, num_in: z.string(), num_out: z.string() })),
});
export type StockDays = z.infer<typeof stockDays>["items"];

export const MOVING_FIELDS = {
  kind: "区分",
  num: "数量",
  effective_date: "日付",
  reason: "理由",
  words: "メモ",
  unit_price: "単価",
  offcut_id: "端材の商品",
  offcut_num: "端材の数",
  returns: "元の出庫",
} as const;

/** By hand. 調整 says its sign itself; the others are of more than nothing. */
export const moving = z.object({
  kind: choice("区分", ["in", "out", "adjust"]),
  num: quantity(MOVING_FIELDS.num, { min: "-999999999.999" }),
  effective_date: date(MOVING_FIELDS.effective_date),
  reason: optionalChoice(MOVING_FIELDS.reason, STOCK_REASONS),
  words: optionalText(MOVING_FIELDS.words, 200),
  unit_price: optional(unitPrice(MOVING_FIELDS.unit_price)),
  is_provisional: checkbox(),
  /** What would be left, where it is less than nothing: confirmed as it was seen. */
  seen: optionalDecimal("確かめた在庫"),
  /** What is asked about a day gone by, word for word as it was read. */
  past: z.string().max(200).optional(),
  /** What is left over of it and kept, as a product of its own. */
  offcut_id: optionalKey(MOVING_FIELDS.offcut_id),
  offcut_num: optionalDecimal(MOVING_FIELDS.offcut_num, { min: "0.001" }),
  /** 返品: of which 出庫, by whose value it comes back. */
  returns: optionalKey(MOVING_FIELDS.returns),
  /** From an offline queue: when it was done there. */
  occurred_time: optionalInstant("日時"),
});
export type Moving = z.output<typeof moving>;

export const stockKey = z.object({ product_id: key("商品") });
export const actionKey = z.object({ action: z.uuid() });
export const reversing = z.object({
  words: optionalText("理由", 200),
  /** Where less than nothing would be left. */
  reason: optionalChoice("マイナスになる理由", STOCK_REASONS),
  seen: optionalDecimal("確かめた在庫"),
});
export type Reversing = z.output<typeof reversing>;
export const stockMoved = z.object({
  action: z.string(),
  num: z.string(),
  /** The month of the move is closed: what it changes is corrected in the next one. */
  closed_until: z.string().nullable().optional(),
});
