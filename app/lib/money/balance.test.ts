import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { aging, summaryInvoice } from "./balance";

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

test.each(vectors.aging)("due $due is $bucket", ({ due, asof, days_overdue, bucket }) => {
  expect(aging(due, asof)).toEqual({ days_overdue, bucket });
});

test("the first and last days of the buckets", () => {
  const buckets = ["2026-11-20", "2026-09-21"].map((due) => aging(due, "2026-11-21").bucket);
  expect(buckets).toEqual(["1-30", "61-90"]);
});
