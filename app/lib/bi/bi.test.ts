import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { milli } from "~/lib/money/decimal";
import { addDays, daysBetween, weekday } from "~/lib/time/date";
import { minutesAtWork } from "~/lib/time/minutes";
import vectors from "./bi-vectors.json";
import { capability, cpkInterval, pChart, signals } from "./capability";
import { correctedSum } from "./correction";
import { dailyGaps } from "./gap";
import { distribution, leadTime } from "./lead";
import { arrivals, isEarly, onTime } from "./ontime";
import { pareto } from "./pareto";
import { bucketsOf, type PeriodKind, periodFrom, previousPeriod, STEPS } from "./period";
import { defectRate, yields } from "./rate";
import { percents } from "./share";
import { meet, minutesOf, type Span, union, without } from "./span";
import { acrossMidnight, splitWork } from "./split";

const clock = (text: string, day = "2026-11-20") => Date.parse(`${day}T${text.padStart(5, "0")}:00+09:00`);
const span = ([from, to]: string[]): Span => [clock(from!), clock(to!)];
const DAY: Span = [clock("0:00"), clock("0:00", "2026-11-21")];

test.each(vectors["bi.lead_time"])("リードタイム: $name", ({ in: { created_utc, shipped_utc }, out }) => {
  const closed = new Set(["2026-09-21", "2026-09-22", "2026-09-23"]);
  const { calendar, business } = leadTime(created_utc, shipped_utc, closed);
  expect({
    calendar,
    business,
    sat_sun_only: leadTime(created_utc, shipped_utc, new Set()).business,
  }).toEqual(out);
});

test.each(vectors["bi.parallel"])("並行: $name", ({ in: { rows, pauses }, out }) => {
  const works = rows.map(([key, from, to]) => ({
    key: Number(key),
    start: clock(from!),
    end: clock(to!),
    pauses: (pauses as string[][]).map(span),
  }));
  const split = splitWork(works, DAY);
  expect(Object.fromEntries(split)).toEqual(out.minutes);
  expect([...split.values()].reduce((sum, one) => sum + one, 0)).toBe(out.total);
});

test("ten minutes at three cards are 4, 3 and 3", () => {
  const [start, end] = span(["9:00", "9:10"]);
  const split = splitWork(
    [3, 1, 2].map((key) => ({ key, start, end, pauses: [] })),
    DAY,
  );
  expect([1, 2, 3].map((key) => split.get(key))).toEqual([4, 3, 3]);
});

const minute = fc.integer({ min: 0, max: 24 * 60 });
const worked = fc
  .tuple(minute, minute, fc.array(fc.tuple(minute, minute), { maxLength: 3 }))
  .filter(([a, b]) => a !== b);

test("the cards of a person come to the person's time, however much was done at once", () => {
  fc.assert(
    fc.property(fc.array(worked, { minLength: 1, maxLength: 6 }), (all) => {
      const at = (n: number) => DAY[0] + n * 60_000;
      const works = all.map(([a, b, stops], key) => {
        const [start, end] = [at(Math.min(a, b)), at(Math.max(a, b))];
        const pauses = stops
          .map(([x, y]): Span => [Math.max(start, at(Math.min(x, y))), Math.min(end, at(Math.max(x, y)))])
          .filter(([from, to]) => to > from);
        return { key, start, end, pauses };
      });
      const iso = (ms: number) => new Date(ms).toISOString();
      const total = minutesAtWork(
        works.map(({ start, end, pauses }) => ({
          work_start: iso(start),
          work_end: iso(end),
          pauses: pauses.map(([from, to]) => ({ pause_start: iso(from), pause_end: iso(to) })),
        })),
        iso(DAY[0]),
        iso(DAY[1]),
      );
      const split = [...splitWork(works, DAY).values()];
      expect(split.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(split.every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
    }),
  );
});

test.each(vectors["bi.midnight"])("日またぎ: $name", ({ in: { start, end, breaks }, out }) => {
  const next = (text: string) => clock(text, "2026-11-21");
  expect(
    acrossMidnight(
      clock(start),
      next(end),
      breaks.map(([from, to]): Span => [next(from!), next(to!)]),
    ),
  ).toEqual(out);
});

test.each(vectors["bi.daily_gaps"])("日報のすき間: $name", ({ in: given, out }) => {
  const { asked, ...rest } = dailyGaps(
    span(given.shift),
    given.breaks.map(span),
    given.work.map(span),
    given.ask,
  );
  expect({ ...rest, asked }).toEqual({ ...out, asked: out.asked.map(span) });
  expect(rest.work + rest.small + rest.break + minutesOf(asked)).toBe(540);
});

test.each(vectors["bi.on_time"])("納期遵守: $name", ({ in: { cards, asof }, out }) => {
  for (const by of ["promised", "original"] as const) {
    const { num_due, num_kept, rate, qty_rate } = onTime(
      cards.map((card) => ({ qty: card.qty, due: card[by], ships: card.ships as [string, string][] })),
      asof,
    );
    expect({ cards: `${num_kept}/${num_due}`, rate, qty_rate }).toEqual(out[by]);
  }
});

test("納期遵守 by 納品: what 納品書 have brought by the day; what is not billed counts by its 出荷", () => {
  const shipped: [string, string] = ["2026-11-20", "10"];
  const notes: [string, string][] = [
    ["2026-11-19", "4"],
    ["2026-11-21", "6"],
  ];
  const by = (on_time_day: "shipped" | "delivered", is_billing_target = true, due = "2026-11-20") => {
    const ships = arrivals({ on_time_day, is_billing_target }, shipped, notes);
    const { num_kept, kept_items } = onTime([{ qty: "10", due, ships }], "2026-12-01");
    return [num_kept, kept_items];
  };
  expect(by("shipped")).toEqual([1, "10"]);
  expect(by("delivered")).toEqual([0, "4"]);
  expect(by("delivered", true, "2026-11-21")).toEqual([1, "10"]);
  expect(by("delivered", false)).toEqual([1, "10"]);
  expect(arrivals({ on_time_day: "shipped", is_billing_target: true }, null, notes)).toEqual([]);
});

test("early is in time, and marked where all of it came more than so many days before", () => {
  const early = (days: number, ...ships: [string, string][]) =>
    isEarly({ qty: "10", due: "2026-11-20", ships }, days);
  expect(early(3, ["2026-11-16", "10"])).toBe(true);
  expect(early(3, ["2026-11-17", "10"])).toBe(false);
  expect(early(3, ["2026-11-10", "9"], ["2026-11-17", "1"])).toBe(false);
  expect(early(0, ["2026-11-19", "10"])).toBe(true);
  expect(early(0, ["2026-11-20", "10"])).toBe(false);
});

test.each(vectors["bi.yield"])("直行率: $name", ({ in: { steps }, out }) => {
  expect(yields(steps)).toEqual(out);
});

test.each(vectors["bi.defect_rate"])("不良率: $name", ({ in: { rows }, out }) => {
  const sum = (at: 0 | 1) => rows.reduce((all, row) => all + BigInt(row[at]!), 0n);
  expect(defectRate(sum(0), sum(1))).toBe(out.rate);
  expect(defectRate(0n, 0n)).toBeNull();
});

test.each(vectors["bi.pareto"])("パレート: $name", ({ in: { rows, top }, out }) => {
  const causes = (rows as [number, string, number][]).map(([id, label, num]) => ({
    id: label === "理由なし" ? null : id,
    label,
    num: BigInt(num),
  }));
  expect(pareto(causes, top).map((bar) => [bar.label, Number(bar.num), bar.cumulative])).toEqual(out);
});

test("パレート: その他 is never of one", () => {
  const causes = [5, 3, 1].map((num, id) => ({ id, label: `${id}`, num: BigInt(num) }));
  expect(pareto(causes, 2).map(({ label }) => label)).toEqual(["0", "1", "2"]);
});

test.each(vectors["bi.percent"])("構成比: $name", ({ in: { v }, out }) => {
  expect(percents(v)).toEqual(out);
});

test.each(vectors["bi.capability"])("工程能力: $name", ({ in: { x, lsl, usl }, out }) => {
  expect(capability(x, lsl, usl)).toEqual(out);
});

test("what is left of spans is what no cut covers, moment by moment", () => {
  const some = fc.array(
    fc.tuple(fc.nat(40), fc.nat(40)).map(([from, to]): Span => [from, to]),
    { maxLength: 8 },
  );
  const moments = Array.from({ length: 41 }, (_, at) => at);
  const holds = (spans: Span[]) => (at: number) => spans.some(([from, to]) => from <= at && at < to);
  fc.assert(
    fc.property(some, some, (spans, cuts) => {
      const left = without(spans, cuts);
      expect(moments.filter(holds(left))).toEqual(
        moments.filter((at) => holds(spans)(at) && !holds(cuts)(at)),
      );
      expect(left).toEqual(union(left));
      expect(meet(spans, cuts)).toBe(moments.some((at) => holds(spans)(at) && holds(cuts)(at)));
    }),
  );
});

test("工程能力: no index without spread, nor of less than ten", () => {
  expect(capability(Array(12).fill("1"), "0", "2")).toMatchObject({
    cpk: null,
    label: "測定の分解能を確認してください",
  });
  expect(capability(["1", "2", "1.5"], "0", "3")).toMatchObject({ n: 3, cpk: null, mean: "1.500" });
});

test.each(vectors["bi.cpk_interval"])("Cpkの範囲: $name", ({ in: { cpk, n }, out }) => {
  expect(cpkInterval(cpk, n)).toEqual(out);
});

test.each(vectors["bi.p_chart"])("p管理図: $name", ({ in: { rows }, out }) => {
  const chart = pChart(rows as [number, number][]);
  expect({
    p: chart.p,
    rows: chart.rows.map((row) => row && [row.rate, row.low, row.high, row.is_out]),
  }).toEqual(out);
});

test("管理図: a point outside, and the eighth on one side", () => {
  const found = signals([5, 1, 1, 1, 1, 1, 1, 1, 1, -1], { centre: 0, low: -4, high: 4 });
  expect(found.map(({ is_out }) => is_out).indexOf(true)).toBe(0);
  expect(found.map(({ is_run }) => is_run)).toEqual([...Array(7).fill(false), true, true, false]);
});

test.each(vectors["bi.distribution"])("分布: $name", ({ in: { v }, out }) => {
  const { mean, median, p85 } = distribution(v.map((value) => [value, 1]));
  expect({ mean, median, p85 }).toEqual(out);
});

test.each(vectors["bi.previous"])("前の期間: $name", ({ in: { frm, today, kind }, out }) => {
  expect(previousPeriod({ from: frm, to: today }, kind as PeriodKind)).toEqual(out);
});

test("前の期間: a whole month is met by the whole month before, a week by the same weekdays", () => {
  expect(previousPeriod(periodFrom("last_month", "2026-12-05"), "last_month")).toEqual({
    from: "2026-10-01",
    to: "2026-10-31",
  });
  expect(previousPeriod(periodFrom("week", "2026-11-18"), "week")).toEqual({
    from: "2026-11-09",
    to: "2026-11-11",
  });
});

test.each(vectors["bi.correction"])("後日訂正: $name", ({ in: { entries, month }, out }) => {
  const figures = (entries as [string, string, string, number, string | null][]).map(
    ([key, day, recorded, num, corrects]) => ({ key, day, recorded, num: String(num), corrects }),
  );
  const period = {
    from: `${month}-01`,
    to: periodFrom("last_month", `${month.slice(0, 5)}${Number(month.slice(5)) + 1}-01`).to,
  };
  const { now, late } = correctedSum(figures, period);
  expect({ now: Number(milli(now) / 1000n), late: Number(milli(late) / 1000n) }).toEqual(out);
});

test("buckets follow each other without a hole, are no more than asked for, and a day at least", () => {
  const day = fc.integer({ min: 0, max: 4000 }).map((n) => addDays("2020-02-28", n));
  fc.assert(
    fc.property(
      day,
      fc.nat(1500),
      fc.constantFrom("auto", ...STEPS),
      fc.integer({ min: 4, max: 60 }),
      (from, n, step, most) => {
        const to = addDays(from, n);
        const { buckets, step: taken } = bucketsOf({ from, to }, step as "auto", to, most);
        expect(buckets.length).toBeLessThanOrEqual(most);
        expect([buckets[0]!.from, buckets.at(-1)!.to]).toEqual([from, to]);
        for (const [index, bucket] of buckets.entries()) {
          expect(daysBetween(bucket.from, bucket.to)).toBeGreaterThanOrEqual(0);
          if (index > 0) expect(bucket.from).toBe(addDays(buckets[index - 1]!.to, 1));
          if (index > 0 && taken === "week") expect(weekday(bucket.from)).toBe(1);
        }
      },
    ),
  );
});

test("the leap day is in its month", () => {
  expect(bucketsOf({ from: "2028-02-01", to: "2028-03-31" }, "month", "2028-04-10")).toEqual({
    step: "month",
    buckets: [
      { from: "2028-02-01", to: "2028-02-29", is_partial: false },
      { from: "2028-03-01", to: "2028-03-31", is_partial: false },
    ],
  });
});
