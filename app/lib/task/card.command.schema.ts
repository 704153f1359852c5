import { z } from "zod";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { unitProblem } from "~/lib/money/price";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  emptyText,
  lines,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { date, optionalDate, time } from "~/lib/time/date.schema";
import { taskType, type Unit, unit } from "~/lib/vocabulary/card.schema";
import { cards } from "./move.schema";
import { SPOT, WAY } from "./place";
import { RESTS } from "./rest";
import { SHORT_SHIPMENTS } from "./ship";

export const cardKey = z.object({ key: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** The version that the page was drawn from: a card that moved on since is refused (D12). */
const OUTDATED = { error: "画面を読み込み直してください" };
const version = z.coerce.number(OUTDATED).int(OUTDATED).min(1, OUTDATED).max(1_000_000_000, OUTDATED);

export const versioned = z.object({ version });
/** Many requests at once, as they are asked for. */
export const acceptance = z.object({ cards });
/** Cards that leave together; 元に戻す in the snackbar names them all. */
export const SHIP_MAX = 100;
export const shipments = z.object({
  cards: cards.max(SHIP_MAX, { error: `一度に出荷できるのは${SHIP_MAX}枚までです` }),
  /** What nobody has counted is shipped too. */
  uncounted: checkbox(),
});
export const proposal = z.object({
  version,
  proposed_delivery_date: date("提案する納期", "coming"),
  reason: optionalLines("理由", 400),
});
export const reasoned = z.object({ version, reason: lines("理由", 400) });
/**
 * Where among the cards of a process: first, last, or beside one of them ("after.123"); and from where it is:
 * up, down, or off.
 */
const SPOTS = { error: "画面を読み込み直して、もう一度置いてください" };
export const placing = z.object({ version, place: z.string(SPOTS).regex(WAY, SPOTS) });
export const movement = z.object({
  version,
  group_id: z.preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z.coerce
      .number({ error: unchosenText("移動先") })
      .int()
      .min(1, { error: unchosenText("移動先") })
      .max(98, { error: unchosenText("移動先") }),
  ),
  subgroup_id: optionalInteger("機械・班", 1, 999),
  /** Its place there, where the process is kept in order by hand. */
  place: z.preprocess((value) => value || undefined, z.string(SPOTS).regex(SPOT, SPOTS).optional()),
  /** Into a 外注 process without a partner (decision 022). */
  inside: checkbox(),
  /** The work that is going on at the card goes on where it goes; left out, it ends. */
  keep_work: checkbox(),
  /**
   * Of a half-finished lot: its rest stays as a card of its own, or everything goes on. Unsaid, nothing goes.
   */
  rest: optionalChoice("残り", RESTS),
  reason: optionalLines("メモ", 400),
});
export const shipment = z.object({
  version,
  num_good: optionalDecimal("出荷する良品数", { min: "0" }),
  over: checkbox(),
  /** More than was counted good is shipped, as nobody has counted or inspected it. */
  uncounted: checkbox(),
  /**
   * Of fewer than were to be made: the rest is still made, as a card of its own, or the lot is closed with a
   * reason.
   */
  shortage: optionalChoice("残り", SHORT_SHIPMENTS),
  reason: optionalLines("メモ", 400),
});
/** `group_id`: the process to come back to; left out, the one it was shipped from. */
export const unshipment = z.object({
  version,
  group_id: optionalInteger("戻す工程", 1, 98),
  reason: optionalLines("理由", 400),
});
export const counting = z.object({
  version,
  num_good: quantity("良品数"),
  num_defective: quantity("不良数"),
  num_partial: quantity("途中数"),
  over: checkbox(),
  reason: optionalLines("不良の理由・メモ", 400),
});

const TRUTH = new Map<unknown, unknown>([
  ["", undefined],
  [null, undefined],
  ["true", true],
  ["on", true],
  ["false", false],
]);
const unsaid = (value: unknown) => (TRUTH.has(value) ? TRUTH.get(value) : value);
const units = unit.options as [Unit, ...Unit[]];

/**
 * A card that the factory makes itself: an order by telephone, a branch, rework, a part. With a product the
 * rest may be left out.
 */
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
    /** Left out, a card is billed unless it is rework. */
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
