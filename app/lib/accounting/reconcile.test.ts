import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { agreeing, compareBilling } from "./reconcile";

const line = (delivery_number: string, price: number, more: object = {}) => ({
  delivery_number,
  order_id: "H2611-0001",
  sales_date: "2026-11-05",
  num_units: "10",
  unit_price: String(price / 10),
  price,
  ...more,
});
const found = (ours: ReturnType<typeof line>[], theirs: object[]) =>
  compareBilling(
    ours,
    theirs.map((one, row) => ({ row, ...one })),
  ).map(({ kind, words, row }) => [kind, row?.row ?? null, words]);

test("missing, doubled, unknown, quantity and price, each with both figures", () => {
  const ours = [line("N1", 1000), line("N2", 2000), line("N3", 3000)];
  expect(
    found(ours, [
      { delivery_number: "ｎ1", num_units: "10", unit_price: "100", price: 1000 },
      { delivery_number: "N1", price: 1000 },
      { delivery_number: "N2", num_units: "8", price: 1600 },
      { delivery_number: "N9", price: 5 },
    ]),
  ).toEqual([
    ["doubled", 1, "支払予定に2回あります"],
    ["quantity", 2, "数量 請求 10・支払予定 8、金額 請求 2,000・支払予定 1,600"],
    ["unknown", 3, "請求される明細にありません"],
    ["missing", null, "支払予定にありません"],
  ]);
  expect(found([line("N1", 1000)], [{ order_id: "h2611-0001", unit_price: "99.5" }])).toEqual([
    ["price", 0, "単価 請求 100・支払予定 99.5"],
  ]);
});

test("a 納品書 and its amount alone speak of all its lines; without numbers the day and the amount do", () => {
  const note = [line("N1", 1000), line("N1", 500)];
  expect(found(note, [{ delivery_number: "N1", price: 1500 }])).toEqual([]);
  expect(found(note, [{ delivery_number: "N1", price: 1400 }]).map(([kind]) => kind)).toEqual([
    "amount",
    "amount",
  ]);
  expect(found([line("N1", 1000)], [{ date: "2026-11-05", price: 1000 }])).toEqual([]);
});

test("the same lines in any order differ in nothing; every line and row is spoken of once", () => {
  const lines = fc.array(
    fc.record({ note: fc.integer({ min: 1, max: 3 }), price: fc.integer({ min: 1, max: 5 }) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat({ max: 3 }), (some, seed, dropped) => {
      const ours = some.map(({ note, price }) => line(`N${note}`, price * 10));
      const rows = ours.map((one, row) => ({
        row,
        delivery_number: one.delivery_number,
        num_units: one.num_units,
        price: one.price,
      }));
      const mixed = [...rows].sort((a, b) => ((a.row * 7 + seed) % 5) - ((b.row * 7 + seed) % 5));
      expect(compareBilling(ours, mixed)).toEqual([]);
      const fewer = mixed.slice(dropped);
      expect(compareBilling(ours, fewer).map(({ kind }) => kind)).toEqual(
        Array.from({ length: Math.min(dropped, ours.length) }, () => "missing"),
      );
    }),
  );
});

test("a line agrees when one row says the same of it, and no second row names it", () => {
  const ours = [line("N1", 1000), line("N2", 2000), line("N3", 3000)];
  const rows = [
    { row: 1, delivery_number: "N1", price: 1000 },
    { row: 2, delivery_number: "N1", price: 1000 },
    { row: 3, delivery_number: "N2", price: 2000 },
    { row: 4, delivery_number: "N3", price: 1 },
  ];
  const names = (theirs: typeof rows) =>
    agreeing(ours, compareBilling(ours, theirs)).map((one) => one.delivery_number);
  expect(names(rows)).toEqual(["N2"]);
  expect(names([])).toEqual([]);
});
