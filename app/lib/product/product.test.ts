import { expect, test } from "vitest";
import { listAt, listProblem, priceFor, priceProblem, readTiers, repriced, tiersText } from "./product";

const april = { unit_price: "90", effective_from: "2026-04-01", agreed_on: "2026-04-15" };

test("a lower price agreed later does not reach back, a higher one may", () => {
  expect(priceProblem(april, "100")).toContain("合意日より前にできません");
  expect(priceProblem(april, "80")).toBeNull();
  expect(priceProblem(april, null)).toBeNull();
  expect(priceProblem({ ...april, effective_from: "2026-04-15" }, "100")).toBeNull();
});

test("the price of the largest quantity reached", () => {
  const prices = [
    { min_quantity: "0", unit_price: "100" },
    { min_quantity: "50", unit_price: "95" },
    { min_quantity: "100", unit_price: "90.5" },
  ];
  expect(["1", "49.999", "50", "1000"].map((n) => priceFor(prices, n))).toEqual(["100", "100", "95", "90.5"]);
  expect(priceFor([{ min_quantity: "10", unit_price: "5" }], "9")).toBeNull();
});

const one = (unit_price: string) => [{ min_quantity: "0", unit_price }];
const lists = [
  { effective_from: "2026-07-01", agreed_on: "2026-07-20", tiers: one("110") },
  {
    effective_from: "2026-01-01",
    agreed_on: "2026-01-01",
    tiers: [...one("100"), { min_quantity: "50", unit_price: "95" }],
  },
];

test("the prices in force are those of the list that began last", () => {
  expect([
    listAt(lists, "2026-06-30")?.tiers.length,
    listAt(lists, "2026-07-01")?.tiers[0]!.unit_price,
    listAt(lists, "2025-12-31"),
  ]).toEqual([2, "110", null]);
});

test("a new list is judged quantity by quantity, and by what it makes of the next one (R2-10)", () => {
  const of = (effective_from: string, agreed_on: string, tiers = one("96")) =>
    listProblem(lists, { effective_from, agreed_on, tiers }, "2026-08-01")?.sentence ?? null;
  expect(of("2026-03-01", "2026-04-01")).toContain("合意日より前にできません");
  expect(of("2026-03-01", "2026-03-01")).toBeNull();
  expect(of("2026-03-01", "2026-04-01", [...one("100"), { min_quantity: "50", unit_price: "94" }])).toContain(
    "合意日より前にできません",
  );
  expect(
    of("2026-03-01", "2026-04-01", [...one("100"), { min_quantity: "50", unit_price: "95" }]),
  ).toBeNull();
  const dear = { ...lists[1]!, tiers: [...one("100"), { min_quantity: "50", unit_price: "130" }] };
  expect(
    listProblem(
      [dear],
      { effective_from: "2026-03-01", agreed_on: "2026-04-01", tiers: one("100") },
      "2026-08-01",
    )?.sentence,
  ).toContain("合意日より前に");
  expect(of("2026-03-01", "2026-03-01", one("120"))).toContain("次の版がさかのぼった値下げ");
  expect(of("2026-07-01", "2026-07-01")).toContain("すでにあります");
  expect(of("2026-09-01", "2026-08-02")).toContain("今日まで");
  expect(of("2026-09-01", "2026-08-01", [...one("1"), ...one("2")])).toContain("二つあります");
});

test("a rate changes a price exactly, rounded where asked", () => {
  expect([
    repriced("128.4", "3.5", "milli"),
    repriced("128.4", "3.5", "sen"),
    repriced("128.4", "3.5", "tenth"),
    repriced("128.4", "3.5", "yen"),
  ]).toEqual(["132.894", "132.89", "132.9", "133"]);
  expect([
    repriced("3.475", "-10", "milli"),
    repriced("0.145", "100", "milli"),
    repriced("200", "0.25", "yen"),
  ]).toEqual(["3.128", "0.29", "201"]);
});

test("breaks are told after the price of the smallest quantity", () => {
  expect(tiersText([{ min_quantity: "100", unit_price: "120" }, ...one("1284.5")])).toBe(
    "1,284.5（100から120）",
  );
  expect([tiersText(one("3.475")), tiersText([])]).toEqual(["3.475", ""]);
});

test("a quantity without a price is 要相談: no price of a smaller one is taken for it, in a file and back (R9-5)", () => {
  const tiers = [
    ...one("500"),
    { min_quantity: "50", unit_price: null },
    { min_quantity: "100", unit_price: "350" },
  ];
  expect(["49", "50", "99.999", "100"].map((n) => priceFor(tiers, n))).toEqual(["500", null, null, "350"]);
  expect(tiersText(tiers)).toBe("500（50から要相談、100から350）");
  expect(readTiers(tiersText(tiers))).toEqual(tiers);
  expect(readTiers("要相談（50から400）")).toEqual([
    { min_quantity: "0", unit_price: null },
    { min_quantity: "50", unit_price: "400" },
  ]);
  const given = { effective_from: "2026-08-01", agreed_on: "2026-08-01", tiers };
  expect(listProblem(lists, given, "2026-08-01")).toBeNull();
  const none = { ...given, tiers: [{ min_quantity: "0", unit_price: null }] };
  expect(listProblem(lists, none, "2026-08-01")!.sentence).toBe("単価を1つ以上入力してください");
  const lowered = { ...given, effective_from: "2026-03-01", tiers: [...one("100"), ...tiers.slice(1)] };
  expect(listProblem(lists.slice(1), lowered, "2026-08-01")).toBeNull();
});

test("prices with breaks are read as they are written", () => {
  const tiers = [
    ...one("1284.5"),
    { min_quantity: "100", unit_price: "1200" },
    { min_quantity: "2000", unit_price: "1100.25" },
  ];
  expect(readTiers(tiersText(tiers))).toEqual(tiers);
  expect(readTiers("１２８４．５円（2000以上1,100.25円、100個から1200）")).toEqual(tiers);
  expect(readTiers("140")).toEqual(one("140"));
  for (const text of ["", "安い", "140（たくさん）", "140（100から）", "140（100から130", "1.2345", "-1"])
    expect(readTiers(text), text).toBeNull();
});
