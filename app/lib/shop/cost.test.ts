import { expect, test } from "vitest";
import { costOf } from "./cost";

test("minutes cost their part of an hour, each process in whole yen; without a rate they are named", () => {
  const rates = new Map([
    [3, 4200],
    [4, 4500],
    [5, 0],
  ]);
  expect(
    costOf(
      [
        { group_id: 3, minutes: 90 },
        { group_id: 4, minutes: 7 },
        { group_id: 4, minutes: 1 },
        { group_id: 5, minutes: 30 },
        { group_id: 6, minutes: 12 },
        { group_id: 7, minutes: 0 },
      ],
      rates,
    ),
  ).toEqual({
    rows: [
      { group_id: 3, minutes: 90, hourly_rate: 4200, yen: 6300 },
      { group_id: 4, minutes: 7, hourly_rate: 4500, yen: 525 },
      { group_id: 4, minutes: 1, hourly_rate: 4500, yen: 75 },
      { group_id: 5, minutes: 30, hourly_rate: 0, yen: 0 },
    ],
    yen: 6900,
    missing: [6],
  });
  expect(costOf([{ group_id: 1, minutes: 1 }], new Map([[1, 4000]])).yen).toBe(67);
  expect(costOf([{ group_id: 1, minutes: 1 }], new Map([[1, 30]])).yen).toBe(1);
});
