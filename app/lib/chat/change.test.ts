import { expect, test } from "vitest";
import { cannotAcknowledge, cannotChange } from "./change";

const said = {
  owner: "taro",
  createdAt: "2026-11-24T01:00:00.000Z",
  deletedAt: null,
  agreement: null,
  order: null,
};
const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);
const order = { key: 1, order_id: "H2611-0001" };
const agreement = {
  key: 1,
  card_key: 1,
  field: "other" as const,
  value: "x",
  note: null,
  state: "open" as const,
  proposed_by: "yamada",
  answerer_name: null,
};

test("an author changes a message for fifteen minutes to the second; nobody else does, at any time", () => {
  expect(cannotChange(said, "taro", at("01:00:00"))).toBeNull();
  expect(cannotChange(said, "taro", at("01:15:00"))).toBeNull();
  expect(cannotChange(said, "taro", at("01:15:01"))).toContain("15分を過ぎた");
  expect(cannotChange(said, "hanako", at("01:00:00"))).toContain("自分のメッセージだけ");
});

test("what was deleted, an order and an agreement are not changed", () => {
  expect(cannotChange({ ...said, deletedAt: said.createdAt }, "taro", at("01:01:00"))).toContain(
    "削除されて",
  );
  expect(cannotChange({ ...said, order }, "taro", at("01:01:00"))).toContain("依頼や合意");
  expect(cannotChange({ ...said, agreement }, "taro", at("01:01:00"))).toContain("依頼や合意");
});

test("了解 answers another person's words, however old: not one's own, not an order, not what is gone, and not by staff", () => {
  expect(cannotAcknowledge(said, "hanako", false)).toBeNull();
  expect(cannotAcknowledge(said, "taro", false)).toContain("自分の");
  expect(cannotAcknowledge(said, "hanako", true)).toContain("運営");
  for (const fixed of [{ order }, { agreement }, { deletedAt: said.createdAt }])
    expect(cannotAcknowledge({ ...said, ...fixed }, "hanako", false)).toContain("付けられません");
});
