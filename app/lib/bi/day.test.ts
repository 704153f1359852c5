import fc from "fast-check";
import { expect, test } from "vitest";
import vectors from "./bi-vectors.json";
import { accountDay, halvesOf, isLeftOpen } from "./day";
import { minutesOf, type Span } from "./span";

const MINUTE = 60_000;
const clock = (text: string) => {
  const [hour, minute] = text.split(":").map(Number);
  return (hour! * 60 + minute!) * MINUTE;
};
const at = ([from, to]: string[]): Span => [clock(from!), clock(to!)];
const none = { breaks: [] as Span[], indirect: [], resting: [], now: clock("23:00") };

test.each(vectors["bi.daily_gaps"])("日報 asks as the vector says: $name", ({ in: given, out }) => {
  const attendance = { span: at(given.shift) };
  const day = accountDay({
    ...none,
    attendance,
    breaks: given.breaks.map(at),
    work: given.work.map(at),
  });
  expect(day).toMatchObject({
    work_minutes: out.work,
    small_minutes: out.small,
    break_minutes: out.break,
    asked: out.asked.map(at),
    total_minutes: 540,
  });
});

test("a gap that is answered with 間接作業 or 休憩 is asked no more", () => {
  const attendance = { span: at(["8:00", "17:00"]) };
  const breaks = [at(["12:00", "12:50"])];
  const work = [at(["8:00", "12:00"]), at(["13:10", "16:00"])];
  const day = (indirect: Span[], resting: Span[]) =>
    accountDay({ ...none, attendance, breaks, work, indirect, resting });
  expect(day([], []).asked).toEqual([at(["12:50", "13:10"]), at(["16:00", "17:00"])]);
  const answered = day([at(["16:00", "17:00"])], [at(["12:50", "13:10"])]);
  expect(answered).toMatchObject({ asked: [], indirect_minutes: 60, break_minutes: 70, work_minutes: 410 });
});

test("work in a break is the break's; 間接作業 beside a card is the card's", () => {
  const day = accountDay({
    ...none,
    attendance: { span: at(["8:00", "12:00"]) },
    breaks: [at(["10:00", "10:10"])],
    work: [at(["8:00", "12:00"])],
    indirect: [at(["9:00", "9:30"])],
  });
  expect(day).toMatchObject({ work_minutes: 230, break_minutes: 10, indirect_minutes: 0, asked: [] });
});

test("what lasts until now is no question before the shift is over", () => {
  const attendance = { span: at(["8:00", "17:00"]) };
  const day = (now: string) =>
    accountDay({ ...none, attendance, work: [at(["8:00", "9:00"])], now: clock(now) });
  expect(day("11:00")).toMatchObject({ asked: [], small_minutes: 120, total_minutes: 180 });
  expect(day("17:00").asked).toEqual([at(["9:00", "17:00"])]);
  expect(day("7:00")).toMatchObject({ span: null, total_minutes: 0 });
});

test("without 勤務時間 the first record to the last is the day", () => {
  const work = [at(["9:00", "10:00"]), at(["11:00", "12:00"])];
  expect(accountDay({ ...none, attendance: null, work }).asked).toEqual([at(["10:00", "11:00"])]);
  expect(accountDay({ ...none, attendance: null, work: [] })).toMatchObject({ span: null, asked: [] });
});

test("gaps, work, 間接作業 and breaks come to the shift, to the minute, on any day", () => {
  // To the second, as clocks have it.
  const second = fc.integer({ min: 6 * 3600, max: 30 * 3600 }).map((n) => n * 1000);
  const spans = fc.array(
    fc.tuple(second, second).map(([a, b]): Span => [Math.min(a, b), Math.max(a, b)]),
    { maxLength: 6 },
  );
  const shift = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([from, long]): Span => [from * MINUTE, (from + long) * MINUTE]);
  fc.assert(
    fc.property(shift, spans, spans, spans, spans, second, (span, breaks, work, indirect, resting, now) => {
      const day = accountDay({ attendance: { span }, breaks, work, indirect, resting, now });
      const { work_minutes, indirect_minutes, break_minutes, asked_minutes, small_minutes } = day;
      const sum = work_minutes + indirect_minutes + break_minutes + asked_minutes + small_minutes;
      expect(sum).toBe(day.total_minutes);
      const passed = Math.max(0, Math.min(span[1], now) - span[0]);
      expect(day.total_minutes).toBe(Math.floor(passed / MINUTE));
      expect(Math.abs(asked_minutes - minutesOf(day.asked))).toBeLessThanOrEqual(1);
      for (const [from, to] of day.asked) {
        expect(to - from).toBeGreaterThanOrEqual(15 * MINUTE);
        const crosses = ([a, b]: Span) => a < to && b > from;
        expect(
          [...breaks, ...work, ...indirect, ...resting].some((one) => one[1] > one[0] && crosses(one)),
        ).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test("work left open is asked about half an hour after the shift, or on the day after, unless it goes on", () => {
  const today = { begun: 0, end: clock("17:00") };
  const begun = { start: clock("16:00"), goes_on_until: null };
  expect(isLeftOpen(begun, { ...today, now: clock("17:29") })).toBe(false);
  expect(isLeftOpen(begun, { ...today, now: clock("17:30") })).toBe(true);
  expect(isLeftOpen({ ...begun, start: clock("18:00") }, { ...today, now: clock("20:00") })).toBe(false);
  const yesterday = { begun: 0, end: -7 * 60 * MINUTE, now: clock("8:00") };
  expect(isLeftOpen({ ...begun, start: -MINUTE }, yesterday)).toBe(true);
  expect(isLeftOpen({ ...begun, start: -8 * 60 * MINUTE }, yesterday)).toBe(true);
  expect(isLeftOpen({ start: -MINUTE, goes_on_until: clock("9:00") }, yesterday)).toBe(false);
  const night = { begun: 0, end: clock("5:30"), now: clock("2:00") };
  expect(isLeftOpen({ ...begun, start: -2 * 60 * MINUTE }, night)).toBe(false);
});

test("half a day is what lies before or after the longest break", () => {
  const shift = { shift_start: 480, shift_end: 1020, breaks: [[600, 610] as const, [720, 770] as const] };
  expect(halvesOf(shift)).toEqual({
    morning_off: { shift_start: 770, shift_end: 1020 },
    afternoon_off: { shift_start: 480, shift_end: 720 },
  });
  expect(halvesOf({ ...shift, breaks: [] }).morning_off).toEqual({ shift_start: 750, shift_end: 1020 });
});
