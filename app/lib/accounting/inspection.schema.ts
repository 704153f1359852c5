import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { optionalDecimal, quantity } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  key,
  optionalChoice,
  optionalLines,
  optionalVersion,
  text,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { lineUnit } from "~/lib/vocabulary/document";
import {
  BASES,
  CAUSES,
  DIFFERENCES,
  INSPECTION_KINDS,
  INSPECTION_STATES,
  ORDER_STATES,
  TREATMENTS,
} from "~/lib/vocabulary/inspection";
import { documentKeys } from "./sending.schema";

const lineNo = z.coerce.number().int().min(1).max(9999);
const rejected = {
  difference: optionalChoice("差異", ["quality", "quantity"]),
  treatment: optionalChoice("処置", TREATMENTS),
  cause: optionalChoice("原因", CAUSES),
  unit_price: optionalDecimal("特採の単価", { min: "0" }),
  words: optionalLines("内容", 500),
};

/** `skip`: not now. Without a number of accepted pieces all that is not rejected is. */
const givenLine = z.object({
  line_no: lineNo,
  skip: checkbox(),
  num_accepted: optionalDecimal("合格数", { min: "0" }),
  num_rejected: optionalDecimal("不合格数", { min: "0" }),
  ...rejected,
});
export type GivenLine = z.output<typeof givenLine>;

const days = { received_date: optionalDate("受領日"), inspected_date: optionalDate("検収日") };

/** With photos the call is a form, whose lines are JSON and whose numbers stand in one text. */
function fromForm(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
const numbers = (value: unknown) =>
  typeof value === "string" ? value.split(",").filter((one) => one.trim() !== "") : value;

/** `rest`: what no line says is accepted too. */
export const inspecting = z.object({
  version: optionalVersion,
  ...days,
  rest: checkbox(),
  lines: z.preprocess(fromForm, z.array(givenLine).max(300).default([])),
  /** Of which line each photo is, in their order. */
  photo_lines: z.preprocess(numbers, z.array(lineNo).max(24).optional()),
});
export type Inspecting = z.output<typeof inspecting>;

/** One line's difference, with photos. A price is reported, and changes nothing. */
export const differing = z.object({
  version: optionalVersion,
  line_no: lineNo,
  ...days,
  difference: choice("差異", DIFFERENCES),
  num_rejected: optionalDecimal("不合格数", { min: "0" }),
  treatment: rejected.treatment,
  cause: rejected.cause,
  unit_price: optionalDecimal("単価", { min: "0" }),
  words: text("内容", 500),
});
export type Differing = z.output<typeof differing>;

/** 検収済みにする for several 納品書. */
export const accepting = z.object({
  keys: documentKeys,
  inspected_date: optionalDate("検収日"),
});
export const accepted = z.object({ accepted: z.number(), skipped: z.number() });

export const inspectionKey = z.object({ key: key("検収") });
export const answering = z
  .object({ agreed: choice("回答", ["yes", "no"]), words: optionalLines("内容", 500) })
  .superRefine(({ agreed, words }, context) => {
    if (agreed === "no" && !words)
      context.addIssue({ code: "custom", message: "同意しない理由を入力してください", path: ["words"] });
  });
export const reversing = z.object({ words: text("理由", 200) });
export const reworking = z.object({
  num_accepted: quantity("合格数", { min: "0.001" }),
  inspected_date: optionalDate("検収日"),
  words: optionalLines("内容", 500),
});
/** `seen`: how many are open as the form showed it. */
export const replacing = z.object({
  delivery_date: date("納品日"),
  num_items: quantity("再納数", { min: "0.001" }),
});

export const replaced = z.object({ key: z.number(), number: z.string() });

const inspectionRow = z.object({
  key: z.number(),
  kind: z.enum(INSPECTION_KINDS),
  received_date: z.string(),
  inspected_date: z.string(),
  num_accepted: z.string(),
  num_rejected: z.string(),
  difference: z.enum(DIFFERENCES).nullable(),
  treatment: z.enum(TREATMENTS).nullable(),
  cause: z.enum(CAUSES).nullable(),
  unit_price: z.string().nullable(),
  words: z.string().nullable(),
  /** 自動 for みなし検収; of the other side its company. */
  actor: z.string(),
  recorded_time: z.string(),
  about: z.number().nullable(),
  is_reversed: z.boolean(),
  is_billed: z.boolean(),
  answer: z
    .object({
      agreed: z.boolean(),
      words: z.string().nullable(),
      actor: z.string(),
      answered_time: z.string(),
    })
    .nullable(),
  files: z.array(fileRow),
  /** What this company may do now. */
  may_answer: z.boolean(),
  may_reverse: z.boolean(),
  may_ask: z.boolean(),
  may_rework: z.boolean(),
  may_replace: z.boolean(),
});
export type InspectionRow = z.infer<typeof inspectionRow>;

/** 検収 of one line of a 納品書; `state` is null for what is not inspected. */
const inspectedLine = z.object({
  state: z.enum(INSPECTION_STATES).nullable(),
  num_accepted: z.string(),
  num_rejected: z.string(),
  num_concession: z.string(),
  num_pending: z.string(),
  inspected_date: z.string().nullable(),
  num_billed: z.string(),
  basis: z.enum(BASES),
  /** Until when it waits for みなし検収. */
  due: z.string().nullable(),
  /** Of the card's order: 依頼数, 納入数, 残. */
  ordered: z.string().nullable(),
  delivered: z.string().nullable(),
  rest: z.string().nullable(),
  order_state: z.enum(ORDER_STATES).nullable(),
  /** 打切: the rest of the order does not come. */
  is_closed: z.boolean(),
  /** What may still be delivered in place of what was rejected. */
  num_refill: z.string(),
  rows: z.array(inspectionRow),
});
export type InspectedLine = z.infer<typeof inspectedLine>;

export const inspectionSheet = z.object({
  key: z.number(),
  number: z.string(),
  version: z.number(),
  seller_id: z.string(),
  buyer_id: z.string(),
  partner_name: z.string(),
  delivery_date: z.string(),
  is_cancelled: z.boolean(),
  may_inspect: z.boolean(),
  num_waiting: z.number(),
  /** Of the other side, without an answer of ours. */
  num_asking: z.number(),
  lines: z.array(
    inspectedLine.extend({
      line_no: z.number(),
      name: z.string(),
      card_id: z.string().nullable(),
      order_id: z.string().nullable(),
      drawing_no: z.string().nullable(),
      num_items: z.string(),
      order_unit: lineUnit,
      unit_price: z.string(),
    }),
  ),
});
export type InspectionSheet = z.infer<typeof inspectionSheet>;
