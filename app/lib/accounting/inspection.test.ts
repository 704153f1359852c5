import { expect, test } from "vitest";
import { addDecimal } from "~/lib/money/decimal";
import type { Basis } from "~/lib/vocabulary/inspection";
import { type BillableLine, type BillableRow, basisDateProblem, basisOn, billableParts } from "./basis";
import {
  billableItems,
  dateProblems,
  deemedUntil,
  inspectionDue,
  inspectionState,
  orderProgress,
  pendingItems,
} from "./inspection";
import vectors from "./inspection-vectors.json";

const BASIS: Record<string, Basis> = { 納品: "delivered", 検収: "inspected" };
const STATE: Record<string, string> = { 検収待ち: "pending", 一部納入: "partial" };

test.each(vectors["order.inspection"])("$name", ({ in: given, out }) => {
  const line = {
    num_items: given.received,
    num_accepted: given.accepted,
    num_rejected: given.rejected,
    num_concession: given.concession,
  };
  const num_lost = given.refill ? "0" : given.rejected;
  expect(pendingItems(line)).toBe(out.pending);
  expect(addDecimal(line.num_accepted, line.num_concession)).toBe(out.counts);
  expect(orderProgress({ ...line, ordered: given.ordered, num_lost, rest_base: "delivered" })).toEqual({
    rest: out.rest,
    state: STATE[out.state],
  });
  expect(billableItems(line, BASIS[given.base]!)).toBe(out.billable);
});

test("received is accepted, rejected and pending, whatever of it is which; 特採 passes, the rest does not", () => {
  const line = (num_accepted: string, num_rejected: string, num_concession = "0") => ({
    num_items: "100",
    num_accepted,
    num_rejected,
    num_concession,
  });
  expect(inspectionState(line("0", "0"))).toBe("pending");
  expect(inspectionState(line("60", "20"))).toBe("pending");
  expect(inspectionState(line("100", "0"))).toBe("passed");
  expect(inspectionState(line("80", "20"))).toBe("partial");
  expect(inspectionState(line("80", "20", "20"))).toBe("passed");
  expect(inspectionState(line("0", "100"))).toBe("failed");
  expect(pendingItems(line("60.5", "20"))).toBe("19.5");
  // Not delivered again: the order is no longer open for them.
  const ordered = { ...line("80", "20"), ordered: "100", rest_base: "delivered" as const };
  expect(orderProgress({ ...ordered, num_lost: "0" })).toEqual({ rest: "20", state: "partial" });
  expect(orderProgress({ ...ordered, num_lost: "20" })).toEqual({ rest: "0", state: "complete" });
  const waiting = { ...line("30", "0"), ordered: "100", num_lost: "0" };
  expect(orderProgress({ ...waiting, rest_base: "delivered" })).toEqual({ rest: "0", state: "pending" });
  expect(orderProgress({ ...waiting, rest_base: "accepted" })).toEqual({ rest: "70", state: "pending" });
});

test("みなし検収 after so many business days, to be taken back within five more", () => {
  // 2026-12-29(Tue) + 3: 30, then 1/4 and 1/5, with the new year between.
  expect(inspectionDue(["2026-12-29", "2026-12-01"], 3)).toBe("2027-01-05");
  expect(deemedUntil("2026-11-20")).toBe("2026-11-30");
});

test("the basis of the day of delivery, the last word of a day; never back into what is closed", () => {
  const rows = [
    { key: 1, from_date: "2026-11-01", basis: "inspected" as const, inspection_days: 5 },
    { key: 2, from_date: "2026-12-01", basis: "shipped" as const, inspection_days: null },
    { key: 3, from_date: "2026-12-01", basis: "delivered" as const, inspection_days: null },
  ];
  expect(basisOn(rows, "2026-10-31")).toMatchObject({ basis: "delivered", inspection_days: null });
  expect(basisOn(rows, "2026-11-01")).toMatchObject({ basis: "inspected", inspection_days: 5 });
  expect(basisOn(rows, "2026-12-31")).toMatchObject({ key: 3, basis: "delivered" });
  expect(basisDateProblem("2026-11-20", "2026-11-20")).toMatch(/締め済み/);
  expect(basisDateProblem("2026-11-21", "2026-11-20")).toBeNull();
});

const line = (some: Partial<BillableLine> = {}): BillableLine => ({
  num_items: "100",
  num_accepted: "0",
  num_rejected: "0",
  num_concession: "0",
  num_billed: "0",
  delivery_date: "2026-11-05",
  shipped_date: "2026-11-04",
  sales_date: "2026-11-05",
  card_key: 1,
  replaces_key: null,
  is_cost: false,
  order_unit: "piece",
  unit: "piece",
  num_units: "100",
  unit_price: "128.4",
  price: 12840,
  note: null,
  amount_rounding: "floor",
  ...some,
});
const row = (
  key: number,
  inspected_date: string,
  num_accepted: string,
  some: Partial<BillableRow> = {},
): BillableRow => ({
  key,
  inspected_date,
  num_accepted,
  num_rejected: "0",
  concession_price: null,
  is_billed: false,
  ...some,
});
const brief = (parts: ReturnType<typeof billableParts>) =>
  parts.map(({ billing_date, num_items, price }) => [billing_date, num_items, price]);

test("by 出荷日 and 納品日 the line less what was rejected, by 検収日 what was accepted, on its day (R4-10)", () => {
  const half = line({ num_accepted: "60", num_rejected: "10" });
  const rows = [row(2, "2026-11-20", "40"), row(1, "2026-11-10", "20")];
  expect(brief(billableParts(half, rows, "shipped"))).toEqual([["2026-11-04", "90", 11556]]);
  const shippedLast = { ...half, shipped_date: "2026-12-01" };
  expect(brief(billableParts(shippedLast, rows, "shipped"))).toEqual([["2026-11-05", "90", 11556]]);
  expect(brief(billableParts(half, rows, "delivered"))).toEqual([["2026-11-05", "90", 11556]]);
  expect(brief(billableParts(half, rows, "inspected"))).toEqual([
    ["2026-11-10", "20", 2568],
    ["2026-11-20", "40", 5136],
  ]);
  const later = { ...half, num_billed: "20" };
  expect(brief(billableParts(later, rows, "inspected"))).toEqual([["2026-11-20", "40", 5136]]);
  expect(billableParts({ ...half, num_billed: "60" }, rows, "inspected")).toEqual([]);
  // Billed before somebody found it faulty: that is for a 返品 to take off.
  expect(billableParts({ ...half, num_billed: "100" }, rows, "delivered")).toEqual([]);
  const freight = line({ card_key: null, num_items: "1", num_units: "1", price: 500 });
  expect(brief(billableParts(freight, [], "inspected"))).toEqual([["2026-11-05", "1", 500]]);
  const back = line({ card_key: null, num_items: "-5", num_units: "-5", price: -642 });
  expect(brief(billableParts(back, [], "delivered"))).toEqual([["2026-11-05", "-5", -642]]);
  expect(billableParts({ ...back, num_billed: "-5" }, [], "delivered")).toEqual([]);
});

test("特採 is billed once, at its own price", () => {
  const passed = line({ num_accepted: "80", num_rejected: "20", num_concession: "20" });
  const rows = [row(1, "2026-11-10", "80", { num_rejected: "20", concession_price: "64.2" })];
  for (const basis of ["delivered", "inspected"] as const)
    expect(billableParts(passed, rows, basis)).toMatchObject([
      { num_items: "80", unit_price: "128.4", price: 10272, inspection_key: null },
      { num_items: "20", unit_price: "64.2", price: 1284, inspection_key: 1 },
    ]);
  const billed = rows.map((one) => ({ ...one, is_billed: true }));
  expect(billableParts({ ...passed, num_billed: "100" }, billed, "inspected")).toEqual([]);
  expect(brief(billableParts({ ...passed, num_billed: "20" }, billed, "delivered"))).toEqual([
    ["2026-11-05", "80", 10272],
  ]);
});

test("parts of a line in another unit together are the line, whatever their sizes", () => {
  const kilos = line({ num_items: "7", num_units: "10", unit: "kg", unit_price: "33.3", price: 333 });
  let num_billed = "0";
  const units: string[] = [];
  for (const [key, num] of ["1", "3", "1", "2"].entries()) {
    const rows = [row(key, `2026-11-1${key}`, addDecimal(num_billed, num))];
    const [part, ...none] = billableParts({ ...kilos, num_billed }, rows, "inspected");
    expect(none).toEqual([]);
    units.push(part!.num_units);
    num_billed = addDecimal(num_billed, part!.num_items);
  }
  expect(num_billed).toBe("7");
  expect(addDecimal(...units)).toBe("10");
});

test("a 納品書 that is issued ahead of its day may be inspected from the day of issue on", () => {
  const note = { number: "N1", delivery_date: "2026-12-04", issued_date: "2026-12-01" };
  const at = (inspected_date: string) =>
    dateProblems({ received_date: inspected_date, inspected_date, today: "2026-12-10", note });
  expect(at("2026-12-01")).toEqual({});
  const told = "は、納品書 N1 の発行日（2026/12/1(火)）かそれより後の日付にしてください";
  expect(at("2026-11-30")).toEqual({ received_date: [`受領日${told}`], inspected_date: [`検収日${told}`] });
});
