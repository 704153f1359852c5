import { amountProblem, lineAmount, MAX_YEN, roundDiv } from "~/lib/money/amount";
import { compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { convert, type Measure } from "~/lib/money/price";
import { sorted, type Tier } from "~/lib/product/product";
import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import { daysBetween, type ISODate, today } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";

/** One quantity as it was answered; yen without tax. */
type Break = { quantity: string; unit_price: string; lead_days: number; shipping: number };

/** 型代 in the totals: all of it now, not at all, or shared out over so many pieces. */
export type Spread = { kind: "once" } | { kind: "none" } | { kind: "over"; pieces: string };

/** `asked`: a quantity that was asked and has no price is 要相談, up to the next that has one. */
type Offer = { breaks: Break[]; tooling: number; other: number; asked?: string[] };
type Terms = { spread: Spread; measure: Measure; rounding: Rounding };

export type Total = {
  at: Break;
  goods: number;
  tooling: number;
  total: number;
  effective_unit: string;
  /** A larger quantity that costs less, and by how much. */
  cheaper: { quantity: string; by: number } | null;
};

/** The greatest quantity that was reached of those asked or answered; without a price there is none (要相談). */
export function breakFor(breaks: Break[], quantity: string, asked: string[] = []): Break | null {
  const reached = [...breaks.map((one) => one.quantity), ...asked]
    .filter((one) => compareDecimal(one, quantity) <= 0)
    .sort(compareDecimal)
    .at(-1);
  return breaks.find((one) => reached !== undefined && compareDecimal(one.quantity, reached) === 0) ?? null;
}

/** The price list: 要相談 below the smallest answered, and at one that was asked and left without a price. */
export function quotedTiers(breaks: Pick<Break, "quantity" | "unit_price">[], asked: string[]): Tier[] {
  const given: Tier[] = breaks.map(({ quantity, unit_price }) => ({ min_quantity: quantity, unit_price }));
  const least = sorted(given)[0]!.min_quantity;
  const isOpen = (quantity: string) =>
    compareDecimal(quantity, least) > 0 &&
    !breaks.some((one) => compareDecimal(one.quantity, quantity) === 0);
  const open = asked.filter(isOpen).map((min_quantity) => ({ min_quantity, unit_price: null }));
  const below = compareDecimal(least, "0") > 0 ? [{ min_quantity: "0", unit_price: null }] : [];
  return [...below, ...sorted([...given, ...open])];
}

/** A price of 0 is said and left to a person: it may be a slip, or a sample. */
export const isFree = ({ at }: Pick<Total, "at">): boolean => milli(at.unit_price) === 0n;

function toolingShare(tooling: number, quantity: string, spread: Spread): number {
  if (spread.kind === "none") return 0;
  if (spread.kind === "once") return tooling;
  return Number(roundDiv(BigInt(tooling) * milli(quantity), milli(spread.pieces), "half_up"));
}

const isBeyond = (at: Break, quantity: string, { measure }: Terms) =>
  amountProblem(convert(quantity, measure), at.unit_price) !== null;

const goodsOf = (at: Break, quantity: string, { measure, rounding }: Terms) =>
  lineAmount(convert(quantity, measure), at.unit_price, rounding);

function cheaperBreak({ breaks }: Offer, quantity: string, cost: number, terms: Terms): Total["cheaper"] {
  const larger = breaks
    .filter(
      (one) =>
        milli(one.unit_price) > 0n &&
        compareDecimal(one.quantity, quantity) > 0 &&
        !isBeyond(one, one.quantity, terms),
    )
    .map((one) => ({
      quantity: one.quantity,
      by: cost - goodsOf(one, one.quantity, terms) - one.shipping,
    }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by);
  return larger[0] ?? null;
}

/** What a quantity costs by an answer; null where it has no price for it, or more than a paper holds. */
export function totalOf(offer: Offer, quantity: string, terms: Terms): Total | null {
  const at = breakFor(offer.breaks, quantity, offer.asked);
  if (!at || isBeyond(at, quantity, terms)) return null;
  const goods = goodsOf(at, quantity, terms);
  const tooling = toolingShare(offer.tooling, quantity, terms.spread);
  const total = goods + tooling + at.shipping + offer.other;
  if (total > MAX_YEN) return null;
  return {
    at,
    goods,
    tooling,
    total,
    effective_unit: decimal(roundDiv(BigInt(total) * 1_000_000n, milli(quantity), "half_up")),
    cheaper: cheaperBreak(offer, quantity, goods + at.shipping, terms),
  };
}

/** From how many pieces the one with dearer tooling and a lower price is the cheaper of two. */
export function crossover(
  a: { unit_price: string; tooling: number },
  b: { unit_price: string; tooling: number },
): { from: number; equal_at: string } | null {
  const more = BigInt(a.tooling - b.tooling) * 1000n;
  const less = milli(b.unit_price) - milli(a.unit_price);
  if (more <= 0n || less <= 0n) return null;
  return { from: Number(more / less) + 1, equal_at: decimal(roundDiv(more * 1000n, less, "half_up")) };
}

/** All that are lowest, whoever they are; who has not answered is not ranked. */
export function rank<K>(rows: { key: K; value: number | null }[]) {
  const valued = rows.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]));
  const least = Math.min(...valued.map(({ value }) => value));
  const lowest = valued.filter(({ value }) => value === least).map(({ key }) => key);
  return {
    lowest,
    tied: lowest.length > 1,
    unranked: rows.filter(({ value }) => value === null).map(({ key }) => key),
  };
}

/** Good to the last minute of its day in Tokyo (R9-5). */
export const isExpired = (valid_until: ISODate, now: string): boolean => today(new Date(now)) > valid_until;

/** Counted on the factory's own calendar. */
export function arrivalOf(awarded: ISODate, lead_days: number, closed: Holidays, wish: ISODate | null) {
  const date = addBusinessDays(awarded, lead_days, closed);
  return { date, days_late: wish === null ? null : daysBetween(wish, date) };
}

/** Of several items: no sum while one of them has no price. */
export function sumOf(totals: (number | null)[]): { total: number | null; answered: number; of: number } {
  const given = totals.flatMap((total) => total ?? []);
  const whole = given.length === totals.length && totals.length > 0;
  return {
    total: whole ? given.reduce((sum, one) => sum + one, 0) : null,
    answered: given.length,
    of: totals.length,
  };
}

/** Against the price paid before, in percent to one place; null without one. */
export function changeRate(unit_price: string, before: string | null): string | null {
  if (before === null || milli(before) === 0n) return null;
  const rate = roundDiv((milli(unit_price) - milli(before)) * 1000n, milli(before), "half_up");
  return decimal(rate * 100n);
}
