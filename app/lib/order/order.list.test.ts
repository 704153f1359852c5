import { expect, test } from "vitest";
import { addDays, today } from "~/lib/time/date";
import { dueTone } from "./order.list";

test("the day is red when late, amber on its day and the day before, and else says nothing", () => {
  const row = { is_late: false, status: "working", delivery_date: "2020-01-01" } as const;
  const on = (days: number) => dueTone({ ...row, answered_date: addDays(today(), days) });
  expect([on(0), on(1), on(2)]).toEqual(["warn", "warn", undefined]);
  expect(dueTone({ ...row, answered_date: null, is_late: true })).toBe("bad");
  expect(dueTone({ ...row, status: "delivered", answered_date: today() })).toBeUndefined();
});
