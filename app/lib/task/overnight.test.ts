import { expect, test } from "vitest";
import { endOvernight } from "./overnight";

const HOUR = 3_600_000;
const left = (more: object = {}) =>
  endOvernight({
    since: 15 * HOUR,
    end: 17 * HOUR,
    goes_on_until: null,
    now: 32 * HOUR,
    has_shift: true,
    ...more,
  });

test("what goes on since an earlier day is offered the end of its shift, if it began before", () => {
  expect(left()).toBe(new Date(17 * HOUR).toISOString());
  expect(left({ since: 18 * HOUR })).toBe(null);
  expect(left({ end: null })).toBe(null);
});

test("no question while it was said to go on, nor for twelve hours without 勤務時間", () => {
  expect(left({ goes_on_until: 33 * HOUR })).toBe(undefined);
  expect(left({ goes_on_until: 31 * HOUR })).not.toBe(undefined);
  expect(left({ has_shift: false, end: null, now: 27 * HOUR })).toBe(undefined);
  expect(left({ has_shift: false, end: null, now: 28 * HOUR })).toBe(null);
});
