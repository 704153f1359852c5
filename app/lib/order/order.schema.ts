import { z } from "zod";
import { CARD_LABEL, cardFields, DESTINATION_MAX, itemFields } from "~/lib/fields/card.fields";
import { confirmedFigures, optionalConfirmedFigures } from "~/lib/money/confirmed";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import {
  key,
  optional,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  optionalVersion,
  text,
  unchosenText,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { MATURITY_UNITS, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { lineFields, SUPPLY_TERMS_LABEL } from "./order.fields";

export const paymentMethod = z.enum(PAYMENT_METHODS);
export const maturityUnit = z.enum(MATURITY_UNITS);

export const MAX_LINES = 300;

/** Keys with a space between, as a hidden field of the form carries them. */
export const fileKeysUpTo = (most: number) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(" ").filter(Boolean) : (value ?? undefined)),
    z
      .array(z.string().regex(/^[\w-]{22}$/))
      .max(most, { error: `添付は${most}件までです` })
      .optional(),
  );
export const MAX_FILES = 20;
const fileKeys = fileKeysUpTo(MAX_FILES);

/** What is left out is taken from the product or from the order's head. */
export const orderLineInput = z.object({
  product_id: optional(lineFields.product_id),
  name: optional(lineFields.name),
  drawing_no: optional(lineFields.drawing_no),
  drawing_revision: optional(lineFields.drawing_revision),
  num_items: lineFields.num_items,
  order_unit: optional(lineFields.order_unit),
  unit: optional(lineFields.unit),
  unit_price: optional(lineFields.unit_price),
  undetermined_reason: optional(lineFields.undetermined_reason),
  planned_fix_date: optional(lineFields.planned_fix_date),
  delivery_date: optional(lineFields.delivery_date),
  delivery_time: lineFields.delivery_time,
  destination_id: optional(lineFields.destination_id),
  supply: optional(lineFields.supply),
  supplied_material: optional(lineFields.supplied_material),
  supply_quantity: optional(lineFields.supply_quantity),
  supply_unit: optional(lineFields.supply_unit),
  supply_price: optional(lineFields.supply_price),
  supply_date: optional(lineFields.supply_date),
  over_pct: optional(lineFields.over_pct),
  under_pct: optional(lineFields.under_pct),
  process_name: optional(lineFields.process_name),
  part_delivery: optional(lineFields.part_delivery),
  note: optional(lineFields.note),
  files: fileKeys,
  /** The 採用 whose 型・治具代 it is: stands in one order. */
  tooling_award: optionalKey("採用"),
});
export type OrderLineInput = z.output<typeof orderLineInput>;

const empty = (value: unknown) => value === undefined || value === null || value === "";
const blank = (line: unknown) =>
  empty(line) ||
  (typeof line === "object" &&
    Object.entries(line!).every(([name, value]) => name === "tooling_award" || empty(value)));

/** One in the middle is a mistake to be shown. */
function dropBlank(lines: unknown) {
  if (!Array.isArray(lines)) return lines;
  const last = lines.findLastIndex((line) => !blank(line));
  return lines.slice(0, last + 1).map((line) => line ?? {});
}

const sheet = z
  .array(orderLineInput, { error: "明細を1行以上入力してください" })
  .min(1, { error: "明細を1行以上入力してください" })
  .max(MAX_LINES, { error: `明細は${MAX_LINES}行以内で入力してください。多いときは依頼を分けてください` });

export const orderInput = z.object({
  seller_id: z.preprocess(
    (value) => value || undefined,
    z.string({ error: unchosenText("依頼先") }).max(40, { error: unchosenText("依頼先") }),
  ),
  order_date: date("依頼日"),
  order_id: optional(cardFields.order_id),
  delivery_date: optionalDate("希望納期", "coming"),
  destination_id: optional(lineFields.destination_id),
  destination: optionalText(`${CARD_LABEL.destination}（その他）`, DESTINATION_MAX),
  inspection_days: integer("検査完了までの日数", 0, 60),
  payment_method: optionalChoice("支払方法", PAYMENT_METHODS),
  maturity: optionalInteger("満期", 0, 365),
  maturity_unit: optionalChoice("満期の数え方", MATURITY_UNITS),
  payment_detail: optionalText("支払方法の内容", 300),
  supply_terms: optionalLines(SUPPLY_TERMS_LABEL, 400),
  person: optionalText("担当者", 40),
  note: optional(itemFields.note),
  lines: z.preprocess(dropBlank, sheet),
  files: fileKeys,
  seen: optionalConfirmedFigures,
  draft_key: optionalKey("下書き"),
  draft_version: optionalVersion,
});
export type OrderInput = z.output<typeof orderInput>;

export const orderForm = orderInput.extend({
  step: optionalChoice("操作", ["check", "send"]),
  template_name: optionalText("ひな形の名前", 60),
});
export const orderSending = orderForm.extend({ seen: confirmedFigures });

export const answersSeen = z.object({ until: z.iso.datetime({ error: "画面を読み込み直してください" }) });
export const cancelInput = z.object({ reason: text("取消の理由", 200) });

export const orderKeys = z.object({ keys: z.array(key("外注依頼")).min(1).max(500) });
export const reminded = z.object({ num: z.number() });
