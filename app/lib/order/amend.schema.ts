import { z } from "zod";
import { CARD_LABEL, DESTINATION_MAX } from "~/lib/fields/card.fields";
import { integer, optionalDecimal, optionalInteger, yen } from "~/lib/money/number.schema";
import {
  checkbox,
  lines,
  optional,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
} from "~/lib/text/text.schema";
import {
  AMENDMENT_CAUSES,
  DRAWING_TREATMENTS,
  RETURN_TREATMENTS,
  SURPLUS_TREATMENTS,
} from "~/lib/vocabulary/amendment";
import { unit } from "~/lib/vocabulary/card.schema";
import { SUPPLY_WISHES } from "./amend.supply";
import { LINE_LABEL, lineFields } from "./order.fields";
import { MAX_LINES } from "./order.schema";

/** What is left empty stays as it is; a row without `line_no` is a line to be added. */
const amendedLine = z.object({
  line_no: optionalInteger("行", 1, 9999),
  /** Of an added line alone; a 商品番号 as its 品名 says the same. */
  product_id: optionalKey(LINE_LABEL.product_id),
  name: optional(lineFields.name),
  // How few may be left is said by its unit.
  num_items: optionalDecimal(LINE_LABEL.num_items),
  order_unit: optional(lineFields.order_unit),
  delivery_date: optional(lineFields.delivery_date),
  delivery_time: lineFields.delivery_time,
  unit_price: optional(lineFields.unit_price),
  destination: optionalText(CARD_LABEL.destination, DESTINATION_MAX),
  drawing_revision: optional(lineFields.drawing_revision),
  over_pct: optional(lineFields.over_pct),
  under_pct: optional(lineFields.under_pct),
  supply: optionalChoice(LINE_LABEL.supply, SUPPLY_WISHES),
  supplied_material: optional(lineFields.supplied_material),
  supply_quantity: optional(lineFields.supply_quantity),
  supply_unit: optional(lineFields.supply_unit),
  supply_price: optional(lineFields.supply_price),
  supply_date: optional(lineFields.supply_date),
  deed: optionalChoice("この行", ["cancel"]),
  cost: optional(yen("これまでの費用", { min: 1 })),
});
export type AmendedLine = z.output<typeof amendedLine>;

const empty = (line: unknown) =>
  !line || (typeof line === "object" && Object.values(line).every((value) => value === "" || value == null));

const batch = z.object({
  card_key: integer("カード", 1, 10 ** 15),
  drawing: optionalChoice("旧い図面で作った分", DRAWING_TREATMENTS),
});

export const amendInput = z.object({
  lines: z.preprocess(
    (rows) => (Array.isArray(rows) ? rows.filter((row) => !empty(row)) : rows),
    z
      .array(amendedLine, { error: "変える明細を入力してください" })
      .min(1, { error: "変える明細を入力してください" })
      .max(MAX_LINES * 2, { error: `明細は${MAX_LINES * 2}行以内で入力してください` }),
  ),
  words: lines("変更の理由", 400),
  made: optionalChoice("できている分の余り", SURPLUS_TREATMENTS),
  wip: optionalChoice("作業中の分の余り", SURPLUS_TREATMENTS),
  returned: optionalChoice("出荷済みの分", RETURN_TREATMENTS),
  drawing: optionalChoice("旧い図面で作った分", DRAWING_TREATMENTS),
  /** Of a card of its own; what is left empty is as for all. */
  batches: z
    .array(batch, { error: "カードごとの扱いを選択してください" })
    .max(MAX_LINES * 2)
    .default([]),
  /** 単価も見直す: what becomes more takes the price of so many, if the other side says so, too. */
  reprice: checkbox(),
  cause: optionalChoice("納期変更の原因", AMENDMENT_CAUSES),
  cost_tax_rate: optionalChoice("費用の税率", ["10", "8", "0"]),
  /** That a lower price is no 減額 (R2-10). */
  price_cut: checkbox(),
  /** That what the law says of pieces left unpaid was read. */
  cautioned: checkbox(),
  /** 別案: closes the proposal it answers. */
  counters: optionalKey("もとの変更依頼"),
  /** What the form showed: quantities that somebody else changed meanwhile are no wish. */
  seen: optionalText("確認した内容", 40),
});
export type AmendInput = z.output<typeof amendInput>;

const answered = z.object({
  item_no: integer("明細", 1, 9999),
  answer: optionalChoice("回答", ["agreed", "declined"]),
  reprice: checkbox(),
});
export const amendAnswer = z.object({
  answers: z.array(answered, { error: "明細ごとに回答を選択してください" }),
  words: optionalLines("ひとこと", 400),
  /** How far the lines were when the page was read. */
  seen: optionalText("確認した内容", 40),
});

const progress = z.object({
  ordered: z.string(),
  delivered: z.string(),
  shipped: z.string(),
  made: z.string(),
  wip: z.string(),
});

const ITEM_STATES = ["open", "agreed", "declined", "withdrawn", "countered", "expired", "closed"] as const;
const change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

const amendedItem = z.object({
  item_no: z.number(),
  line_no: z.number().nullable(),
  name: z.string(),
  unit,
  is_cancel: z.boolean(),
  changes: z.array(change),
  /** As its form takes them. */
  wishes: z.record(z.string(), z.string()),
  cost: z.number().nullable(),
  /** Of a greater quantity by the price list; null: not asked for, or not to be seen. */
  list_price: z.string().nullable(),
  takes_price: z.boolean(),
  batches: z.array(batch.extend({ id: z.string(), num: z.string(), drawing: z.enum(DRAWING_TREATMENTS) })),
  state: z.enum(ITEM_STATES),
  /** Of the line as it stands. */
  unit_price: z.string().nullable(),
  seen: progress.nullable(),
  now: progress.nullable(),
  /** What the new quantity means as things stand now, in words. */
  verdict: z.string(),
  /** What becomes of the pieces on their way, in words. */
  treated: z.array(z.string()),
  /** What moved on since it was proposed; null: nothing. */
  moved: z.string().nullable(),
  /** Why it can't be agreed on as it is. */
  problem: z.string().nullable(),
  answerer_name: z.string().nullable(),
  answered_time: z.string().nullable(),
  words: z.string().nullable(),
  revision: z.number().nullable(),
});

export const amendment = z.object({
  key: z.number(),
  order_key: z.number(),
  proposed_by: z.string(),
  proposer_name: z.string(),
  proposed_time: z.string(),
  expires_date: z.string(),
  words: z.string(),
  made: z.enum(SURPLUS_TREATMENTS).nullable(),
  wip: z.enum(SURPLUS_TREATMENTS).nullable(),
  returned: z.enum(RETURN_TREATMENTS).nullable(),
  drawing: z.enum(DRAWING_TREATMENTS).nullable(),
  cause: z.enum(AMENDMENT_CAUSES).nullable(),
  cost_tax_rate: z.number().nullable(),
  counters: z.number().nullable(),
  cautions: z.array(z.string()),
  items: z.array(amendedItem),
  can_answer: z.boolean(),
  /** 別案 closes all that is open: no wish of a price by somebody who may not see it. */
  can_counter: z.boolean(),
  can_withdraw: z.boolean(),
  seen: z.string(),
});
export type Amendment = z.infer<typeof amendment>;
const started = z.object({
  card_key: z.number(),
  id: z.string(),
  line_no: z.number(),
  made: z.string(),
  wip: z.string(),
});
/**
 * `started`: by card, what a new drawing would find made or begun. `spent`: by line, in yen, what its pieces
 * have cost so far; none for those who may not see amounts.
 */
export const amendments = z.object({
  items: z.array(amendment),
  seen: z.string(),
  started: z.array(started),
  spent: z.array(z.object({ line_no: z.number(), spent: z.number() })),
});
export type Amendments = z.infer<typeof amendments>;
