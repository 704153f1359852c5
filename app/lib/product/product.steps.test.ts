import { expect, test } from "vitest";
import { laidOut, readRoute, readTimes, timesText } from "./product.steps";

test("the minutes of each step are read as they are written", () => {
  const times = ["1.5", null, "20"];
  expect(timesText(times)).toBe("1.5 → なし → 20");
  for (const text of ["1.5 → なし → 20", "１．５分->－>20分", "1.5 → → 20"])
    expect(readTimes("標準時間", text, 3), text).toEqual({ times });
  expect([timesText([null, null]), timesText([])]).toEqual(["", ""]);
});

test("too few minutes, a word among them, and minutes without a route are told", () => {
  expect(readTimes("標準時間", "4.5", 3)).toEqual({
    problem: expect.stringContaining("標準工程は3つですが、標準時間は1つです"),
  });
  expect(readTimes("標準時間", "1 → 二分 → 3", 3)).toEqual({
    problem: expect.stringContaining("2番目の「二」"),
  });
  expect(readTimes("標準時間", "1 → -2", 2)).toEqual({ problem: expect.stringContaining("0以上") });
  expect(readTimes("標準時間", "1", 0)).toEqual({
    problem: expect.stringContaining("標準工程がない商品です"),
  });
});

test("a new route keeps what was known of each of its processes, of a process that comes twice each its own", () => {
  const step = (group_id: number, minutes_per_item: string | null) => ({
    group_id,
    minutes_per_item,
    setup_minutes: null,
    caution: null,
  });
  expect(laidOut([7, 4, 2, 7, 7], [step(7, "1"), step(2, "5"), step(7, "3")])).toEqual([
    step(7, "1"),
    step(4, null),
    step(2, "5"),
    step(7, "3"),
    step(7, null),
  ]);
  expect(
    readRoute("切断 → 曲げ/絞り", [
      { group_id: 2, label: "切断" },
      { group_id: 4, label: "曲げ/絞り" },
    ]),
  ).toEqual({ group_ids: [2, 4] });
});
