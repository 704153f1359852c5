import { expect, test } from "vitest";
import { rollingOnTime } from "./ontime";
import { onTimeLine } from "./stat.words";

const day = (num_due: number, num_kept: number, original_kept = num_kept) => ({
  num_due,
  num_kept,
  original_due: num_due,
  original_kept,
});

test("what is drawn through the days is the ratio of seven days' sums, from the seventh on", () => {
  const rates = rollingOnTime([
    ...[day(1, 1), day(0, 0), day(1, 0), day(6, 6), day(0, 0), day(0, 0), day(2, 1, 0), day(1, 0)],
    ...Array.from({ length: 7 }, () => day(0, 0)),
  ]);
  expect(rates.slice(0, 6)).toEqual(Array(6).fill([null, null]));
  expect(rates.slice(6, 8)).toEqual([
    ["80.0", "70.0"],
    ["70.0", "60.0"],
  ]);
  // Of a week in which nothing was due nothing is known.
  expect(rates.at(-1)).toEqual([null, null]);
  expect(onTimeLine(false)).toBe("");
});
