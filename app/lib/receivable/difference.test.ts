import { expect, test } from "vitest";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import { difference, offsetOf, reasonsFor, reversalOf, suggestedReason, undoDate } from "./difference";
import vectors from "./receivable-vectors.json";

test.each(vectors.difference)("$name", ({ in: given, out }) => {
  const { lines, ...rest } = difference(
    Number(given.open_),
    Number(given.received),
    given.reason === null ? null : "fee",
  );
  expect({ ...rest, settles: lines.map(([kind, amount]) => [KIND_LABEL[kind], amount]) }).toEqual(out);
});

test("too much is kept as 雑収入 or 端数 where asked, and is 前受 otherwise", () => {
  expect(difference(110_000, 110_500, "gain")).toEqual({
    difference: -500,
    lines: [
      ["transfer", 110_500],
      ["gain", -500],
    ],
    open: 0,
    unapplied: 0,
    gain: 500,
  });
  expect(difference(100, 103, "rounding")).toMatchObject({ gain: 0, unapplied: 0 });
  expect(difference(100, 103, null)).toMatchObject({ unapplied: 3, open: 0 });
  expect(difference(100, 100, "fee").lines).toEqual([["transfer", 100]]);
});

test("a button is suggested for a usual fee of theirs or a small amount, and never for a large one", () => {
  const usual = { limit: 1000, fees: [1320] };
  const cases: [number, string | null][] = [
    [440, "fee"],
    [1320, "fee"],
    [3, "rounding"],
    [1000, "discount"],
    [1001, null],
    [-500, "gain"],
    [-1001, null],
    [0, null],
  ];
  for (const [short, reason] of cases)
    expect([short, suggestedReason(short, usual)]).toEqual([short, reason]);
  expect(reasonsFor(440, "fee", 440)).toEqual(["fee", "discount", "rounding", "offset"]);
  expect(reasonsFor(440, "fee", 439)).toEqual(["fee", "discount", "rounding"]);
  expect(reasonsFor(30_000, null, 45_000)).toEqual(["discount", "offset"]);
  expect(reasonsFor(30_000, null, 0)).toEqual(["discount"]);
  expect(reasonsFor(-3, "gain", 0)).toEqual(["gain", "rounding"]);
  expect(reasonsFor(-30_000, null, 0)).toEqual([]);
});

test.each(vectors.offset)("$name", ({ in: given, out }) => {
  const { offset, receivable, payable } = offsetOf(Number(given.ar), Number(given.ap));
  expect({ offset, ar: receivable, ap: payable }).toEqual(out);
  expect(offsetOf(-5, 10).offset).toBe(0);
});

test.each(vectors.undo)("$name", ({ in: given, out }) => {
  const rows = given.settlements.map(([, payment, invoice, amount], at) => ({
    key: at + 1,
    payment_key: Number(payment!.slice(1)),
    credit_key: null,
    invoice_key: invoice!.charCodeAt(0),
    amount: Number(amount),
    settled_date: "2026-10-05",
  }));
  const dropped = rows[given.settlements.findIndex(([name]) => name === given.drop)]!;
  const after = [...rows, reversalOf(dropped, "2026-11-05")];
  const sum = (of: (row: (typeof after)[number]) => boolean) =>
    after.filter(of).reduce((total, { amount }) => total + amount, 0);
  for (const [name, paid] of Object.entries(out.paid))
    expect(sum((row) => row.invoice_key === name.charCodeAt(0))).toBe(paid);
  for (const [name, left] of Object.entries(out.payment_left)) {
    const key = Number(name.slice(1));
    const came = rows
      .filter((row) => row.payment_key === key)
      .reduce((total, { amount }) => total + amount, 0);
    expect(came - sum((row) => row.payment_key === key)).toBe(left);
  }
  expect(after.at(-1)).toMatchObject({ reverses: dropped.key, settled_date: "2026-11-05" });
});

test("taken back on its own day while that is open, on today when its period is closed (R4-7)", () => {
  expect(undoDate("2026-11-05", "2026-10-31", "2026-11-20")).toBe("2026-11-05");
  expect(undoDate("2026-10-31", "2026-10-31", "2026-11-20")).toBe("2026-11-20");
  expect(undoDate("2026-10-31", null, "2026-11-20")).toBe("2026-10-31");
  expect(undoDate("2026-12-31", "2026-12-31", "2026-11-20")).toBe("2026-12-31");
});
