import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  code,
  optional,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { UNITS } from "~/lib/vocabulary/card.schema";
import { SHELF_ACTS } from "~/lib/vocabulary/stocktake";
import { reason } from "./stocktake.schema";

const idOfDevice = code("番号", 64);

const TYPED_UNIT = /^(.+?)\s*(kg|個|ケ|セット|箱)$/i;
const UNITS_TYPED: Record<string, string> = { 個: "piece", ケ: "piece", セット: "set", 箱: "set", kg: "kg" };

/** 「12.5kg」「3箱」: typed in another unit than the product's own. */
function typedUnit(given: unknown): unknown {
  const read = (name: "num" | "num_ready", of: "unit" | "unit_ready") => {
    const num = ((given ?? {}) as Record<string, unknown>)[name];
    const [, much, unit] = (typeof num === "string" && TYPED_UNIT.exec(num.normalize("NFKC").trim())) || [];
    return much && unit ? { [name]: much, [of]: UNITS_TYPED[unit.toLowerCase()] } : null;
  };
  const typed = { ...read("num", "unit"), ...read("num_ready", "unit_ready") };
  return Object.keys(typed).length > 0 ? { ...(given as object), ...typed } : given;
}

const itemFields = z.object({
  client_id: idOfDevice,
  act: choice("操作", SHELF_ACTS),
  stocktake: optionalKey("棚卸"),
  /** At a shelf: the sheet that is being counted; left out, the newest with the product. */
  sheet: optionalKey("数えている棚卸"),
  product_id: optionalKey("商品"),
  card: optionalText("商品", 200),
  num: optional(quantity("数量")),
  /** Counted at 出荷待ち, beside `num`; left out: `num` is all. */
  num_ready: optional(quantity("出荷待ちの数")),
  /** Both are asked: one alone is refused. */
  splits: checkbox(),
  /** Left out: the product's own. */
  unit: optionalChoice("単位", UNITS),
  unit_ready: optionalChoice("出荷待ちの単位", UNITS),
  mode: optionalChoice("数え方", ["replace", "add"]),
  seen: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.coerce.number().int().min(0).optional(),
  ),
  replace: checkbox(),
  negative: checkbox(),
  /** What rounding to the product's own unit takes was seen, with a reason. */
  rounded: checkbox(),
  /** Only the reason is another: the row stays counted when it was. */
  keeps: checkbox(),
  reason,
  shelf: optionalText("棚", 40),
  worker_id: optionalKey("作業者"),
  pass: optionalCode("暗証番号の確認", 60),
  device_time: optionalInstant("読み取りの日時"),
  queued: checkbox(),
  undoes: optionalCode("取り消す操作", 64),
});
/** One number of a sheet or a shelf; a repeat under its client_id is answered, not done again. */
export const shelfItem = z.preprocess(typedUnit, itemFields);
export type ShelfItem = z.output<typeof shelfItem>;

const BATCH_MAX = 300;
export const shelfBatch = z.object({
  device_now: optionalInstant("端末の時刻"),
  items: z
    .array(z.unknown(), { error: "数を送ってください" })
    .min(1, { error: "数を送ってください" })
    .max(BATCH_MAX, { error: `一度に送れるのは${BATCH_MAX}件までです` }),
});

const shelfResult = z.object({
  client_id: z.string().nullable(),
  result: z.enum(["done", "again", "refused", "conflict"]),
  detail: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  /** As a scan of a card is answered. */
  card: z.null(),
  row: z
    .object({
      product_id: z.number(),
      counted: z.string().nullable(),
      on_shelf: z.string().nullable(),
      counted_ready: z.string().nullable(),
      person: z.string().nullable(),
      last_count: z.number(),
      /** Of a row of a sheet, as the number makes them. */
      book: z.string().nullable(),
      adjust: z.string().nullable(),
      /** For those who see amounts. */
      yen: z.number().nullable(),
      moved: z.string().nullable(),
      asks_second: z.boolean(),
    })
    .nullable(),
});
export type ShelfResult = z.infer<typeof shelfResult>;
export const shelfResults = z.object({ items: z.array(shelfResult) });

export const shelfRow = z.object({ name: z.string(), num_products: z.number() });
export const shelfQuery = z.object({
  code: text("コード", 200),
  worker_id: optionalKey("作業者"),
  sheet: optionalKey("数えている棚卸"),
});
const stockFacts = z.object({
  product_id: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  num: z.string().nullable(),
  /** Some of it stands at 出荷待ち; `num_ready`: how much, where it may be told. */
  has_ready: z.boolean(),
  num_ready: z.string().nullable(),
  shelf: z.string().nullable(),
  last_in: z.string().nullable(),
  last_out: z.string().nullable(),
  /** The sheet that a count goes to. */
  sheet: z.string().nullable(),
  counted: z.string().nullable(),
  counted_ready: z.string().nullable(),
  last_count: z.number(),
});
export type StockFacts = z.infer<typeof stockFacts>;
export const shelfLooked = z.object({
  stock: stockFacts.nullable(),
  shelf: z.string().nullable(),
  products: z.array(stockFacts),
  detail: z.string().nullable(),
});
export type ShelfLooked = z.infer<typeof shelfLooked>;

export const recentScans = z.object({
  items: z.array(
    z.object({
      client_id: z.string(),
      act: z.enum(SHELF_ACTS),
      state: z.enum(["done", "conflict", "discarded", "undone"]),
      detail: z.string(),
      person: z.string(),
      happened_time: z.string(),
      may_undo: z.boolean(),
    }),
  ),
});
export const clientId = z.object({ client_id: idOfDevice });
