import { expect, test } from "vitest";
import japan from "~/lib/japan-vectors.json";
import { type Allocation, allocate, allocationProblem, fillEmpty } from "./allocate";
import vectors from "./receivable-vectors.json";

const LETTERS = ["A", "B", "C"];
const named = (explicit: Record<string, string | undefined>): Allocation[] =>
  Object.entries(explicit).map(([name, amount]) => ({
    invoice_key: LETTERS.indexOf(name),
    amount: Number(amount),
  }));
const byName = (rows: Allocation[]) =>
  Object.fromEntries(rows.map(({ invoice_key, amount }) => [LETTERS[invoice_key], amount]));

test.each(vectors.allocate)("$name (R4-6)", ({ in: given, out }) => {
  const invoices = given.invoices.map(([name, due_date, open]) => ({
    key: LETTERS.indexOf(name!),
    due_date: due_date!,
    open: Number(open),
  }));
  const rows = allocate(Number(given.amount), invoices.reverse(), named(given.explicit));
  expect(byName(rows)).toEqual(out.allocated);
  const left = invoices.map(({ key, open }) => [
    LETTERS[key],
    open - (rows.find((row) => row.invoice_key === key)?.amount ?? 0),
  ]);
  expect(Object.fromEntries(left)).toEqual(out.open);
  expect(Number(given.amount) - rows.reduce((sum, row) => sum + row.amount, 0)).toBe(out.unapplied);
});

test("the example of the rule: each receipt names its invoice, or the oldest are paid first (R4-6)", () => {
  const { by_target_invoice, fifo } = japan.ar_open_items;
  const invoices = by_target_invoice.map(({ gen, carry, sales }, key) => ({
    key,
    due_date: gen,
    open: carry + sales,
  }));
  const received = by_target_invoice.reduce((sum, row) => sum + row.collected, 0);
  const paid = allocate(received, invoices);
  expect(fifo.map((_, key) => paid.find((one) => one.invoice_key === key)?.amount ?? 0)).toEqual(
    fifo.map((row) => row.collected),
  );
  const each = by_target_invoice.flatMap(({ collected }, key) =>
    collected > 0 ? [{ invoice_key: key, amount: collected }] : [],
  );
  expect(allocate(received, invoices, each)).toEqual(each);
});

test.each(vectors.credit)("$name (R4-7)", ({ in: given, out }) => {
  const usable = Number(given.note) - given.used.reduce((total, one) => total + Number(one), 0);
  const [paid] = allocate(usable, [{ key: 1, due_date: "2026-10-31", open: Number(given.invoice) }]);
  const applied = paid!.amount;
  expect({
    usable,
    applied,
    note_left: usable - applied,
    invoice_open: Number(given.invoice) - applied,
  }).toEqual(out);
});

test("oldest first keeps what was typed and fills only empty cells", () => {
  const invoices = [
    { key: 0, due_date: "2026-09-30", open: 100 },
    { key: 1, due_date: "2026-10-31", open: 50 },
    { key: 2, due_date: "2026-11-30", open: 500 },
  ];
  expect(fillEmpty(180, invoices, [{ invoice_key: 1, amount: 5 }])).toEqual([
    { invoice_key: 1, amount: 5 },
    { invoice_key: 0, amount: 100 },
    { invoice_key: 2, amount: 75 },
  ]);
  expect(fillEmpty(3, invoices, [{ invoice_key: 1, amount: 5 }])).toEqual([{ invoice_key: 1, amount: 5 }]);
  expect(allocate(0, invoices)).toEqual([]);
});

test("no more than came in or is owed, and no invoice twice (R4-7)", () => {
  const open = new Map([
    [1, 100],
    [2, 50],
  ]);
  const both = [
    { invoice_key: 1, amount: 100 },
    { invoice_key: 2, amount: 50 },
  ];
  expect(allocationProblem(150, both, open)).toBeNull();
  expect(allocationProblem(149, both, open)).toContain("充当の合計 150円が、充当できる 149円を超えて");
  expect(allocationProblem(500, [{ invoice_key: 1, amount: 101 }], open)).toContain("残額 100円を超えて");
  expect(allocationProblem(500, [{ invoice_key: 9, amount: 1 }], open)).toContain("残額のない請求書");
  expect(allocationProblem(500, [both[0]!, both[0]!], open)).toContain("2回");
});
