import { z } from "zod";
import { paging } from "~/lib/list/paging.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { chosenIds } from "~/lib/stock/stock.schema";
import {
  checkbox,
  code,
  key,
  labelsOf,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { STOCK_KINDS } from "~/lib/vocabulary/stock";
import { STOCKTAKE_STATES } from "~/lib/vocabulary/stocktake";

const fields = {
  name: text("棚卸の名称", 60),
  count_date: date("実施日"),
  kind: optionalChoice("在庫種別", STOCK_KINDS),
  owner_id: optionalCode("依頼元", 40),
  shelf: optionalText("置場", 40),
  category: optionalText("分類", 40),
  days: optionalInteger("前回の棚卸からの日数", 1, 3650),
  is_blind: checkbox("帳簿数を隠して数える"),
};
export const STOCKTAKE_LABEL = labelsOf(fields);

export const stocktakeNew = z.object({
  ...fields,
  go: z.preprocess((value) => value ?? "start", z.enum(["start", "draft"])),
});
export type StocktakeNew = z.output<typeof stocktakeNew>;

export const stocktakeKey = z.object({ key: key("棚卸") });
export const stocktakeRowKey = stocktakeKey.extend({ product_id: key("商品") });
export const stocktakeMade = z.object({ key: z.number(), num_rows: z.number() });
/** `batch`: by which the zeros are taken back. */
export const stocktakeZeroed = stocktakeMade.extend({ batch: z.string() });
export const stocktakeUnzeroing = z.object({ batch: code("残りを 0 とした操作", 40) });
export const stocktakeUnzeroed = stocktakeMade.extend({ num_kept: z.number() });
export const stocktakeBlind = z.object({ is_blind: fields.is_blind });

export const stocktakeRow = z.object({
  key: z.number(),
  name: z.string(),
  count_date: z.string(),
  kind: z.enum(STOCK_KINDS).nullable(),
  owner_name: z.string().nullable(),
  shelf: z.string().nullable(),
  category: z.string().nullable(),
  days: z.number().nullable(),
  is_blind: z.boolean(),
  is_adhoc: z.boolean(),
  state: z.enum(STOCKTAKE_STATES),
  recounts: z.number().nullable(),
  created_by: z.string(),
  start_time: z.string().nullable(),
  confirmed_time: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  reason: z.string().nullable(),
  undone_time: z.string().nullable(),
  undone_by: z.string().nullable(),
  discarded_time: z.string().nullable(),
  discarded_by: z.string().nullable(),
  version: z.number(),
  num_rows: z.number(),
  num_counted: z.number(),
  num_waiting: z.number(),
});
export type StocktakeRow = z.infer<typeof stocktakeRow>;

export const stocktakePage = stocktakeRow.extend({
  persons: z.array(z.object({ person: z.string(), num: z.number() })),
  /** Nothing has moved or been counted since the confirmation; else `kept_because`. */
  may_undo: z.boolean(),
  kept_because: z.string().nullable(),
});
export type StocktakePage = z.infer<typeof stocktakePage>;
/** With how many rows each view has. */
export const stocktakeViews = stocktakePage.extend({ num_differing: z.number(), num_asking: z.number() });

export const VIEWS = ["left", "differing", "asking"] as const;
export const sheetFilter = z.object({
  q: optionalText("検索", 120),
  view: optionalChoice("表示", VIEWS),
  ids: chosenIds,
  ...paging,
});
export type SheetFilter = z.output<typeof sheetFilter>;

const waitingCount = z.object({
  key: z.number(),
  num: z.string(),
  person: z.string(),
  counted_time: z.string(),
});
const minuteMove = z.object({ num: z.string(), occurred_time: z.string() });
/** What is hidden in a blind count is null until the row is counted. */
export const sheetRow = z.object({
  product_id: z.number(),
  position: z.number(),
  code: z.string(),
  name: z.string(),
  unit,
  shelf: z.string().nullable(),
  owner_name: z.string(),
  book: z.string().nullable(),
  moved: z.string().nullable(),
  /** With 出荷待ち; `on_shelf`: without. */
  counted: z.string().nullable(),
  on_shelf: z.string().nullable(),
  counted_ready: z.string().nullable(),
  /** 引当 goods at 出荷待ち, by the books. */
  num_ready: z.string().nullable(),
  has_ready: z.boolean(),
  counted_time: z.string().nullable(),
  person: z.string().nullable(),
  last_count: z.number(),
  parts: z.array(z.object({ num: z.string(), shelf: z.string().nullable(), person: z.string() })),
  adjust: z.string().nullable(),
  yen: z.number().nullable(),
  reason: z.string().nullable(),
  asks_second: z.boolean(),
  /** Below nothing when the sheet began: it is here to be counted again. */
  is_recount: z.boolean(),
  /** Confirmed already by a later count. */
  is_overtaken: z.boolean(),
  waiting: z.array(waitingCount),
  minute: z.array(minuteMove),
});
export type SheetRow = z.infer<typeof sheetRow>;

export const reason = optionalText("理由", 120);
export const answering = z.object({
  count: optionalKey("届いた数"),
  take: optionalChoice("対応", ["replace", "add", "drop"]),
  minute: optionalChoice("同時刻の動き", ["in", "out"]),
});

export const seenFigures = z.object({ seen: code("確認した数", 80) });
export const confirming = seenFigures.extend({
  alone: checkbox("2人目が数えていない行も確定する"),
  held: checkbox("引当より少なくなることを確かめた"),
  reason: optionalLines("確定の理由", 300),
});

export const differences = z.object({
  /** The first of them; `num_shown`: how many there are. */
  items: z.array(sheetRow),
  num_shown: z.number(),
  seen: z.string(),
  num_counted: z.number(),
  num_differing: z.number(),
  num_left: z.number(),
  num_second: z.number(),
  num_asking: z.number(),
  /** What would be less than cards hold of it by now. */
  held: z.array(
    z.object({ product_id: z.number(), code: z.string(), after: z.string(), allocated: z.string() }),
  ),
  /** Null to those who may not see amounts. */
  yen: z.number().nullable(),
  num_unpriced: z.number(),
});
export type Differences = z.infer<typeof differences>;

export const leftRows = z.object({
  items: z.array(
    sheetRow.pick({
      product_id: true,
      code: true,
      name: true,
      shelf: true,
      unit: true,
      has_ready: true,
    }),
  ),
  num: z.number(),
  seen: z.string(),
});

export const recounting = z.object({
  ids: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(z.coerce.number().int().positive()).min(1, { error: "数え直す行を選んでください" }).max(5000),
  ),
});

export const stocktakeChosen = z.object({
  ids: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(key("商品")).min(1, { error: "数える商品を選んでください" }).max(1000),
  ),
  sheet: optionalKey("追加する棚卸"),
  name: optionalText("棚卸の名称", 60),
  is_blind: checkbox("帳簿数を隠して数える"),
});
export type StocktakeChosen = z.output<typeof stocktakeChosen>;

export const stocktakeFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", STOCKTAKE_STATES),
  ...paging,
});
