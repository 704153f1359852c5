import { expect, test } from "vitest";
import { cell, csvValue } from "~/lib/list/cell";
import type { Column } from "~/lib/list/list.schema";
import { asksPayment, cannotCancelInvoice, invoiceState, missingForQualified, monthLabel } from "./invoice";
import { invoiceList, openNote } from "./invoice.list";
import { invoiceStateLabel, invoiceTone, openWords } from "./invoice.state";
import { invoiceSummary } from "./invoice.summary";

const whole = {
  seller: { name: "山田精機株式会社", registration_number: "T8700110005901" as string | null },
  buyer: { name: "田中産業機械株式会社" },
  lines: [{ name: "ブラケット", tax_rate: 10, sales_date: "2026-11-05" as string | null }],
  by_rate: [{ tax_rate: 10, base: 105, tax: 10 }],
};

test("a qualified invoice has all six items, or says which are missing", () => {
  expect(missingForQualified(whole)).toBeNull();
  const without: [Partial<typeof whole>, string][] = [
    [{ seller: { ...whole.seller, name: " " } }, "「発行者の名称」"],
    [{ seller: { ...whole.seller, registration_number: null } }, "「登録番号」"],
    [{ seller: { ...whole.seller, registration_number: "T123" } }, "「登録番号」"],
    [{ lines: [{ ...whole.lines[0]!, sales_date: null }] }, "「取引年月日」"],
    [{ lines: [{ ...whole.lines[0]!, name: "" }] }, "「取引内容」"],
    [{ by_rate: [] }, "「税率ごとの合計額と消費税額」"],
    [{ buyer: { name: "" } }, "「宛名」"],
  ];
  for (const [part, item] of without) {
    const doc = { ...whole, ...part };
    expect(missingForQualified(doc)).toBe(`適格請求書に必要な${item}がありません。`);
  }
});

test("a period stands for the dates of delivery (R1-2)", () => {
  const lines = [{ ...whole.lines[0]!, sales_date: null }];
  expect(missingForQualified({ ...whole, lines })).not.toBeNull();
  expect(
    missingForQualified({ ...whole, lines, period: { start: "2026-08-01", end: "2026-08-31" } }),
  ).toBeNull();
});

test("the state of an invoice is derived", () => {
  const owed = {
    total: 1000,
    billed_now: 1000,
    paid: 0,
    due_date: "2026-11-20",
    cancelled_time: null,
    is_reversed: false,
  };
  expect(invoiceState(owed, "2026-11-20")).toBe("unpaid");
  expect(invoiceState({ ...owed, paid: 1 }, "2026-11-20")).toBe("part");
  expect(invoiceState({ ...owed, paid: 1 }, "2026-11-21")).toBe("overdue");
  expect(invoiceState({ ...owed, paid: 1000 }, "2026-11-21")).toBe("paid");
  expect(invoiceState({ ...owed, total: -3300, paid: -1000 }, "2026-11-21")).toBe("credit");
  expect(invoiceState({ ...owed, total: -3300, paid: -3300 }, "2026-11-21")).toBe("credited");
  const back = { ...owed, paid: 1000, is_reversed: true };
  expect(invoiceState(back, "2026-11-21")).toBe("corrected");
  expect(invoiceState({ ...back, total: -3300, paid: -3300 }, "2026-11-21")).toBe("corrected");
  expect(invoiceState({ ...back, cancelled_time: "x" }, "2026-11-21")).toBe("cancelled");
  // 前受 covers it: it asked for nothing, so that no day of it passes.
  for (const billed_now of [0, -500]) {
    expect(asksPayment({ billed_now })).toBe(false);
    expect(invoiceState({ ...owed, billed_now }, "2026-11-21")).toBe("unpaid");
    expect(invoiceState({ ...owed, billed_now, paid: 1 }, "2026-11-21")).toBe("part");
  }
});

test("closings are undone newest first, and only while unpaid", () => {
  const newest = {
    cancelled_time: null,
    correction: null,
    is_single: false,
    is_reversed: false,
    settled: 0,
    follower: null,
  };
  expect(cannotCancelInvoice(newest)).toBeNull();
  expect(cannotCancelInvoice({ ...newest, follower: "S2612-0001" })).toContain("新しいものから順に");
  expect(cannotCancelInvoice({ ...newest, is_single: true, follower: "S2612-0001" })).toContain("繰越");
  expect(cannotCancelInvoice({ ...newest, correction: "black" })).toContain("赤黒");
  expect(cannotCancelInvoice({ ...newest, is_reversed: true })).toContain("赤伝");
  expect(cannotCancelInvoice({ ...newest, settled: 1 })).toContain("入金");
  expect(cannotCancelInvoice({ ...newest, cancelled_time: "x" })).toContain("取り消されています");
  expect(monthLabel(202611)).toBe("2026年11月分");
});

test("the list says what 残額 leaves out as soon as something is carried over, and not to who has no balances (R4-6)", () => {
  expect(
    openNote([
      { carried_over: 0, open: 1000 },
      { carried_over: 500, open: null },
    ]),
  ).toBeNull();
  expect(
    openNote([
      { carried_over: 0, open: 1000 },
      { carried_over: -500, open: 1000 },
    ]),
  ).toContain("繰越金額は前回までの請求書の残額に含まれます");
});

test("a 請求書 that only carries over is not 入金済, and says that its 残額 leaves that out", () => {
  const carried = { carried_over: 1100, billed_now: 1100, show_carry_over: true };
  const doc = { state: "paid" as const, total: 0, paid: 0, ...carried };
  expect([invoiceStateLabel(doc), invoiceTone(doc)]).toEqual(["売上0円", "muted"]);
  expect(openWords(doc)).toBe("売上0円・繰越 ¥1,100を含まない");
  expect(openWords({ ...doc, total: 3300, paid: 3300, carried_over: 0 })).toBe("入金済 ¥3,300");
  expect(openWords({ ...doc, state: null, paid: null, show_carry_over: false })).toBe("発行済");
  expect(invoiceStateLabel({ state: "cancelled", total: 0, billed_now: 0 })).toBe("取消");
});

test("of a 請求書 that asked for nothing no money is awaited: it is 未消込, not 未入金, and has no day", () => {
  const covered = { state: "unpaid" as const, total: 770, billed_now: -1730 };
  expect([invoiceStateLabel(covered), invoiceTone(covered)]).toEqual(["未消込", "muted"]);
  expect(invoiceStateLabel({ ...covered, billed_now: 770 })).toBe("未入金");
  for (const { columns } of [invoiceList, invoiceSummary]) {
    const due = columns.find(({ name }) => name === "due_date")! as Column;
    const both = (row: object) => [cell(due, row as never), csvValue(due, row as never)];
    expect(both({ due_date: "2026-12-20", billed_now: 1 })).toEqual(["2026/12/20(日)", "2026/12/20"]);
    expect(both({ due_date: "2026-12-20", billed_now: 0 })).toEqual(["なし", ""]);
  }
});
