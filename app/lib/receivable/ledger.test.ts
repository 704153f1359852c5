import { expect, test } from "vitest";
import vectors from "./ageing-vectors.json";
import { matchLetters, runningBalance } from "./ledger";

test.each(vectors["money.statement"])("statement: $name", ({ in: { rows, frm, to }, out }) => {
  const entries = rows.map(([date, text, billed, received]) => ({
    date: date!,
    text: text!,
    billed: Number(billed),
    received: Number(received),
  }));
  const before = runningBalance(
    0,
    entries.filter(({ date }) => date < frm),
  );
  const period = runningBalance(
    before.closing,
    entries.filter(({ date }) => date >= frm && date <= to),
  );
  expect({
    opening: before.closing,
    rows: period.rows.map(({ date, text, balance }) => [date, text, balance]),
    closing: period.closing,
  }).toEqual(out);
});

test("消込文字: what settles each other bears one letter, what is open bears none", () => {
  const letters = matchLetters(
    ["i1", "i2", "p1", "i3", "p2", "i4", "p3", "i5"],
    [
      ["p1", "i2"],
      ["p2", "i3"],
      ["p3", "i3"],
      ["p3", "i4"],
    ],
  );
  expect(Object.fromEntries(letters)).toEqual({ i2: "A", p1: "A", i3: "B", p2: "B", i4: "B", p3: "B" });
});

test("消込文字 goes on with AA after Z", () => {
  const keys = Array.from({ length: 56 }, (_, n) => `k${n}`);
  const pairs = keys.flatMap((key, n): [string, string][] => (n % 2 ? [] : [[key, keys[n + 1]!]]));
  const letters = matchLetters(keys, pairs);
  expect([letters.get("k0"), letters.get("k51"), letters.get("k52"), letters.get("k55")]).toEqual([
    "A",
    "Z",
    "AA",
    "AB",
  ]);
});
