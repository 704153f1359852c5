import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { aging, openItems, summaryInvoice } from "./balance";

const { by_target_invoice, fifo } = vectors.ar_open_items;
const bills = by_target_invoice.map(({ gen, carry, sales }) => ({ key: gen, amount: carry + sales }));
const receipts = by_target_invoice
  .filter((row) => row.collected > 0)
  .map(({ gen, collected }) => ({ amount: collected, target: gen }));
const shown = (rows: typeof fifo) => rows.map(({ gen, collected, open }) => ({ key: gen, collected, open }));

test.each(vectors.summary_invoice)("billed $prev_billed before, $billed_now now", (v) => {
  const lines = Object.entries(v.sales_by_rate).map(([rate, amount]) => ({ tax_rate: Number(rate), amount }));
  const sum = summaryInvoice({
    prev_billed: v.prev_billed,
    received: v.received,
    adjustment: v.adjustment,
    lines,
    rounding: "floor",
  });
  expect(sum).toMatchObject({
    carried_over: v.carried_over,
    tax: v.tax,
    total: v.this_purchase_incl_tax,
    billed_now: v.billed_now,
  });
});

test("receipts that name their invoice pay that invoice", () => {
  const { items, unapplied } = openItems(bills, receipts);
  expect(items.map(({ key, collected, open }) => ({ key, collected, open }))).toEqual(
    shown(by_target_invoice),
  );
  expect(unapplied).toBe(0);
});

test("receipts that name none pay the oldest first", () => {
  const { items } = openItems(
    bills,
    receipts.map(({ amount }) => ({ amount })),
  );
  expect(items.map(({ key, collected, open }) => ({ key, collected, open }))).toEqual(shown(fifo));
});

test("named receipts go first, what is over goes to the oldest, the rest waits as an advance", () => {
  const two = [
    { key: "a", amount: 100 },
    { key: "b", amount: 50 },
  ];
  expect(openItems(two, [{ amount: 30 }, { amount: 80, target: "b" }]).items.map((i) => i.open)).toEqual([
    40, 0,
  ]);
  expect(openItems(two, [{ amount: 500 }]).unapplied).toBe(350);
  expect(openItems([{ key: "red", amount: -20 }, ...two], []).items.map((i) => i.open)).toEqual([0, 80, 50]);
});

test("no open item is negative and no yen is lost", () => {
  const bill = fc.record({
    key: fc.constantFrom("a", "b", "c", "d"),
    amount: fc.integer({ min: -500, max: 1000 }),
  });
  const receipt = fc.record({
    amount: fc.integer({ min: 0, max: 1000 }),
    target: fc.constantFrom("a", "b", "x", null),
  });
  fc.assert(
    fc.property(fc.uniqueArray(bill, { selector: (b) => b.key }), fc.array(receipt), (bs, rs) => {
      const { items, unapplied } = openItems(bs, rs);
      const sum = (ns: number[]) => ns.reduce((a, b) => a + b, 0);
      for (const item of items) expect(item.open).toBeGreaterThanOrEqual(0);
      for (const item of items) expect(item.collected + item.open).toBe(item.amount);
      expect(sum(items.map((i) => i.open)) - unapplied).toBe(
        sum(bs.map((b) => b.amount)) - sum(rs.map((r) => r.amount)),
      );
    }),
  );
});

test.each(vectors.aging)("due $due is $bucket", ({ due, asof, days_overdue, bucket }) => {
  expect(aging(due, asof)).toEqual({ days_overdue, bucket });
});

test("the first and last days of the buckets", () => {
  const buckets = ["2026-11-20", "2026-09-21"].map((due) => aging(due, "2026-11-21").bucket);
  expect(buckets).toEqual(["1-30", "61-90"]);
});
