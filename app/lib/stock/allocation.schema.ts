import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { ANSWERS } from "~/lib/task/answer.schema";
import { cardNew } from "~/lib/task/card.new.schema";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  choice,
  code,
  emptyText,
  key,
  optional,
  optionalText,
  rowKey,
  unchosenText,
  version,
} from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";

const many = quantity("数量", { min: "0.001" });
export const allocating = z.object({
  /** Left out: as much as is free and the card still lacks. */
  num: optional(many),
  /** What comes from stock is set apart and stands at 出荷待ち. */
  ready: checkbox(),
});
export const releasing = z.object({ num: optional(many), reason: optionalText("理由", 200) });
export const yielding = z.object({ card: code("譲る先のカード番号", 40), num: optional(many) });
export const allocationKey = z.object({ key: key("引当") });
export const cardOfStock = z.object({ key: key("カード") });
export const allocated = z.object({
  num: z.string(),
  free: z.string(),
  /** The process that what is to be made now went back to, from 出荷待ち. */
  back: z.string().nullish(),
});

export const FROM_STOCK = ["none", "part", "all"] as const;
export const FROM_STOCK_LABEL: Record<(typeof FROM_STOCK)[number], string> = {
  none: "出さない（すべて作る）",
  all: "すべて在庫から出す",
  part: "一部を在庫から出し、残りを作る",
};
/** In the unit of the card. */
const fromStock = z.object({
  from_stock: z.preprocess((value) => value || "none", choice("在庫から出す", FROM_STOCK)),
  num_from_stock: optional(quantity("在庫から出す数", { min: "0.001" })),
});
export type FromStock = z.output<typeof fromStock>;
const partSaid = crossField(
  ["num_from_stock", "from_stock"],
  ({ from_stock, num_from_stock }: Partial<FromStock>) =>
    from_stock === "part"
      ? num_from_stock === undefined
        ? emptyText("在庫から出す数")
        : null
      : num_from_stock === undefined
        ? null
        : `数を入れたときは「${FROM_STOCK_LABEL.part}」を選択してください`,
);
export const stockCardNew = cardNew.and(fromStock).check(partSaid);
export const cardNewForm = stockCardNew.check(
  crossField(["product_id", "from_stock"], ({ product_id, from_stock }) =>
    from_stock !== "none" && !product_id ? "在庫から出すときは、商品を選択してください" : null,
  ),
);
export const acceptingFromStock = fromStock.extend({ version }).check(partSaid);
export const acceptForm = ANSWERS.accept.and(fromStock).check(partSaid);

const ALLOCATED_MAX = 300;
const unticked = unchosenText("カード");
export const allocatingAll = z.object({
  cards: z
    .array(z.object({ key: rowKey, version, num: many }), { error: unticked })
    .min(1, { error: unticked })
    .max(ALLOCATED_MAX, { error: `一度に引き当てられるのは${ALLOCATED_MAX}枚までです` }),
});
export const releasingAll = z.object({
  allocations: z
    .array(rowKey, { error: unchosenText("引当") })
    .min(1, { error: unchosenText("引当") })
    .max(ALLOCATED_MAX),
});
/** Each with its outcome; what could not be done says why. */
export const allocatedAll = z.object({
  items: z.array(
    z.object({
      card_key: z.number(),
      card_id: z.string().nullable(),
      num: z.string(),
      detail: z.string().nullable(),
      allocation: z.number().nullable(),
      /** What of it stays as it is. */
      note: z.string().nullable(),
    }),
  ),
  num_done: z.number(),
  num_failed: z.number(),
});
export type AllocatedAll = z.infer<typeof allocatedAll>;

const part = z.object({ product_id: z.number(), code: z.string(), name: z.string(), order_unit: unit });
export const cardShortages = z.object({
  /** What the pieces of a card not yet done will use beyond what is there. */
  items: z.array(part.extend({ needed: z.string(), short: z.string() })),
  /** What of each part they will use. */
  parts: z.array(part.extend({ needed: z.string() })),
  /** Of what it has used, less than nothing is there. */
  negative: z.array(part.extend({ num: z.string() })),
  /** 引当 of its own product that is not there: shipping it leaves less than nothing. */
  over: z.array(part.extend({ num: z.string(), allocated: z.string(), short: z.string() })),
});
export const shortagesFilter = z.object({
  keys: z.preprocess((value) => [value ?? []].flat(), z.array(key("カード")).min(1).max(300)),
});
/** Of several cards, in words; those that lack nothing are left out. */
export const shortagesOfAll = z.object({
  items: z.array(z.object({ card_key: z.number(), card_id: z.string(), text: z.string() })),
});
export type CardShortages = z.infer<typeof cardShortages>;
export type CardShortage = CardShortages["items"][number];

const allocation = z.object({
  key: z.number(),
  num: z.string(),
  state: z.enum(["open", "shipped", "released"]),
  allocated_time: z.string(),
  allocated_by: z.string(),
  ended_time: z.string().nullable(),
  ended_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type CardAllocation = z.infer<typeof allocation>;

/** What a card has to do with the stock of its product; quantities in the unit of the product. */
export const cardStock = z.object({
  /** Null where its product is in no stock, and it holds nothing. `known`: for those with the permission. */
  stock: z
    .object({
      product_id: z.number(),
      code: z.string(),
      order_unit: unit,
      is_managed: z.boolean(),
      known: z.object({ num: z.string(), effective: z.string(), free: z.string() }).nullable(),
      is_for_stock: z.boolean(),
    })
    .nullable(),
  num_items: z.string(),
  allocated: z.string(),
  shipped: z.string(),
  lacking: z.string(),
  /** What would be left in stock without what it has brought in, where that is less than nothing. */
  left: z.string().nullable(),
  allocations: z.array(allocation),
});
export type CardStock = z.infer<typeof cardStock>;

export const waitingFilter = z.object({
  product_id: key("商品").optional(),
  keys: z
    .preprocess(
      (value) => (value === undefined ? value : [value].flat()),
      z.array(key("カード")).max(ALLOCATED_MAX),
    )
    .optional(),
});
export type WaitingFilter = z.output<typeof waitingFilter>;
const waitingRow = z.object({
  card_key: z.number(),
  card_id: z.string(),
  version: z.number(),
  card_name: z.string(),
  buyer_name: z.string(),
  status: z.string(),
  delivery_date: z.string().nullable(),
  is_urgent: z.boolean(),
  product_id: z.number().nullable(),
  code: z.string().nullable(),
  order_unit: unit,
  num_items: z.string(),
  allocated: z.string(),
  lacking: z.string(),
  /** Of its product, before any of these. */
  free: z.string(),
  suggest: z.string(),
  /** Why nothing can be allocated to it. */
  detail: z.string().nullable(),
});
export type WaitingRow = z.infer<typeof waitingRow>;
export const waiting = z.object({ items: z.array(waitingRow) });

/** A 引当 to be handed over. */
export const heldAllocation = allocation.extend({
  product_id: z.number(),
  order_unit: unit,
  card_key: z.number(),
  card_id: z.string(),
  card_name: z.string(),
});
