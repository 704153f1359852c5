import { expect, test } from "vitest";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { adjustment, bookAtCount, isLarge, isLate, minuteMoves, replaceQuestion, yenOf } from "./stocktake";
import vectors from "./stocktake-vectors.json";
import { type Count, tallyCounts } from "./tally";

const day = (clock: string) => `2026-11-23T${clock}:00.000Z`;
const moved = (clock: string, num: string) => ({ occurred_time: day(clock), num });
const counted = (clock: string) => ({ first_time: day(clock), counted_time: day(clock) });
const CONFIRMED = day("18:00");

test.each(vectors["stock.stocktake"].map((one) => [one.name, one] as const))(
  "棚卸 (R11-3, R11-6): %s",
  (_, { in: { start_num, moves, counted: num, counted_at }, out }) => {
    const all = moves.map(([occurred, recorded, n]) => ({
      ...moved(occurred!, n!),
      recorded: day(recorded!),
    }));
    const window = counted(counted_at);
    const known = all.filter(({ recorded }) => recorded <= CONFIRMED);
    const book = bookAtCount(start_num, known, window);
    const adjust = adjustment(num, book);
    const after = addDecimal(start_num, adjust, ...known.map((one) => one.num));
    const coming = all.filter(({ recorded }) => recorded > CONFIRMED);
    const late = coming.filter(({ occurred_time }) => isLate(occurred_time, window.counted_time));
    const opposite = decimal(-milli(addDecimal("0", ...late.map((one) => one.num))));
    expect({
      book_at_count: book,
      adjust,
      num_after_confirm: after,
      late_neutralised: opposite,
      num_final: addDecimal(after, opposite, ...coming.map((one) => one.num)),
    }).toEqual(out);
  },
);

test("a move from before the start that arrives before the confirmation is in the count (R11-3)", () => {
  expect(bookAtCount("100", [moved("08:50", "-5")], counted("10:00"))).toBe("95");
});

test("moves of the same minute are in or out of the book as somebody says (R11-4)", () => {
  const moves = [moved("10:00", "-5"), moved("10:01", "7"), moved("09:59", "-1")];
  const window = { first_time: day("10:00"), counted_time: "2026-11-23T10:00:40.000Z" };
  expect(minuteMoves(moves, window)).toEqual([moves[0]]);
  expect([null, true, false].map((minute) => bookAtCount("100", moves, window, minute))).toEqual([
    "94",
    "94",
    "99",
  ]);
  expect(minuteMoves(moves, { ...window, counted_time: day("10:01") })).toHaveLength(2);
});

test("more than 5 % and 3, or more than 10,000 yen, asks a second person (R11-5)", () => {
  expect(isLarge("-3", "10", "0")).toBe(false);
  expect(isLarge("-3.001", "10", "0")).toBe(true);
  expect(isLarge("5", "100", "0")).toBe(false);
  expect(isLarge("5.001", "100", "0")).toBe(true);
  expect(isLarge("1", "1000", "10000")).toBe(false);
  expect(isLarge("-1", "1000", "10000.5")).toBe(true);
  expect(isLarge("4", "-20", "0")).toBe(true);
  expect([yenOf("3", "33.333"), yenOf("-3", "33.5")]).toEqual([100, -101]);
});

const row = { counted: "95", counted_time: day("01:02"), person: "井上", last_count: 7, asks_second: false };

test("a number of somebody's gives way only to a person who has seen it and says so (R11-2)", () => {
  const given = { mode: "replace" as const, seen: 7, replace: false, person: "佐藤" };
  expect(replaceQuestion(row, given)).toBe("前の数 95（井上 10:02）を置き換えますか。");
  expect(replaceQuestion(row, { ...given, replace: true })).toBeNull();
  expect(replaceQuestion(row, { ...given, replace: true, seen: 6 })).not.toBeNull();
  expect(replaceQuestion(row, { ...given, person: "井上" })).toBeNull();
  expect(replaceQuestion(row, { ...given, person: "井上", seen: undefined })).not.toBeNull();
  expect(replaceQuestion(row, { ...given, mode: "add" })).toBeNull();
  expect(replaceQuestion({ ...row, asks_second: true }, given)).toBeNull();
  expect(replaceQuestion(null, given)).toBeNull();
});

test("counts add up by place, give way, are taken back and wait for an answer (R11-2)", () => {
  let key = 0;
  const count = (num: string, more: Partial<Count> = {}): Count => ({
    key: ++key,
    num,
    num_ready: null,
    mode: "add",
    counted_time: day(`10:0${key}`),
    person: "井上",
    shelf: null,
    undoes: null,
    answers: null,
    is_waiting: false,
    ...more,
  });
  const counts = [count("60"), count("35.5", { person: "佐藤" })];
  expect(tallyCounts(counts)).toMatchObject({
    counted: "95.5",
    first_time: day("10:01"),
    counted_time: day("10:02"),
    persons: ["井上", "佐藤"],
  });
  counts.push(count("90", { mode: "replace" }));
  expect(tallyCounts(counts)).toMatchObject({ counted: "90", first_time: day("10:03"), last_count: 3 });
  counts.push(count("0", { mode: "drop", undoes: 3 }));
  expect(tallyCounts(counts)).toMatchObject({ counted: "95.5", last_count: 4 });
  counts.push(count("88", { mode: "replace", is_waiting: true, person: "森" }));
  expect(tallyCounts(counts)).toMatchObject({ counted: "95.5", waiting: [{ key: 5, num: "88" }] });
  counts.push(count("88", { mode: "replace", answers: 5, person: "森" }));
  expect(tallyCounts(counts)).toMatchObject({ counted: "88", waiting: [], person: "森" });
  expect(tallyCounts([])).toMatchObject({ counted: null, counted_time: null, last_count: 0 });
});
