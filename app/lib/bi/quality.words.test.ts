import { expect, test } from "vitest";
import type { Quality, Single } from "./quality.schema";
import { ngChart, ngSentence, percentText, scopeText, spreadSentence, trendSentence } from "./quality.words";

const LOTS = [
  [200, 4],
  [50, 4],
  [400, 6],
  [100, 9],
];
const buckets = LOTS.map(([n, n_ng], at) => ({
  from: `2026-11-0${at + 1}`,
  to: `2026-11-0${at + 1}`,
  is_partial: false,
  n: n!,
  n_ng: n_ng!,
}));
const single = (values: number[], more: Partial<Single> = {}): Single => ({
  digits: 2,
  lower_limit: "9.9",
  upper_limit: "10.1",
  is_changed: false,
  frozen: null,
  points: values.map((value, at) => ({
    at: `2026-11-01T00:${String(at).padStart(2, "0")}:00Z`,
    card_key: 1,
    card_id: "1",
    value: String(value),
    is_outside: value > 10.1,
    is_out: false,
    is_run: false,
  })),
  n: values.length,
  mean: "10.005",
  s: "0.01",
  ucl: null,
  lcl: null,
  cp: null,
  cpk: null,
  range: null,
  pp: null,
  ppk: null,
  label: null,
  ...more,
});

test("NG率 has limits that move with each bucket's number; what is beyond them is named (BI p)", () => {
  const { mean, points } = ngChart({ buckets, step: "day" });
  expect(mean).toBe(3.07);
  expect(points.map(({ rate, low, high, is_out }) => [rate, low, high, is_out])).toEqual([
    [2, 0, 6.72, false],
    [8, 0, 10.38, false],
    [1.5, 0.48, 5.65, false],
    [9, 0, 8.24, true],
  ]);
  const data = { buckets, step: "day" as const, n_judged: 750, n_ng: 23 };
  expect(ngSentence(data)).toBe(
    "判定750件のうちNGは23件（3.07%）です。11/4は、ふだんより多く管理限界を超えました。",
  );
  expect(ngSentence({ ...data, n_judged: 0 })).toBe("判定した記録はありません。");
  expect(percentText(0, 0)).toBe("―");
});

test("a trend says what is outside, and towards which limit it moves; Cpk is said with of how many", () => {
  const rising = Array.from({ length: 20 }, (_, at) => (at < 10 ? 10 : 10.06));
  const name = { label: "外径", unit: "mm" };
  expect(trendSentence(single(rising), name)).toContain(
    "平均 10.00mm から最近は 10.06mm に上がり、規格上限に近づいています",
  );
  expect(trendSentence(single(rising.slice(5, 15)), name)).not.toContain("近づいて");
  expect(trendSentence(single([10.2]), name)).toContain("規格外が1点あります");
  expect(spreadSentence(single([1]))).toContain("10点から");
  expect(spreadSentence(single([], { cpk: "1.150", range: ["0.89", "1.41"], n: 45 }))).toBe(
    "Cpk 1.150（95%の範囲 0.89〜1.41、n=45）。規格に対して余裕が足りません。",
  );
  expect(spreadSentence(single([], { lower_limit: null, upper_limit: null }))).toContain("規格がない");
  const none: Pick<Quality, "strands" | "single"> = { strands: [], single: null };
  expect(scopeText(none)).toContain("ひとつに絞ると");
});
