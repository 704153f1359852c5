import { expect, test } from "vitest";
import { deliveriesOf, nextAct, waitsOf } from "./waits";

type Doc = Parameters<typeof waitsOf>[0];
const doc: Doc = { key: 4, open: 0, due_date: "2026-11-20", state: null, cannot_correct: null };
const labels = (...args: Parameters<typeof waitsOf>) => waitsOf(...args).map((one) => one.label);

test("a 請求書 asks its receiver to confirm it until he has, and its sender to correct what differs", () => {
  const said = (...agreed: boolean[]) => ({
    may_answer: true,
    items: agreed.map((one) => ({ agreed: one })),
  });
  expect(labels(doc, said(), false, "2026-11-24")).toEqual(["確認・差異を連絡"]);
  expect(labels(doc, said(true), false, "2026-11-24")).toEqual([]);
  const heard = (agreed: boolean) => ({ may_answer: false, items: [{ agreed }] });
  expect(labels(doc, heard(false), true, "2026-11-24")).toEqual(["訂正"]);
  expect(labels({ ...doc, cannot_correct: "訂正済みです。" }, heard(false), true, "2026-11-24")).toEqual([]);
});

test("what was not paid by its day is said with how long ago, to who sent it", () => {
  const late: Doc = { ...doc, open: 100, state: "overdue" };
  const none = { may_answer: false, items: [] };
  expect(waitsOf(late, none, true, "2026-11-24")[0]).toMatchObject({
    text: "入金期日を4日過ぎています。",
    label: "入金登録",
  });
  expect(waitsOf(late, none, false, "2026-11-24")).toEqual([]);
});

test("a 請求書 is sent, then paid or used up; what was said of it in the end is printed", () => {
  const now = { open: 100, billed_now: 100, cannot_send: null, sendings: [] };
  expect(nextAct(now, true)).toBe("send");
  const sent = { ...now, sendings: [{}] };
  expect(nextAct(sent, true)).toBe("pay");
  expect(nextAct({ ...sent, open: -100 }, true)).toBe("use");
  expect(nextAct({ ...sent, open: 0 }, true)).toBe("print");
  // 前受 covers it: no money is to come.
  expect(nextAct({ ...sent, billed_now: -100 }, true)).toBe("print");
  expect(nextAct({ ...now, open: null, cannot_send: "取り消されています。" }, true)).toBe("print");
  expect(nextAct({ ...now, open: null }, false)).toBe("print");
});

test("each 納品書 of the lines is named once; a line of none has none", () => {
  const line = (delivery_key: number | null, delivery_number: string | null) => ({
    delivery_key,
    delivery_number,
  });
  expect(deliveriesOf([line(2, "N2"), line(1, "N1"), line(2, "N2"), line(null, null)])).toEqual([
    { key: 2, number: "N2" },
    { key: 1, number: "N1" },
  ]);
});
