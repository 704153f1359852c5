import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { addBankDays, isBankClosed, shiftToBankDay } from "./bankday";
import { addBusinessDays } from "./businessday";

test.each(vectors.business_day_plus_1)(
  "the business day and the bank day after $date",
  ({ date, seed_rule, bank_rule }) => {
    expect(addBusinessDays(date, 1)).toBe(seed_rule);
    expect(addBankDays(date, 1)).toBe(bank_rule);
  },
);

test("days go back as they go forth", () => {
  expect(addBusinessDays("2026-11-23", -1)).toBe("2026-11-20");
  expect(addBusinessDays("2026-11-21", 0)).toBe("2026-11-21");
  expect(addBusinessDays("2026-11-20", 5)).toBe("2026-11-27");
  expect(addBankDays("2027-01-04", -1)).toBe("2026-12-30");
});

test("banks close on weekends, holidays, bridge days and from 12/31 to 1/3", () => {
  for (const d of [
    "2026-11-21",
    "2026-11-23",
    "2026-09-22",
    "2026-05-06",
    "2027-03-22",
    "2026-12-31",
    "2027-01-02",
    "2028-01-03",
  ]) {
    expect(isBankClosed(d)).toBe(true);
  }
  for (const d of ["2026-12-30", "2027-01-04", "2026-11-24"]) expect(isBankClosed(d)).toBe(false);
});

test("a due date on a bank holiday moves as agreed", () => {
  expect(shiftToBankDay("2026-11-23", "next")).toBe("2026-11-24");
  expect(shiftToBankDay("2026-11-23", "previous")).toBe("2026-11-20");
  expect(shiftToBankDay("2026-11-23", "none")).toBe("2026-11-23");
  expect(shiftToBankDay("2026-11-24", "next")).toBe("2026-11-24");
});
