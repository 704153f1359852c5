import { expect, test } from "vitest";
import { compareDecimal } from "~/lib/money/decimal";
import { priceFor } from "~/lib/product/product";
import {
  arrivalOf,
  breakFor,
  changeRate,
  crossover,
  isExpired,
  isFree,
  quotedTiers,
  rank,
  type Spread,
  sumOf,
  totalOf,
} from "./quote.compare";
import { pricedAsBefore } from "./quote.form";
import vectors from "./quote.vectors.json";

const spreadOf = (text: string): Spread =>
  text === "once" || text === "none" ? { kind: text } : { kind: "over", pieces: text };
const PIECE = { order_unit: "piece", unit: "piece" } as const;
const offer = (breaks: string[][], tooling = 0, shipping = 0) => ({
  breaks: breaks.map(([quantity, unit_price]) => ({
    quantity: quantity!,
    unit_price: unit_price!,
    lead_days: 5,
    shipping,
  })),
  tooling,
  other: 0,
});

test.each(vectors.compare)("$name (2.2)", ({ in: given, out }) => {
  const breaks = given.breaks.map((pair) => pair.map(String));
  const found = totalOf(offer(breaks, Number(given.tooling), Number(given.ship)), String(given.q), {
    spread: spreadOf(given.spread),
    measure: PIECE,
    rounding: "floor",
  })!;
  expect(found.at.unit_price).toBe(out.unit);
  expect([found.goods, found.tooling, found.total].map(String)).toEqual([out.goods, out.tooling, out.total]);
  expect(compareDecimal(found.effective_unit, out.effective_unit)).toBe(0);
  expect(found.cheaper?.quantity ?? null).toBe(out.cheaper_at === null ? null : String(out.cheaper_at));
});

test("a larger quantity that costs less says by how much; below the first break there is no price (2.2)", () => {
  const terms = { spread: { kind: "none" }, measure: PIECE, rounding: "floor" } as const;
  const breaks = [
    ["100", "350"],
    ["10", "500"],
    ["50", "400"],
  ];
  expect(totalOf(offer(breaks), "90", terms)!.cheaper).toEqual({ quantity: "100", by: 1000 });
  expect(totalOf(offer(breaks), "9.999", terms)).toBeNull();
  expect(totalOf(offer([["10", "999999999.999"]]), "999999999", terms)).toBeNull();
  const dear = [
    ["10", "300"],
    ["999999999", "999999999.999"],
  ];
  expect(totalOf(offer(dear), "10", terms)!.cheaper).toBeNull();
  const shared = { ...terms, spread: { kind: "over", pieces: "0.001" } } as const;
  expect(totalOf(offer(breaks, 999_999_999_999), "999999999", shared)).toBeNull();
  expect(breakFor(offer(breaks).breaks, "49.999")!.unit_price).toBe("500");
  const weighed = totalOf(offer([["10", "300"]]), "10", {
    ...terms,
    measure: { order_unit: "piece", unit: "kg", unit_weight: "1.25" },
  })!;
  expect([weighed.total, weighed.effective_unit]).toEqual([3750, "375"]);
});

test("the price list holds the quantity that was left without a price, so that none of a smaller one is taken (R9-5)", () => {
  const lines = [
    { quantity: "10", unit_price: "500" },
    { quantity: "100", unit_price: "350" },
  ];
  const tiers = quotedTiers(lines, ["5", "10", "50", "100", "200"]);
  expect(tiers.map((tier) => [tier.min_quantity, tier.unit_price])).toEqual([
    ["0", null],
    ["10", "500"],
    ["50", null],
    ["100", "350"],
    ["200", null],
  ]);
  const quantities = ["5", "10", "49.999", "50", "99", "100", "199", "200", "5000"];
  expect(quantities.map((quantity) => priceFor(tiers, quantity))).toEqual(
    quantities.map((quantity) => {
      const breaks = lines.map((line) => ({ ...line, lead_days: 1, shipping: 0 }));
      return breakFor(breaks, quantity, ["5", "10", "50", "100", "200"])?.unit_price ?? null;
    }),
  );
  expect(
    quotedTiers(lines, ["10", "100"])
      .slice(1)
      .every((tier) => tier.unit_price !== null),
  ).toBe(true);
});

test("a quantity that was asked and left without a price is 要相談, and a price of 0 makes no other cheaper (2.2)", () => {
  const terms = { spread: { kind: "none" }, measure: PIECE, rounding: "floor" } as const;
  const given = {
    ...offer([
      ["10", "150"],
      ["50", "100"],
    ]),
    asked: ["10", "50", "999999"],
  };
  expect(totalOf(given, "999999", terms)).toBeNull();
  expect(totalOf(given, "999998", terms)!.at.quantity).toBe("50");
  expect(totalOf({ ...given, asked: ["10", "30", "50"] }, "40", terms)).toBeNull();
  expect(totalOf({ ...given, asked: ["5", "10", "50"] }, "60", terms)!.goods).toBe(6000);
  const free = offer([
    ["10", "150"],
    ["50", "0"],
  ]);
  expect(totalOf(free, "20", terms)!.cheaper).toBeNull();
  expect(isFree(totalOf(free, "50", terms)!)).toBe(true);
});

test.each(vectors.crossover)("$name", ({ in: { pa, ta, pb, tb }, out }) => {
  const [a, b] = [
    { unit_price: pa, tooling: Number(ta) },
    { unit_price: pb, tooling: Number(tb) },
  ];
  expect(crossover(a, b)).toEqual({ from: out.a_from, equal_at: out.equal_at });
  expect([crossover(b, a), crossover(a, a)]).toEqual([null, null]);
});

test.each(vectors.rank)("$name", ({ in: { rows }, out }) => {
  const found = rank(rows.map(({ s, total }) => ({ key: s, value: total === null ? null : Number(total) })));
  expect(found).toEqual({ lowest: out.lowest, tied: out.label === "同額", unranked: out.unranked });
});

test("of answers that nobody has given none is lowest", () => {
  expect(rank([{ key: "A", value: null }])).toEqual({ lowest: [], tied: false, unranked: ["A"] });
});

test.each(vectors.expiry)("$name (R9-5)", ({ in: { valid_until, now_utc }, out }) => {
  expect(isExpired(valid_until, now_utc)).toBe(out.expired);
});

test("it arrives so many business days on, on the factory's calendar, and so many days past the wish", () => {
  const closed = new Set(["2026-11-23", "2026-11-25"]);
  expect(arrivalOf("2026-11-20", 3, closed, "2026-11-26")).toEqual({ date: "2026-11-27", days_late: 1 });
  expect(arrivalOf("2026-11-20", 0, closed, null)).toEqual({ date: "2026-11-20", days_late: null });
});

test("several items have a sum once all of them have a price", () => {
  expect(sumOf([100, 250])).toEqual({ total: 350, answered: 2, of: 2 });
  expect(sumOf([100, null, 1])).toEqual({ total: null, answered: 2, of: 3 });
  expect(sumOf([])).toEqual({ total: null, answered: 0, of: 0 });
});

test("a price against the one before, in percent", () => {
  expect([
    changeRate("128.4", "120"),
    changeRate("99", "100"),
    changeRate("1", null),
    changeRate("1", "0"),
  ]).toEqual(["7", "-1", null, null]);
  expect(changeRate("100", "300")).toBe("-66.7");
});

test("前回単価を入れる fills each quantity that has none with its price before, and leaves what was typed", () => {
  const before = [
    { min_quantity: "0", unit_price: "1200" },
    { min_quantity: "100", unit_price: null },
    { min_quantity: "500", unit_price: "900.5" },
  ];
  const quantities = ["50", "100", "500"];
  const typed = [{ quantity: "50", unit_price: "1100" }, { quantity: "100" }, undefined];
  const { lines, filled } = pricedAsBefore({ quantities, before }, typed);
  expect(lines.map(({ unit_price }) => unit_price)).toEqual(["1100", undefined, "900.5"]);
  expect(filled).toContain("1つの数量に入れました");
  expect(pricedAsBefore({ quantities, before: [] }, typed).filled).toContain("入れる単価がありません");
  expect(pricedAsBefore({ quantities, before }, undefined).lines[0]!.unit_price).toBe("1,200");
});
