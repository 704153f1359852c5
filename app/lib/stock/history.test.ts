import { expect, test } from "vitest";
import { historySentence, stockPoints, stockWeeks, weeksSentence } from "./history";

const day = (date: string, num_in: string, num_out: string, net: string) => ({ date, num_in, num_out, net });
const history = {
  from: "2026-08-26",
  to: "2026-11-23",
  since: "2026-08-01",
  num: "80.5",
  days: [
    day("2026-08-26", "10", "0", "10"),
    day("2026-10-11", "0", "124", "-124"),
    day("2026-11-23", "84.5", "0", "84.5"),
  ],
};
const href = (from: string, to: string) => `${from}/${to}`;

test("what was left on each day comes from what is there now, backwards", () => {
  expect(stockPoints(history)).toEqual([
    { date: "2026-08-26", value: 120 },
    { date: "2026-10-11", value: -4 },
    { date: "2026-11-23", value: 80.5 },
  ]);
  expect(stockPoints({ ...history, days: history.days.slice(1) }, (date) => href(date, date))).toEqual([
    { date: "2026-08-26", value: 120 },
    { date: "2026-10-11", value: -4, href: "2026-10-11/2026-10-11" },
    { date: "2026-11-23", value: 80.5, href: "2026-11-23/2026-11-23" },
  ]);
  expect(stockPoints(history, (date) => href(date, date))[0]!.href).toBe("2026-08-26/2026-08-26");
  expect(historySentence(history, "個")).toBe(
    "8/26の120個から80.5個になりました。最少は2026/10/11(日)の-4個です。線を押すと、その日の入出庫を開きます。",
  );
});

test("before the first move nothing is known, and after it the first day counts what was there", () => {
  const young = { ...history, since: "2026-10-11", num: "30", days: [day("2026-10-11", "30", "0", "30")] };
  expect(stockPoints(young)).toEqual([
    { date: "2026-08-26", value: null },
    { date: "2026-10-11", value: 30 },
  ]);
  const quiet = { ...history, num: "7", days: [] };
  expect(stockPoints(quiet)).toEqual([{ date: "2026-08-26", value: 7 }]);
  const flat = { ...young, days: [day("2026-10-11", "30", "0", "30")] };
  expect(historySentence(flat, "個")).toBe("10/11から30個のままです。線を押すと、その日の入出庫を開きます。");
  expect(historySentence(quiet, "個")).toBe("この90日に入出庫はありません。現在庫は7個です。");
});

test("weeks begin on Monday, the last is not over, and each leads to its days", () => {
  const weeks = stockWeeks(history, href);
  expect(weeks).toHaveLength(8);
  expect(weeks[1]).toMatchObject({ label: "10/12", values: [0, 0], is_open: false });
  expect(weeks[0]).toMatchObject({ label: "10/5", values: [0, -124], href: "2026-10-05/2026-10-11" });
  expect(weeks.at(-1)).toEqual({
    label: "11/23",
    values: [84.5, 0],
    href: "2026-11-23/2026-11-29",
    is_open: true,
  });
  expect(weeksSentence(weeks, "個")).toContain("8週で入庫84.5個、出庫124個です。");
});
