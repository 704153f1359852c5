import { addDecimal, compareDecimal } from "~/lib/money/decimal";
import { priceOf, unitProblem } from "~/lib/money/price";
import { changesOf } from "~/lib/task/activity";
import type { LineCard } from "~/lib/task/order.family";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { LINE_LABEL } from "./order.fields";

type LineSent = {
  num_items: string;
  order_unit: Unit;
  unit: Unit;
  num_units: string;
  unit_price: string | null;
  price: number | null;
  delivery_date: string;
};
export type LineNow = {
  is_off: boolean;
  num_items: string;
  num_units: string;
  order_unit: Unit;
  unit: Unit;
  unit_price: string | null;
  price: number | null;
  delivery_dates: string[];
};

export const CHANGED_FIELDS = ["delivery_date", "num_items", "unit_price"] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];
export const CHANGED_LABEL: Record<ChangedField, string> = {
  delivery_date: LINE_LABEL.delivery_date,
  num_items: LINE_LABEL.num_items,
  unit_price: LINE_LABEL.unit_price,
};

export const causeLabel = (kind: string): string =>
  ["settled", "agreed", "amended"].includes(kind) ? "合意" : kind === "shipped" ? "打切" : "依頼先の変更";

/** Where quantity, units and price are as sent, so is its amount, to the yen. */
export function lineNow(line: LineSent, family: LineCard[], rounding: Rounding): LineNow {
  const live = family.filter((card) => card.cancelled_time === null && card.answer !== "declined");
  const [first] = live;
  if (!first) {
    const { order_unit, unit, unit_price } = line;
    return {
      is_off: true,
      num_items: "0",
      num_units: "0",
      order_unit,
      unit,
      unit_price,
      price: 0,
      delivery_dates: [],
    };
  }
  const num_items = addDecimal(...live.map((card) => card.num_items));
  const asSent = (card: LineCard) => card.unit === line.unit && samePrice(card.unit_price, line.unit_price);
  const { order_unit } = first;
  // Of branches of several prices the one that has changed is shown.
  const { unit, unit_price } = live.find((card) => !asSent(card)) ?? first;
  const dates = [...new Set(live.map((card) => card.delivery_date ?? line.delivery_date))].sort();
  const same =
    compareDecimal(num_items, line.num_items) === 0 && order_unit === line.order_unit && live.every(asSent);
  const counted = same ? { num_units: line.num_units, price: line.price } : together(live, rounding);
  return { is_off: false, num_items, order_unit, unit, unit_price, delivery_dates: dates, ...counted };
}

/** Branches of one unit price are priced by their sum, as if they were one card. */
function together(live: LineCard[], rounding: Rounding): { num_units: string; price: number | null } {
  const prices = [...new Set(live.map(({ unit, unit_price }) => `${unit} ${unit_price}`))];
  const parts = prices.flatMap((of) => {
    const cards = live.filter(({ unit, unit_price }) => `${unit} ${unit_price}` === of);
    const sum = { ...cards[0]!, num_items: addDecimal(...cards.map((card) => card.num_items)) };
    return unitProblem(sum) ? [] : [priceOf(sum, rounding)];
  });
  const price = parts.reduce<number | null>(
    (sum, part) => (sum === null || part.price === null ? null : sum + part.price),
    0,
  );
  return { num_units: addDecimal(...parts.map((part) => part.num_units)), price };
}

const samePrice = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : compareDecimal(a, b) === 0;

export function changedFields(line: LineSent, now: LineNow): ChangedField[] {
  if (now.is_off) return [];
  const is: Record<ChangedField, boolean> = {
    delivery_date: now.delivery_dates.join() !== line.delivery_date,
    num_items: compareDecimal(now.num_items, line.num_items) !== 0 || now.order_unit !== line.order_unit,
    unit_price: !samePrice(now.unit_price, line.unit_price) || now.unit !== line.unit,
  };
  return CHANGED_FIELDS.filter((name) => is[name]);
}

export const factsOf = (entry: { before: Record<string, unknown>; after: Record<string, unknown> }) =>
  changesOf(entry).filter(({ label }) =>
    [LINE_LABEL.delivery_date, "提案納期", LINE_LABEL.num_items, LINE_LABEL.unit_price, "金額"].includes(
      label,
    ),
  );

type Entry = {
  kind: string;
  at: string;
  subject_key: number;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

export function causeOf(
  name: ChangedField,
  family: { key: number; is_closed: boolean }[],
  log: Entry[],
): { kind: string; at: string } | null {
  const keys = new Set(family.map((card) => card.key));
  const closed = new Set(family.filter((card) => card.is_closed).map((card) => card.key));
  const last = log.findLast(
    (entry) =>
      (name === "num_items" && entry.kind === "shipped" && closed.has(entry.subject_key)) ||
      (keys.has(entry.subject_key) &&
        name in entry.before &&
        entry.before[name] !== entry.after[name] &&
        !["divided", "merged", "unmerged"].includes(entry.kind)),
  );
  return last ? { kind: last.kind, at: last.at } : null;
}
