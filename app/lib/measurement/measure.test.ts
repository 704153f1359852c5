import { expect, test } from "vitest";
import type { RecordItem } from "~/lib/shop/record.schema";
import {
  askedItems,
  judge,
  limitsText,
  missingItems,
  outsideText,
  readEntered,
  valueText,
  valueWords,
} from "./measure";

const item = (values: Partial<RecordItem>): RecordItem => ({
  item_id: 1,
  label: "外径",
  kind: "number",
  group_id: 3,
  unit: "mm",
  lower_limit: "9.95",
  upper_limit: "10.05",
  choices: [],
  ng_choices: [],
  digits: 2,
  is_required: true,
  ...values,
});

test("of a process are asked its own items and those of all; a product's own list asks for these alone", () => {
  const all = [item({}), item({ item_id: 2, group_id: 4 }), item({ item_id: 3, group_id: null })];
  const ids = (items: RecordItem[]) => items.map(({ item_id }) => item_id);
  expect([3, 4, 5].map((group_id) => ids(askedItems(all, [], group_id)))).toEqual([[1, 3], [2, 3], [3]]);
  const own = [
    { item_id: 1, lower_limit: "11", upper_limit: null },
    { item_id: 2, lower_limit: null, upper_limit: null },
  ];
  expect(askedItems(all, own, 3)).toEqual([item({ lower_limit: "11", upper_limit: null })]);
  expect(askedItems(all, own, 4)).toEqual([item({ item_id: 2, group_id: 4 })]);
});

test("a value on a limit is within it, and a side without a limit judges nothing", () => {
  const limits = { lower_limit: "9.95", upper_limit: "10.05" };
  expect(["9.949", "9.95", "10", "10.05", "10.051", "-10"].map((value) => judge(value, limits))).toEqual([
    "ng",
    "ok",
    "ok",
    "ok",
    "ng",
    "ng",
  ]);
  expect(judge("99", { lower_limit: "9.95", upper_limit: null })).toBe("ok");
  expect(judge("-99", { lower_limit: null, upper_limit: null })).toBe("ok");
  expect(limitsText(item({}))).toBe("9.95〜10.05mm");
  expect(limitsText(item({ lower_limit: null, upper_limit: "10", unit: null }))).toBe("10.00以下");
  expect(limitsText(item({ lower_limit: "-0.5", upper_limit: null, digits: null }))).toBe("-0.5mm以上");
});

test("numbers are read as they are typed, several as samples; what is no number is said", () => {
  expect(readEntered(item({}), "１０．０２ 10.08/9.9")).toEqual([
    { value: "10.02", choice: null, judgement: "ok" },
    { value: "10.08", choice: null, judgement: "ng" },
    { value: "9.9", choice: null, judgement: "ng" },
  ]);
  expect(readEntered(item({}), "  ")).toEqual([]);
  for (const text of ["約10", "1e3", "10.0001", "1234567890123"])
    expect(readEntered(item({}), text), text).toContain("数値で入力してください");
  expect(readEntered(item({}), Array(21).fill("1").join(" "))).toContain("20個まで");
  expect([valueText("10", 2, "mm"), valueText("-0.5", 3), valueText("10.125", 1)]).toEqual([
    "10.00mm",
    "-0.500",
    "10.125",
  ]);
});

test("a choice is NG where the item says so, a tick is done, and no photo is typed", () => {
  const look = item({ kind: "choice", choices: ["良", "キズ"], ng_choices: ["キズ"], unit: null });
  expect(readEntered(look, "キズ")).toEqual([{ value: null, choice: "キズ", judgement: "ng" }]);
  expect(readEntered(look, "良")).toEqual([{ value: null, choice: "良", judgement: "ok" }]);
  expect(readEntered(look, "打痕")).toContain("選び直して");
  expect(readEntered(item({ kind: "check" }), "on")).toEqual([
    { value: null, choice: "済", judgement: "ok" },
  ]);
  expect(readEntered(item({ kind: "photo" }), "on")).toEqual([]);
});

test("what is missing is 必須 without a value or a photo; what is outside is told in words", () => {
  const all = [item({}), item({ item_id: 2, kind: "photo" }), item({ item_id: 3, is_required: false })];
  const missing = (entered: { item_id: number; value?: string }[], photos: number[] = []) =>
    missingItems(all, entered, photos).map(({ item_id }) => item_id);
  expect(missing([{ item_id: 1, value: " " }])).toEqual([1, 2]);
  expect(missing([{ item_id: 1, value: "9" }], [2])).toEqual([]);
  const values = [
    { item_id: 1, value: "10.02 10.1" },
    { item_id: 3, value: "9" },
  ];
  expect(outsideText(all, values)).toBe(
    "規格外2件：外径 10.10mm（9.95〜10.05mm）、外径 9.00mm（9.95〜10.05mm）",
  );
  expect(outsideText(all, [{ item_id: 1, value: "10" }])).toBe("");
  expect(valueWords({ ...item({}), value: null, choice: null })).toBe("外径 未記録（9.95〜10.05mm）");
});
