import { expect, test } from "vitest";
import { deliveryTotals } from "./delivery";
import { extraLineOf, type Original, returnProblems } from "./delivery.extra";
import type { ExtraLine } from "./delivery.schema";

const extra = (more: Partial<ExtraLine> = {}): ExtraLine => ({
  kind: "return",
  name: "ブラケットA",
  num_units: "5",
  unit_price: "128.4",
  unit: "piece",
  tax_kind: undefined,
  original_number: undefined,
  original_date: undefined,
  ...more,
});
const original: Original = {
  key: 1,
  number: "N2610-0003",
  delivery_date: "2026-10-15",
  lines: [
    {
      line_no: 1,
      name: "ブラケットA",
      num_items: "100",
      num_accepted: "0",
      num_rejected: "0",
      num_concession: "0",
      num_billed: "0",
      price: 12_840,
      tax_rate: 10,
      is_goods: true,
    },
  ],
  returns: [],
};
const returns = [{ name: "返品 ブラケットA", price: -6_000, tax_rate: 10 }];
const fields = (one: ExtraLine, from?: Original | null) =>
  returnProblems(one, "2026-11-20", from, "floor").map(([field]) => field);

test("返品 names what it was delivered with, and is no more than that", () => {
  expect(fields(extra())).toEqual(["original_date"]);
  expect(fields(extra({ original_date: "2026-10-15" }))).toEqual([]);
  expect(fields(extra({ original_date: "2026-11-21" }))).toEqual(["original_date"]);
  expect(fields(extra({ original_number: "N2610-0003" }), null)).toEqual(["original_number"]);
  expect(fields(extra({ original_number: "N2610-0003" }), original)).toEqual([]);
  expect(fields(extra({ original_number: "N2610-0003", num_units: "101" }), original)).toEqual([
    "unit_price",
  ]);
  expect(fields(extra({ original_number: "N2610-0003", num_units: "60" }), { ...original, returns })).toEqual(
    ["unit_price"],
  );
  expect(fields(extra({ original_date: "2026-10-15", unit_price: "-128.4" }))).toEqual(["unit_price"]);
  expect(fields(extra({ kind: undefined, original_date: "2026-10-15" }))).toEqual(["kind"]);
  expect(fields(extra({ kind: "charge" }))).toEqual([]);
});

test("返品 is a negative line with its original date and number, taxed at the rate of that day", () => {
  expect(
    extraLineOf(extra({ original_number: "N2610-0003" }), "2026-11-20", original, "floor"),
  ).toMatchObject({
    name: "返品 ブラケットA",
    num_units: "-5",
    num_items: "-5",
    unit: "piece",
    unit_price: "128.4",
    price: -642,
    tax_rate: 10,
    sales_date: "2026-11-20",
    original_date: "2026-10-15",
    original_number: "N2610-0003",
    note: "元の納品 2026/10/15(木) N2610-0003",
  });
  expect(extraLineOf(extra({ original_date: "2019-09-30" }), "2026-11-20", undefined, "floor")).toMatchObject(
    { tax_rate: 8 },
  );
  expect(
    extraLineOf(
      extra({ original_date: "2026-10-15", tax_kind: "reduced" }),
      "2026-11-20",
      undefined,
      "floor",
    ),
  ).toMatchObject({ tax_rate: 8 });
  expect(
    extraLineOf(extra({ kind: undefined, name: "送料", unit: undefined }), "2026-11-20", undefined, "floor"),
  ).toMatchObject({
    name: "送料",
    num_units: "5",
    unit: "lot",
    price: 642,
    original_date: null,
    note: null,
  });
});

test.each([
  ["floor", 10],
  ["half_up", 11],
  ["ceil", 11],
] as const)("a return nets within its rate before tax is rounded once: %s", (mode, tax) => {
  const lines = [
    { price: 210, tax_rate: 10 },
    { price: -105, tax_rate: 10 },
  ];
  expect(deliveryTotals(lines, mode)).toMatchObject({ subtotal: 105, tax, total: 105 + tax });
});
