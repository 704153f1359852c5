import { expect, test } from "vitest";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import { distribution, leadBins } from "./lead";
import { bucketsOf } from "./period";
import { intoRow, statColumns, statHref } from "./stat.list";
import type { Figures, Stat } from "./stat.schema";
import { tilesOf } from "./stat.tiles";
import {
  bucketLabel,
  leadSentence,
  lengthText,
  onTimeSentence,
  processSentence,
  stayParts,
  staySentence,
  stays,
  trendSentence,
} from "./stat.words";

const NOTHING: Figures = {
  num_good: null,
  num_defective: null,
  defect_rate: null,
  fpy: null,
  final_rate: null,
  minutes: null,
  machine_minutes: null,
  per_hour: null,
  standard_minutes: null,
  achieved: null,
  num_passed: null,
  wait_minutes: null,
  work_minutes: null,
  num_shift_stays: null,
  shift_wait_minutes: null,
  stay_days: null,
  num_cards: null,
  num_shipped: null,
  num_due: null,
  num_kept: null,
  on_time: null,
  on_time_items: null,
  original_due: null,
  original_kept: null,
  original_on_time: null,
  original_on_time_items: null,
  price: null,
};
const figures = (more: Partial<Figures>): Figures => ({ ...NOTHING, ...more });
const period = { from: "2026-11-01", to: "2026-11-21" };
const processRow = (group_id: number, label: string, more: Partial<Figures>) => ({
  ...figures(more),
  group_id,
  label,
});

test("the sentence of a chart says what it shows: how many, how many more than before, whose most of them are", () => {
  const trend = [
    { id: "3", label: "切断", values: ["60", "30"] },
    { id: null, label: "その他", values: ["100", "10"] },
  ];
  const asked = { period, trend, unit: "piece" as const, total: figures({ num_good: "200" }) };
  expect(trendSentence({ ...asked, total_before: null })).toBe(
    "良品は200個で、最も多いのは切断（45%）です。",
  );
  expect(trendSentence({ ...asked, total_before: figures({ num_good: "230" }) })).toBe(
    "良品は200個（前の期間より30個少ない）で、最も多いのは切断（45%）です。",
  );
  expect(trendSentence({ ...asked, trend: trend.slice(0, 1), total_before: null })).toBe("良品は200個です。");
  expect(trendSentence({ ...asked, total: figures({ num_shipped: "0" }), total_before: null })).toBe(
    "2026/11/1(日)〜2026/11/21(土)の出荷はありません。",
  );
});

test("what is late, defective or waits longest is named; where there is nothing it says so", () => {
  expect(onTimeSentence({ total: figures({ num_due: 5, num_kept: 2, on_time: "40.0" }) })).toBe(
    "納期を迎えた5枚のうち2枚（40.0%）が約束納期に間に合いました。",
  );
  expect(onTimeSentence({ total: figures({ num_due: 0, num_kept: 0 }) })).toBe(
    "この期間に納期を迎えたカードはありません。",
  );
  const processes = [
    processRow(3, "切断", { defect_rate: "0.198", num_passed: 4, wait_minutes: 5760, work_minutes: 80 }),
    processRow(4, "検査", { defect_rate: null, num_passed: 0, wait_minutes: 0, work_minutes: 0 }),
  ];
  expect(processSentence({ processes })).toBe("不良率が最も高いのは切断（0.198%）です。");
  expect(staySentence({ processes })).toBe("待ちが最も長いのは切断で、1枚あたり1日です。");
  expect(stayParts(stays({ processes })).series).toEqual(["待ち", "加工"]);
  const known = [processRow(3, "切断", { ...processes[0], num_shift_stays: 4, shift_wait_minutes: 1200 })];
  expect(staySentence({ processes: known })).toBe(
    "待ちが最も長いのは切断で、1枚あたり1日（勤務時間では5時間）です。",
  );
  const parts = stayParts(stays({ processes: known }));
  expect(parts.series).toEqual(["待ち（勤務時間）", "加工", "待ち（夜間・休日）"]);
  expect(stays({ processes: known }).map(parts.values)).toEqual([[300, 20, 1140]]);
  // 勤務時間 known of some only: the parts would not be those of the whole.
  const some = [processRow(3, "切断", { ...known[0], num_shift_stays: 3 })];
  expect(stayParts(stays({ processes: some })).series).toEqual(["待ち", "加工"]);
  expect(staySentence({ processes: processes.slice(1) })).toBe("この期間に工程を終えたカードはありません。");
  expect([45, 90, 1439, 2160].map(lengthText)).toEqual(["45分", "1.5時間", "24時間", "1.5日"]);
});

test("buckets are named by their day, their Monday or their month, and a year where it begins", () => {
  const named = (from: string, to: string, step: "day" | "week" | "month") => {
    const made = bucketsOf({ from, to }, step, "2026-11-21");
    return made.buckets.map((bucket, at) => bucketLabel(bucket, made.step, at));
  };
  expect(named("2026-11-01", "2026-11-03", "day")).toEqual(["11/1", "11/2", "11/3"]);
  expect(named("2026-11-02", "2026-11-15", "week")).toEqual(["11/2〜", "11/9〜"]);
  expect(named("2025-12-01", "2026-02-28", "month")).toEqual(["2025年12月", "2026年1月", "2月"]);
});

test("a row opens into what it was made of, once; a column that nobody has is left out", () => {
  const data: Pick<Stat, "axis" | "axes" | "unit" | "rows"> = {
    axis: "process",
    axes: ["process", "product", "buyer", "worker", "partner"],
    unit: "piece",
    rows: [{ ...figures({ num_good: "5", num_defective: "0" }), id: "3", label: "切断" }],
  };
  const href = intoRow(data, { period: "last_month" }, "3");
  expect(href).toBe("/bi/stat?period=last_month&group_id=3&axis=product");
  expect(intoRow(data, { group_id: "3" }, "3")).toBeNull();
  expect(intoRow({ axis: "product", axes: ["product", "seller"] }, {}, "0")).toBe(
    "/bi/stat?product_id=0&axis=seller",
  );
  expect(statHref({ period: "custom", from: "2026-11-01" }, { from: "2026-11-02" })).toBe(
    "/bi/stat?period=custom&from=2026-11-02",
  );
  expect(statColumns(data, {}).map(({ name }) => name)).toEqual(["label", "num_good", "num_defective"]);
});

test("the days of cards that have gone are said with those that have not", () => {
  const lead = { n: 10, mean: "8.8", median: "5.0", p85: 12, longest: 40, counted: [] };
  expect(
    leadSentence({ lead: { ...lead, from: "started", days: "business", open_cards: 57, open_longest: 13 } }),
  ).toBe("着手から出荷まで（営業日）は、半数が5日まで、85%が12日までです。仕掛中は57枚（最長13日）です。");
  expect(
    leadSentence({
      lead: { ...lead, n: 0, from: "asked", days: "calendar", open_cards: 2, open_longest: null },
    }),
  ).toBe("この期間に出荷したカードはありません。仕掛中は2枚です。");
});

test("bars of lead time are whole days of one width, and hold every card", () => {
  expect(leadBins([])).toEqual([]);
  expect(leadBins([{ days: 0, n: 3 }])).toEqual([{ from: 0, to: 1, n: 3 }]);
  const bins = leadBins([
    { days: 2, n: 1 },
    { days: 12, n: 4 },
    { days: 40, n: 1 },
  ]);
  expect(bins.every(({ from, to }) => to - from === 3)).toBe(true);
  expect(bins.length).toBeLessThanOrEqual(15);
  expect(bins.filter(({ n }) => n > 0)).toEqual([
    { from: 0, to: 3, n: 1 },
    { from: 12, to: 15, n: 4 },
    { from: 39, to: 42, n: 1 },
  ]);
});

test("納期遵守 is said by card and by quantity, by 約束納期 and 基準納期; of nothing due there is no figure", () => {
  const left = {
    other_units: 0,
    open_work: 0,
    long_work: 0,
    open_cards: 0,
    open_longest: null,
    parts: 0,
    without_start: 0,
  };
  const tile = (
    more: Partial<Figures>,
    on_time_days: OnTimeDay[] = ["shipped"],
    early: Stat["early"] = null,
  ) =>
    tilesOf(
      { unit: "piece", left, lead_from: "asked", lead_days: "calendar", on_time_days, early },
      { figures: figures({ num_cards: 5, ...more }), lead: distribution([]) },
      null,
    ).find(({ name }) => name === "on_time")!;
  const due = {
    on_time: "40.0",
    original_on_time: "20.0",
    on_time_items: "47.3",
    original_on_time_items: "29.1",
  };
  expect(tile({ num_due: 5, ...due })).toMatchObject({
    value: "40.0%",
    beside: "基準納期 20.0%",
    note: "数量では 47.3%（基準納期 29.1%）",
  });
  expect(tile({ num_due: 0 })).toMatchObject({ value: null, beside: null, note: null });
  expect(tile({ ...due }, ["shipped"], { days: 3, n: 2 }).note).toBe(
    "数量では 47.3%（基準納期 29.1%）・3日より早い 2枚",
  );
  expect(tile({ ...due }, ["shipped"], { days: 3, n: 0 }).note).toBe("数量では 47.3%（基準納期 29.1%）");
  // ⓘ says which day counts, and that partners may differ.
  expect(tile({}).formula).toContain("日は出荷日で数える（取引先ごとに納品日にもできる）");
  expect(tile({}, ["delivered"]).formula).toContain("日は納品書の納品日で数える");
  expect(tile({}, ["shipped", "delivered"]).formula).toContain("取引先ごとの設定により");
});
