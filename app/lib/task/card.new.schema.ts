import { z } from "zod";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { unitProblem } from "~/lib/money/price";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  emptyText,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { optionalDate, time } from "~/lib/time/date.schema";
import { type CardRow, taskType, type Unit, unit } from "~/lib/vocabulary/card.schema";

const TRUTH = new Map<unknown, unknown>([
  ["", undefined],
  [null, undefined],
  ["true", true],
  ["on", true],
  ["false", false],
]);
const unsaid = (value: unknown) => (TRUTH.has(value) ? TRUTH.get(value) : value);
const units = unit.options as [Unit, ...Unit[]];

/** With a product the rest may be left out. */
export const cardNew = z
  .object({
    buyer_id: z.preprocess(
      (value) => value || undefined,
      z.string({ error: unchosenText("依頼元") }).max(40, { error: unchosenText("依頼元") }),
    ),
    product_id: optionalKey("商品"),
    name: optionalText("品名", 120),
    order_id: optionalCode("注文番号", 40),
    num_items: quantity("数量", { min: "0.001" }),
    order_unit: optionalChoice("注文単位", units),
    unit: optionalChoice("単位", units),
    unit_weight: optionalDecimal("単重", { min: "0.001" }),
    pieces_per_set: optionalDecimal("1セットの個数", { min: "0.001" }),
    unit_price: optionalDecimal("単価", { min: "0" }),
    delivery_date: optionalDate("納期", "coming"),
    delivery_time: time("納入時刻"),
    destination: optionalText("納入先", 200),
    note: optionalLines("備考", 400),
    inner_note: optionalLines("社内メモ", 400),
    is_urgent: checkbox(),
    /** Left out: billed unless it is rework. */
    is_billing_target: z.preprocess(unsaid, z.boolean({ error: unchosenText("請求対象") }).optional()),
    drawing_no: optionalCode("図番", 60),
    drawing_revision: optionalCode("図面の改訂", 20),
    parent_id: optionalCode("親カード", 40),
    task_type: optionalChoice("種別", taskType.options as ["defective", "division", "part"]),
    group_id: optionalInteger("工程", 1, 98),
  })
  .check(
    crossField(["name", "product_id"], (card) => (card.product_id || card.name ? null : emptyText("品名"))),
    crossField(["order_unit", "product_id"], (card) =>
      card.product_id || card.order_unit ? null : unchosenText("注文単位"),
    ),
    crossField(["unit", "product_id"], (card) =>
      card.product_id || card.unit ? null : unchosenText("単位"),
    ),
    crossField(
      ["unit", "order_unit", "unit_weight", "pieces_per_set", "product_id"],
      ({ product_id, order_unit, unit: price_unit, ...card }) =>
        product_id || !order_unit || !price_unit
          ? null
          : unitProblem({ ...card, order_unit, unit: price_unit }),
    ),
  );
export type CardNew = z.output<typeof cardNew>;

const REPEATED = [
  "buyer_id",
  "product_id",
  "name",
  "num_items",
  "order_unit",
  "unit",
  "unit_weight",
  "pieces_per_set",
  "destination",
  "drawing_no",
  "drawing_revision",
] as const;

/** With a product the price is the master's of today. */
export function repeated(card: CardRow & { inner_note: string | null }): Record<string, string> {
  const kept = Object.fromEntries(REPEATED.map((name) => [name, String(card[name] ?? "")]));
  return {
    ...kept,
    unit_price: card.product_id === null ? (card.unit_price ?? "") : "",
    note: (card.note ?? "").slice(0, 400),
    inner_note: card.inner_note ?? "",
    is_billing_target: String(card.is_billing_target),
  };
}
