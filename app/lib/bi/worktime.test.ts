import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { FIRST_DAY, MIDNIGHT, turnsOf } from "~/lib/shop/shift";
import { addDays } from "~/lib/time/date";
import vectors from "./bi-vectors.json";
import { minutesOf, type Span, without } from "./span";
import { acrossMidnight, splitWork } from "./split";
import { composeDay, minutesWithin, type Piece, windowOf } from "./worktime.day";
import { sumsList } from "./worktime.sums";
import { daysSentence, endText, recordText, startText } from "./worktime.words";

const alone = (held: { shift_start: number; shift_end: number }) =>
  turnsOf(
    [{ ...held, group_name: null, worker_id: null, breaks: [], since: FIRST_DAY, until: null }],
    NOBODY,
  );
const NOBODY = { worker_id: 0, group_name: null };
const clock = (text: string, day = "2026-11-20") => Date.parse(`${day}T${text.padStart(5, "0")}:00+09:00`);
const span = ([from, to]: string[]): Span => [clock(from!), clock(to!)];
const DAY = "2026-11-20";
const piece = (given: Partial<Piece>): Piece => ({
  row_key: "w1",
  kind: "making",
  active: [],
  open: null,
  is_ended: true,
  goes_on_until: null,
  minutes: null,
  ...given,
});
const whole = {
  day: DAY,
  turns: MIDNIGHT,
  attendance: null,
  breaks: [] as Span[],
  now: clock("9:00", "2026-11-21"),
};
const shift = (from: string, to: string) => ({ span: span([from, to]) });

test.each(vectors["bi.midnight"])(
  "a night is one 勤務日 of the same minutes: $name",
  ({ in: given, out }) => {
    const next = (text: string) => clock(text, "2026-11-21");
    const breaks = given.breaks.map(([from, to]): Span => [next(from!), next(to!)]);
    const [start, end] = [clock(given.start), next(given.end)];
    const { by_calendar } = acrossMidnight(start, end, breaks);
    const counted = { [DAY]: by_calendar[0]!, "2026-11-21": by_calendar[1]! };
    const active: Span[] = [
      [start, breaks[0]![0]],
      [breaks[0]![1], end],
    ];
    const turns = alone({ shift_start: 1320, shift_end: 1770 });
    expect(turns.turns).toEqual([825]);
    expect(minutesWithin(counted, active, DAY, turns)).toBe(out.by_shift_day);
    expect(minutesWithin(counted, active, "2026-11-21", turns)).toBe(0);
    expect(minutesWithin(counted, active, DAY, MIDNIGHT)).toBe(by_calendar[0]);
  },
);

test.each(vectors["bi.daily_gaps"])("日報のすき間: $name", ({ in: given, out }) => {
  const breaks = given.breaks.map(span);
  const pieces = given.work.map((one, index) =>
    piece({ row_key: `w${index}`, active: [span(one)], minutes: minutesOf(without([span(one)], breaks)) }),
  );
  const told = composeDay(pieces, { ...whole, attendance: { span: span(given.shift) }, breaks });
  expect(told.gaps).toEqual(out.asked.map(span));
  expect(told.small).toBe(out.small);
  expect(told.minutes).toBe(out.work);
});

test("two cards at once are marked 並行, and a card after the other is not", () => {
  const { records } = composeDay(
    [
      piece({ row_key: "w1", active: [span(["9:00", "11:00"])], minutes: 90 }),
      piece({ row_key: "w2", active: [span(["10:00", "12:00"])], minutes: 90 }),
      piece({ row_key: "w3", active: [span(["12:00", "13:00"])], minutes: 60 }),
    ],
    whole,
  );
  expect(records.map(({ is_parallel }) => is_parallel)).toEqual([true, true, false]);
  expect(records.map(({ minutes }) => minutes)).toEqual([90, 90, 60]);
});

test("間接作業 counts where no card is worked on, and 休憩 is no work", () => {
  const told = composeDay(
    [
      piece({ row_key: "w1", active: [span(["9:00", "10:00"])], minutes: 60 }),
      piece({ row_key: "i1", kind: "indirect", active: [span(["9:30", "10:30"])] }),
      piece({ row_key: "i2", kind: "break", active: [span(["12:00", "12:50"])] }),
    ],
    whole,
  );
  expect([told.minutes, told.indirect_minutes, told.break_minutes]).toEqual([60, 30, 50]);
  expect(told.gaps).toEqual([span(["10:30", "12:00"])]);
});

test("work and 間接作業 over a break lose it; who rested by record has rested once", () => {
  const told = composeDay(
    [
      piece({ row_key: "w1", active: [span(["11:30", "13:00"])], minutes: 40 }),
      piece({ row_key: "i1", kind: "indirect", active: [span(["14:50", "15:30"])] }),
      piece({ row_key: "i2", kind: "break", active: [span(["12:00", "12:50"])] }),
    ],
    { ...whole, breaks: [span(["12:00", "12:50"]), span(["15:00", "15:10"])] },
  );
  expect([told.minutes, told.indirect_minutes, told.break_minutes, told.over_breaks]).toEqual([
    40, 30, 50, 50,
  ]);
  expect(told.records[0]!.spans).toEqual([span(["11:30", "12:00"]), span(["12:50", "13:00"])]);
  expect(told.gaps).toEqual([span(["13:00", "14:50"])]);
});

test("what was left open is 未終了 half an hour after 終業, lasts until it provisionally, and counts nothing", () => {
  const open = piece({ open: clock("15:00") });
  const at = (now: number, more = {}) =>
    composeDay([{ ...open, ...more }], { ...whole, attendance: shift("8:00", "17:00"), now });
  expect(at(clock("17:30")).records[0]).toMatchObject({ state: "going", until: clock("17:30") });
  const left = at(clock("17:31"));
  expect(left.records[0]).toMatchObject({ state: "left", until: clock("17:00"), minutes: null });
  expect([left.minutes, left.provisional]).toEqual([0, 120]);
  expect(left.gaps).toEqual([span(["8:00", "15:00"])]);
  expect(at(clock("17:31"), { goes_on_until: clock("20:00") }).records[0]!.state).toBe("going");
  expect(composeDay([open], { ...whole, now: clock("23:59") }).records[0]!.state).toBe("going");
  expect(composeDay([open], { ...whole, now: clock("0:01", "2026-11-21") }).records[0]!.state).toBe("left");
});

test("a gap is no gap before it is over, nor where a break is", () => {
  const told = composeDay([piece({ active: [span(["8:00", "12:00"])], minutes: 240 })], {
    ...whole,
    attendance: shift("8:00", "17:00"),
    breaks: [span(["12:00", "12:50"])],
    now: clock("13:00"),
  });
  expect([told.gaps, told.small]).toEqual([[], 10]);
});

const minute = fc.integer({ min: 0, max: 72 * 60 });
test("however the days are cut, they come to what 加工実績 counts, on a leap day too", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(minute, minute).filter(([a, b]) => a !== b),
        { minLength: 1, maxLength: 6 },
      ),
      // Of one shift, or of two, one after the other.
      fc.array(fc.constantFrom(0, 30, 330, 825), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("2028-02-28", "2026-12-31", "2026-11-20"),
      (spans, each, first) => {
        const turns = { days: each.map((_, at) => (at === 0 ? FIRST_DAY : addDays(first, at))), turns: each };
        const start = Date.parse(`${first}T00:00:00+09:00`);
        const works = spans.map(([a, b], key) => ({
          key,
          start: start + Math.min(a, b) * 60_000,
          end: start + Math.max(a, b) * 60_000,
          pauses: [],
        }));
        const days = Array.from({ length: 6 }, (_, at) =>
          new Date(start + (at - 1) * 86_400_000 + 9 * 3_600_000).toISOString().slice(0, 10),
        );
        const counted = works.map(({ key }) =>
          Object.fromEntries(
            days.map((one) => [one, splitWork(works, windowOf(one, MIDNIGHT)).get(key) ?? 0]),
          ),
        );
        for (const [index, { start: from, end: to }] of works.entries()) {
          const cut = days.map((one) => minutesWithin(counted[index]!, [[from, to]], one, turns));
          const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);
          expect(sum(cut)).toBe(sum(Object.values(counted[index]!)));
        }
      },
    ),
  );
});

test("what began before the day or goes on after it says so, with no time of another day", () => {
  const at = (day: string, text: string) => new Date(clock(text, day)).toISOString();
  const start = at("2026-11-19", "15:24");
  const end = at("2026-11-20", "11:38");
  expect(startText({ start, from: start })).toBe("15:24");
  expect(startText({ start, from: at(DAY, "0:30") })).toBe("前日から");
  expect(endText({ end, to: end })).toBe("11:38");
  expect(endText({ end, to: at(DAY, "0:30") })).toBe("翌日へ");
  expect([startText({ start: null, from: null }), endText({ end: null, to: null })]).toEqual(["", ""]);
});

test("beside a person's work a machine's is told in words, not by the colour of its bar alone", () => {
  const machine = {
    label: "切断",
    card_id: "1154",
    name: "ブラケットB",
    kind: "machine",
    is_parallel: false,
  };
  const of = (more: object) => recordText({ ...machine, ...more } as Parameters<typeof recordText>[0]);
  expect(["done", "going", "paused"].map((state) => of({ state }))).toEqual([
    "1154 ブラケットB 切断 無人運転",
    "1154 ブラケットB 切断 無人運転中",
    "1154 ブラケットB 切断 無人運転 中断中",
  ]);
  expect(of({ state: "going", kind: "making" })).toBe("1154 ブラケットB 切断 作業中");
});

test("on a day off only the machine that somebody set going ran: no part of it is asked of them, and it is no 人日", () => {
  const at = { ...whole, attendance: shift("8:00", "17:00"), breaks: [span(["12:00", "13:00"])] };
  const machine = piece({ kind: "machine", active: [span(["8:00", "17:00"])], minutes: 540 });
  expect(composeDay([machine], at)).toMatchObject({ gaps: [], small: 0, minutes: 0, machine_minutes: 540 });
  const making = piece({ row_key: "w2", active: [span(["8:00", "9:00"])], minutes: 60 });
  expect(minutesOf(composeDay([machine, making], at).gaps)).toBe(420);
  const day = { minutes: 0, machine_minutes: 540, indirect_minutes: 0, gap_minutes: 0, num_left: 0 };
  const told = (...days: object[]) => daysSentence(days as Parameters<typeof daysSentence>[0]);
  expect(told({ ...day, records: [{ kind: "machine" }] })).toBe("機械だけの日です。機械 9時間。");
  const worked = { ...day, minutes: 60, records: [{ kind: "making" }] };
  expect(told(worked, { ...day, records: [{ kind: "machine" }] })).toBe(
    "1人日で、実働 1時間、機械 18時間、記録なしはありません。",
  );
});

test("a year of months stands narrow: the year where it begins, minutes as a time sheet writes them; the CSV is whole", () => {
  const { columns } = sumsList({ from: "2025-12-01", to: "2026-02-10" });
  const row = {
    row_key: "1 2",
    worker_id: 1,
    worker: "山口",
    label: "",
    months: { "2025-12": 65, "2026-02": 9_000 },
    total: 9_065,
  };
  expect(columns.slice(2).map(({ label, head, text, csv }) => [label, head, text!(row), csv!(row)])).toEqual([
    ["計", undefined, "151時間5分", 9_065],
    ["2025年12月", "2025年12月", "1:05", 65],
    ["2026年1月", "2026年1月", null, 0],
    ["2026年2月", "2月", "150:00", 9_000],
  ]);
});
