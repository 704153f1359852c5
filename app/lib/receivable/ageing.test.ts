import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { addDays } from "~/lib/time/date";
import { AGES, agesOf, daysOverdue } from "./ageing";
import vectors from "./ageing-vectors.json";

type Vector = (typeof vectors)["money.ageing"][number];
const [today] = vectors["money.ageing"] as [Vector];

/** What the queries leave of a vector's rows at its day. */
function openOf({ docs, allocs, receipts, asof }: Vector["in"]) {
  const settled = allocs.filter(([, , day]) => day! <= asof);
  const of = (key: string) => settled.filter(([bill]) => bill === key);
  const sum = (rows: (string | null)[][]) => rows.reduce((all, row) => all + Number(row.at(-1)), 0);
  const items = docs
    .filter(([, day, , , voided]) => day! <= asof && !(voided && voided <= asof))
    .map(([key, , due, total]) => ({ due_date: due!, open: Number(total) - sum(of(key!)) }));
  return { items, free: sum(receipts.filter(([, day]) => day! <= asof)) - sum(settled) };
}

test.each(vectors["money.ageing"])("ageing: $name", (vector) => {
  const { items, free } = openOf(vector.in as Vector["in"]);
  const ages = agesOf(items, free, vector.in.asof);
  const { out } = vector;
  expect(AGES.map((age) => ages[age])).toEqual([
    out.期日前,
    out["1-30"],
    out["31-60"],
    out["61-90"],
    out["91-"],
  ]);
  expect([ages.advance, ages.billed]).toEqual([out.前受, out.合計]);
});

test("the first and last day of each column as of 2026-11-21 (R4-8)", () => {
  const due = {
    not_due: ["2026-11-21", "2026-12-31"],
    days_30: ["2026-11-20", "2026-10-22"],
    days_60: ["2026-10-21", "2026-09-22"],
    days_90: ["2026-09-21", "2026-08-23"],
    days_over: ["2026-08-22", "2020-01-01"],
  };
  for (const [age, days] of Object.entries(due))
    for (const due_date of days)
      expect([due_date, agesOf([{ due_date, open: 7 }], 0, "2026-11-21")]).toEqual([
        due_date,
        expect.objectContaining({ [age]: 7, billed: 7, advance: 0 }),
      ]);
  expect(["2026-11-21", "2026-11-20", "2026-08-22"].map((day) => daysOverdue(day, "2026-11-21"))).toEqual([
    null,
    1,
    91,
  ]);
});

test("the columns add up to the balance, whatever is open", () => {
  const item = fc.record({
    due_date: fc.integer({ min: -400, max: 400 }).map((n) => addDays(today.in.asof, n)),
    open: fc.integer({ min: -1000, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 0, max: 1000 }), (items, free) => {
      const { billed, advance, ...rest } = agesOf(items, free, today.in.asof);
      expect(Object.values(rest).reduce((a, b) => a + b, 0) + advance).toBe(billed);
      expect(billed).toBe(items.reduce((sum, one) => sum + one.open, 0) - free);
      expect(Math.min(...Object.values(rest), -advance)).toBeGreaterThanOrEqual(0);
    }),
  );
});
