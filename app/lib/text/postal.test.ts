import { expect, test } from "vitest";
import { addressOf } from "./postal.server";

test.each([
  ["144-0033", "東京都大田区東糀谷"],
  ["210-0851", "神奈川県川崎市川崎区浜町"],
  ["100-6890", "東京都千代田区大手町ＪＡビル"],
  ["452-0961", "愛知県清須市"],
  ["100-0000", "東京都千代田区"],
  ["000-0000", null],
  ["999-9999", null],
])("%s is %s", (code, address) => {
  expect(addressOf(code)).toBe(address);
});

test("a code that two prefectures share says nothing of either", () => {
  expect(addressOf("498-0000")).toBeNull();
});
