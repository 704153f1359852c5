import { z } from "zod";
import { optionalDecimal, quantity } from "~/lib/money/number.schema";
import {
  choice,
  code,
  key,
  labelsOf,
  optional,
  optionalKey,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { SUPPLIES, SUPPLY_MOVEMENTS, supply } from "~/lib/vocabulary/supply";

const fields = {
  seller_id: code("依頼先", 40),
  kind: choice("支給区分", SUPPLIES),
  item: text("品名", 120),
  unit: text("単位", 10),
  quantity: quantity("数量", { min: "0.001" }),
  unit_price: optionalDecimal("単価", { min: "0" }),
  move_date: date("日付"),
  line_no: optionalKey("使う明細"),
  used_each: optionalDecimal("製品1つに使う数", { min: "0.001" }),
  settlement_date: date("決済日", "coming"),
  note: optionalText("備考", 300),
};
export const SUPPLY_FIELDS = labelsOf(fields);

export const supplySent = z.object({
  ...fields,
  order_key: optionalKey("外注依頼"),
  settlement_date: optional(fields.settlement_date),
});
export type SupplySent = z.output<typeof supplySent>;

export const supplyMoved = z.object({
  movement: choice("動き", ["used", "returned"]),
  quantity: fields.quantity,
  move_date: fields.move_date,
  note: fields.note,
});
export type SupplyMoved = z.output<typeof supplyMoved>;

export const supplyUndoing = z.object({ note: text("取消の理由", 300) });
export const supplyKey = z.object({ key: key("支給品") });
export const supplyMade = z.object({ key: z.number() });

const paper = z.object({ key: z.number(), number: z.string() });

/** `key` null: no row of its own, a delivery or 不良 tells it. */
const supplyEntry = z.object({
  key: z.number().nullable(),
  move_date: z.string(),
  movement: z.enum(SUPPLY_MOVEMENTS),
  quantity: z.string(),
  rest: z.string(),
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  order: paper.extend({ line_no: z.number() }).nullable(),
  delivery: paper.nullable(),
  settlement_date: z.string().nullable(),
  /** R2-11: 有償 is not settled before. */
  settlement_from: z.string().nullable(),
  note: z.string().nullable(),
  company_name: z.string(),
  person: z.string(),
  reverses: z.number().nullable(),
  is_undone: z.boolean(),
  may_undo: z.boolean(),
});
export type SupplyEntry = z.infer<typeof supplyEntry>;

export const supplyRow = z.object({
  key: z.number(),
  seller_id: z.string(),
  buyer_id: z.string(),
  partner_name: z.string(),
  is_buyer: z.boolean(),
  kind: supply,
  item: z.string(),
  unit: z.string(),
  sent: z.string(),
  used: z.string(),
  returned: z.string(),
  rest: z.string(),
  /** 対価 of what was sent and not returned. */
  price: z.number().nullable(),
  settlement_from: z.string().nullable(),
  last_date: z.string(),
});

export const supplyLedger = supplyRow.extend({ amounts: z.boolean(), entries: z.array(supplyEntry) });
export type SupplyLedger = z.infer<typeof supplyLedger>;

/** What a line says that the buyer will supply, and what of it is not handed over yet. */
const plannedSupply = z.object({
  order_key: z.number(),
  order_id: z.string(),
  line_no: z.number(),
  name: z.string(),
  is_buyer: z.boolean(),
  partner_name: z.string(),
  kind: supply,
  item: z.string(),
  unit: z.string(),
  quantity: z.string(),
  sent: z.string(),
  rest: z.string(),
  due: z.string().nullable(),
  is_late: z.boolean(),
});
export type PlannedSupply = z.infer<typeof plannedSupply>;
export const plannedSupplies = z.object({ items: z.array(plannedSupply) });

/** What was handed over for an order, for its paper. */
export const supplyOfOrder = z.object({
  items: z.array(
    z.object({
      key: z.number(),
      line_no: z.number(),
      kind: supply,
      item: z.string(),
      unit: z.string(),
      quantity: z.string(),
      price: z.number().nullable(),
      move_date: z.string(),
      settlement_date: z.string().nullable(),
      settlement_from: z.string().nullable(),
    }),
  ),
});
export type SupplyOfOrder = z.infer<typeof supplyOfOrder>["items"];
