import { z } from "zod";
import { roundDiv } from "~/lib/money/amount";
import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { quantity } from "~/lib/money/number.schema";
import { type ISODate, tokyoDate } from "~/lib/time/date";
import { OPEN, productFields } from "./product.fields";

/** `unit_price` null: 要相談, from this quantity up to the next that has a price. */
export type Tier = { min_quantity: string; unit_price: string | null };
/** 版: all prices of a product that hold from one day on. */
export type PriceList = { effective_from: ISODate; agreed_on: ISODate; tiers: Tier[] };

/** The sentence for a lower price that would reach back before it was agreed on, or null (R2-10). */
export function priceProblem(
  price: { unit_price: string; effective_from: ISODate; agreed_on: ISODate },
  before: string | null,
): string | null {
  const lower = before !== null && compareDecimal(price.unit_price, before) < 0;
  return lower && price.effective_from < price.agreed_on
    ? "単価を下げるときは、適用開始日を合意日より前にできません。合意日以降の日付を入力してください"
    : null;
}

export const priceText = (unit_price: string | null): string =>
  unit_price === null ? OPEN : formatNumber(unit_price);

/** The largest break that a quantity reaches. */
export const tierFor = (prices: Tier[], num_items: string): Tier | undefined =>
  prices.filter((price) => compareDecimal(price.min_quantity, num_items) <= 0).at(-1);

/** Its unit price; null where there is none. */
export const priceFor = (prices: Tier[], num_items: string): string | null =>
  tierFor(prices, num_items)?.unit_price ?? null;

export const listAt = <L extends { effective_from: ISODate }>(lists: L[], day: ISODate): L | null =>
  lists.find((list) => list.effective_from <= day) ?? null;

/** `lists` newest first; `today` null for a world that is only being made. */
export function listProblem(
  lists: PriceList[],
  given: PriceList,
  today: ISODate | null,
): { field: string; sentence: string } | null {
  const wrong = (field: string, sentence: string) => ({ field, sentence });
  if (!given.tiers.some((tier) => compareDecimal(tier.min_quantity, "0") === 0))
    return wrong("tiers[0].min_quantity", "数量段階の一つは、0から始めてください");
  if (given.tiers.every((tier) => tier.unit_price === null))
    return wrong("tiers[0].unit_price", "単価を1つ以上入力してください");
  const twice = given.tiers.findIndex(
    (tier, index) =>
      given.tiers.findIndex((one) => compareDecimal(one.min_quantity, tier.min_quantity) === 0) < index,
  );
  if (twice >= 0) return wrong(`tiers[${twice}].min_quantity`, "同じ数量の段階が二つあります");
  if (today !== null && given.agreed_on > today)
    return wrong("agreed_on", "合意日は、今日までの日付で入力してください");
  if (lists.some((list) => list.effective_from === given.effective_from))
    return wrong("effective_from", "この適用開始日の単価は、すでにあります。別の日付を入力してください");
  const before = listAt(lists, given.effective_from);
  const after = lists.filter((list) => list.effective_from > given.effective_from).at(-1);
  const reaches = before && reachesBack(given, before);
  if (reaches) return wrong("effective_from", reaches);
  return after && reachesBack(after, given)
    ? wrong(
        "effective_from",
        "この単価にすると、次の版がさかのぼった値下げになります。適用開始日か単価を見直してください",
      )
    : null;
}

/** The price of some quantity is lowered, at a break of either list, before it was agreed on (R2-10). */
export function reachesBack(list: PriceList, before: PriceList): string | null {
  const [now, was] = [sorted(list.tiers), sorted(before.tiers)];
  for (const { min_quantity } of [...now, ...was]) {
    const unit_price = priceFor(now, min_quantity);
    const problem =
      unit_price === null ? null : priceProblem({ ...list, unit_price }, priceFor(was, min_quantity));
    if (problem) return problem;
  }
  return null;
}

/** Orders keep the price of their day. */
export function isUsed(
  list: { effective_from: ISODate; created_time: string },
  last_order_time: string | null,
): boolean {
  return (
    last_order_time !== null &&
    last_order_time >= list.created_time &&
    tokyoDate(last_order_time) >= list.effective_from
  );
}

export const sorted = (tiers: Tier[]): Tier[] =>
  [...tiers].sort((a, b) => compareDecimal(a.min_quantity, b.min_quantity));

export const PLACES = { yen: "円未満", tenth: "0.1円未満", sen: "0.01円未満", milli: "0.001円未満" } as const;
export type Places = keyof typeof PLACES;
const STEP: Record<Places, bigint> = { yen: 1000n, tenth: 100n, sen: 10n, milli: 1n };

/** A unit price changed by a rate in percent (-100 and up), rounded half up at a place. */
export function repriced(unit_price: string, rate: string, places: Places): string {
  const top = milli(unit_price) * (100_000n + milli(rate));
  const step = STEP[places];
  return decimal(roundDiv(top, 100_000n * step, "half_up") * step);
}

/** "128.4" or, with breaks, "128.4〜（100から120）". */
export function tiersText(tiers: Tier[]): string {
  const [first, ...rest] = sorted(tiers);
  if (!first) return "";
  const more = rest
    .map((tier) => `${formatNumber(tier.min_quantity)}から${priceText(tier.unit_price)}`)
    .join("、");
  return priceText(first.unit_price) + (more ? `（${more}）` : "");
}

const readTier = z
  .tuple([z.unknown(), quantity(""), productFields.tier_price])
  .transform(([, min_quantity, unit_price]): Tier => ({ min_quantity, unit_price }));

export function readTiers(text: string): Tier[] | null {
  const [, first, breaks] =
    /^¥?([\d.,]+|要相談)(?:円|〜)?\s*(?:\((.*)\))?$/.exec(text.normalize("NFKC").trim()) ?? [];
  if (first === undefined) return null;
  const parts = (breaks ?? "")
    .split("、")
    .filter(Boolean)
    .map((part) => /^\s*([\d.,]+)\s*\D{0,4}(?:から|以上|〜)\s*¥?([\d.,]+|要相談)円?\s*$/.exec(part));
  const read = [["", "0", first], ...parts].map((part) => readTier.safeParse(part));
  return read.every((one) => one.success) ? sorted(read.map((one) => one.data)) : null;
}
