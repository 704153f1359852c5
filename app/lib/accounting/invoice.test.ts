import { expect, test } from "vitest";
import { cannotCancelInvoice, invoiceState, missingForQualified, monthLabel } from "./invoice";
import { openNote } from "./invoice.list";
import { invoiceStateLabel, invoiceTone, openWords } from "./invoice.state";

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
  const owed = { total: 1000, paid: 0, due_date: "2026-11-20", cancelled_time: null, is_reversed: false };
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
  const doc = { state: "paid" as const, total: 0, paid: 0, carried_over: 1100, show_carry_over: true };
  expect([invoiceStateLabel(doc), invoiceTone(doc)]).toEqual(["売上0円", "muted"]);
  expect(openWords(doc)).toBe("売上0円・繰越 ¥1,100を含まない");
  expect(openWords({ ...doc, total: 3300, paid: 3300, carried_over: 0 })).toBe("入金済 ¥3,300");
  expect(openWords({ ...doc, state: null, paid: null, show_carry_over: false })).toBe("発行済");
  expect(invoiceStateLabel({ state: "cancelled", total: 0 })).toBe("取消");
});
