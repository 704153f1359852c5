import { expect, test } from "vitest";
import { cannotSend } from "./report";
import { type Reported, reportedColumns } from "./report.schema";

const one = { card_id: "A001", buyer_name: "田中工業", is_open: true };

test("what can't be sent in one 不良報告書 is told before anything is typed", () => {
  expect(cannotSend([one, { ...one, card_id: "A002" }])).toBe(null);
  expect(cannotSend([one, { ...one, card_id: "A002", is_open: false }])).toContain("A002");
  expect(cannotSend([one, { ...one, buyer_name: "鈴木" }])).toContain("依頼元ごと");
});

test("on a phone a reported defect says where and why, as the buyer answers about that", () => {
  const row = { drawing_no: null, status: "検査", reason: "キズ" } as Reported;
  const below = (of: Reported) => reportedColumns.find(({ name }) => name === "name")?.below?.(of);
  expect(below(row)).toBe("検査・キズ");
  expect(below({ ...row, drawing_no: "SZ-102" })).toBe("SZ-102・検査・キズ");
});
