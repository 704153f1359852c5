import { expect, test } from "vitest";
import { cannotSend } from "./report";

const one = { card_id: "A001", buyer_name: "田中工業", is_open: true };

test("what can't be sent in one 不良報告書 is told before anything is typed", () => {
  expect(cannotSend([one, { ...one, card_id: "A002" }])).toBe(null);
  expect(cannotSend([one, { ...one, card_id: "A002", is_open: false }])).toContain("A002");
  expect(cannotSend([one, { ...one, buyer_name: "鈴木" }])).toContain("依頼元ごと");
});
