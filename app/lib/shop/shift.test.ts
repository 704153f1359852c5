import { expect, test } from "vitest";
import {
  attendance,
  breaksIn,
  breaksOn,
  breaksText,
  clockText,
  dutyDay,
  FIRST_DAY,
  type KeptShift,
  movedBy,
  type Shift,
  shiftFor,
  shiftsOn,
  turnBetween,
  turnsOf,
} from "./shift";

const day: Shift = {
  group_name: null,
  worker_id: null,
  shift_start: 480,
  shift_end: 1020,
  breaks: [[720, 770]],
};
const night: Shift = {
  ...day,
  group_name: "夜勤",
  shift_start: 1320,
  shift_end: 1770,
  breaks: [[1500, 1545]],
};
const own: Shift = { ...day, worker_id: 7, shift_start: 540 };
const none = { is_absent: false, shift_start: null, shift_end: null, is_without_breaks: false };
const tokyo = (text: string) => Date.parse(`2026-${text}:00+09:00`);

test("a person's own 勤務時間 stands before the group's, and that before everybody's", () => {
  const all = [day, night, own];
  expect(shiftFor(all, { worker_id: 7, group_name: "夜勤" })).toBe(own);
  expect(shiftFor(all, { worker_id: 8, group_name: "夜勤" })).toBe(night);
  expect(shiftFor(all, { worker_id: 8, group_name: null })).toBe(day);
  expect(shiftFor([night], { worker_id: 8, group_name: null })).toBe(null);
});

test("breaks are typed as people write them, in any order, and shown the same", () => {
  expect(breaksIn("15:00～15:10, 12:00-12:50　10:00-10:10", day)).toEqual([
    [600, 610],
    [720, 770],
    [900, 910],
  ]);
  expect(breaksText([[1500, 1545]])).toBe("1:00-1:45");
  expect(breaksIn("1:00-1:45", night)).toEqual([[1500, 1545]]);
  expect(breaksIn("23:50-0:10", night)).toEqual([[1430, 1450]]);
  expect(breaksIn("", day)).toEqual([]);
});

test("a break that can't be is refused in words", () => {
  expect(breaksIn("昼", day)).toBe("休憩の「昼」を読み取れません（例：12:00-12:50）");
  expect(breaksIn("12:00-12:75", day)).toMatch(/読み取れません/);
  expect(breaksIn("16:50-17:10", day)).toBe("休憩の「16:50-17:10」は、始業から終業までの間にしてください");
  expect(breaksIn("7:00-8:10", day)).toMatch(/始業から終業/);
  expect(breaksIn("12:00-12:50、12:40-13:00", day)).toBe("休憩の時間が重なっています");
});

test("a night begins on its day and ends on the next", () => {
  expect(clockText(1770)).toBe("翌5:30");
  expect(attendance("2026-11-20", night, null, new Set())).toEqual({
    span: [tokyo("11-20T22:00"), tokyo("11-21T05:30")],
  });
});

test("nothing is expected on closed days, of the absent, and without 勤務時間", () => {
  expect(attendance("2026-11-21", day, null, new Set())).toBe(null);
  expect(attendance("2026-11-20", day, null, new Set(["2026-11-20"]))).toBe(null);
  expect(attendance("2026-11-20", day, { ...none, is_absent: true }, new Set())).toBe(null);
  expect(attendance("2026-11-20", null, null, new Set())).toBe(null);
});

test("half a day, overtime and 休憩なし are as they were said", () => {
  const half = attendance("2026-11-20", day, { ...none, shift_start: 750, shift_end: 1020 }, new Set())!;
  expect(half.span).toEqual([tokyo("11-20T12:30"), tokyo("11-20T17:00")]);
  const saturday = attendance("2026-11-21", day, { ...none, shift_start: 480, shift_end: 720 }, new Set())!;
  expect(saturday.span).toEqual([tokyo("11-21T08:00"), tokyo("11-21T12:00")]);
});

test("実働 loses the shift's breaks, on closed days too, as far as somebody said to be there, unless 休憩なし", () => {
  expect(breaksOn("2026-11-20", night, null)).toEqual([[tokyo("11-21T01:00"), tokyo("11-21T01:45")]]);
  expect(breaksOn("2026-11-21", day, null)).toEqual([[tokyo("11-21T12:00"), tokyo("11-21T12:50")]]);
  const half = { ...none, shift_start: 750, shift_end: 1020 };
  expect(breaksOn("2026-11-20", day, half)).toEqual([[tokyo("11-20T12:30"), tokyo("11-20T12:50")]]);
  expect(breaksOn("2026-11-20", day, { ...none, shift_start: 480, shift_end: 720 })).toEqual([]);
  expect(breaksOn("2026-11-20", day, { ...none, is_without_breaks: true })).toEqual([]);
  expect(breaksOn("2026-11-20", day, { ...none, is_absent: true })).toEqual([]);
  expect(breaksOn("2026-11-20", null, null)).toEqual([]);
});

const kept = (shift: Shift, since: string, until: string | null = null): KeptShift => ({
  ...shift,
  since,
  until,
});
const person = { worker_id: 8, group_name: "夜勤" };

test("the day turns in the middle between two shifts, and never before midnight", () => {
  const turn = (shift_start: number, shift_end: number) => {
    const shift = { shift_start, shift_end };
    return turnBetween(shift, shift);
  };
  expect(turnBetween(null, null)).toBe(0);
  expect([turn(360, 840), turn(480, 1020), turn(780, 1320), turn(1320, 1770)]).toEqual([0, 30, 330, 825]);
});

test("勤務時間 that changed holds from its day on; a night before it still ends on the morning", () => {
  const all = [kept(night, FIRST_DAY, "2026-11-20"), kept({ ...day, group_name: "夜勤" }, "2026-11-20")];
  expect(shiftFor(shiftsOn(all, "2026-11-19"), person)!.shift_start).toBe(1320);
  expect(shiftFor(shiftsOn(all, "2026-11-20"), person)!.shift_start).toBe(480);
  const turns = turnsOf(all, person);
  expect(turns).toEqual({ days: [FIRST_DAY, "2026-11-20", "2026-11-21"], turns: [825, 480, 30] });
  const duty = (text: string) => dutyDay(turns, new Date(`2026-11-${text}:00+09:00`).toISOString());
  expect(["19T13:40", "19T13:45", "20T05:30", "20T08:00", "21T00:29", "21T00:30"].map(duty)).toEqual(
    ["18", "19", "19", "20", "20", "21"].map((one) => `2026-11-${one}`),
  );
});

test("a change moves no day before it, and none of somebody whom it doesn't mean", () => {
  const before = [kept(night, FIRST_DAY), kept(day, FIRST_DAY)];
  const after = [
    kept(night, FIRST_DAY, "2026-11-20"),
    kept(day, FIRST_DAY),
    kept({ ...night, shift_start: 1260 }, "2026-11-20"),
  ];
  const moved = (one: string, who: typeof person | typeof day = person) =>
    movedBy(before, after, { ...who, worker_id: who.worker_id ?? 8 }, one);
  expect(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-23"].map((one) => moved(one))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(moved("2026-11-20", day)).toBe(false);
});
