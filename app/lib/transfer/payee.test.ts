import { expect, test } from "vitest";
import {
  changeOf,
  confirmProblem,
  enteredAccount,
  isSamePayee,
  maskedAccount,
  maskNumber,
  newCode,
  type PayeeAccount,
  stateOfPayee,
} from "./payee";

const ACCOUNT: PayeeAccount = {
  bank_code: "9998",
  bank_kana: "ﾃｽﾄｷﾞﾝｺｳ",
  branch_code: "123",
  branch_kana: "ﾐﾅﾐ",
  kind: "普通",
  number: "1234567",
  name: "ﾕ)ﾀﾞｲｲﾁｶｺｳ",
};

test("of an account number its last four digits are shown, of a short one too", () => {
  expect(["1234567", "12345", "7"].map(maskNumber)).toEqual(["***4567", "***2345", "***0007"]);
  expect(maskedAccount(ACCOUNT)).toBe("ﾃｽﾄｷﾞﾝｺｳ(9998) ﾐﾅﾐ(123) 普通 ***4567 ﾕ)ﾀﾞｲｲﾁｶｺｳ");
});

test("an empty number stays, but is asked for where the branch is another or nothing is known", () => {
  const { number: _, ...given } = ACCOUNT;
  expect(enteredAccount(given, null)).toEqual({ sentence: "口座番号を入力してください" });
  expect(enteredAccount({ ...given, name: "ｶ)ﾐﾅﾐ" }, ACCOUNT)).toEqual({
    account: { ...ACCOUNT, name: "ｶ)ﾐﾅﾐ" },
  });
  for (const moved of [{ bank_code: "0001" }, { branch_code: "001" }])
    expect(enteredAccount({ ...given, ...moved }, ACCOUNT)).toEqual({
      sentence: "銀行か支店を変えるときは、口座番号も入力してください",
    });
  expect(enteredAccount({ ...given, number: "7654321" }, ACCOUNT)).toEqual({
    account: { ...ACCOUNT, number: "7654321" },
  });
});

test("any difference of an account is another account", () => {
  expect(isSamePayee(ACCOUNT, { ...ACCOUNT })).toBe(true);
  for (const field of Object.keys(ACCOUNT))
    expect(isSamePayee(ACCOUNT, { ...ACCOUNT, [field]: "x" })).toBe(false);
});

test("a changed account stays marked until it was looked at again", () => {
  expect(stateOfPayee(null, false)).toBe("none");
  expect(stateOfPayee({ change: 0, confirmed_time: null }, true)).toBe("first");
  expect(stateOfPayee({ change: 1, confirmed_time: null }, true)).toBe("changed");
  expect(stateOfPayee({ change: 1, confirmed_time: "2026-11-23T00:00:00Z" }, true)).toBe("confirmed");
  expect(stateOfPayee({ change: 1, confirmed_time: null }, false)).toBe("unreadable");
});

test("the second look is another person's, where there was another when it was changed", () => {
  const of = (needs_other: boolean, ...hands: string[]) => ({ hands, needs_other });
  expect(confirmProblem("changed", of(true, "a"), "b")).toBeNull();
  expect(confirmProblem("changed", of(true, "a"), "a")).toContain("別の管理者");
  expect(confirmProblem("changed", of(true, "a", "b"), "a")).toContain("別の管理者");
  expect(confirmProblem("changed", of(false, "a"), "a")).toBeNull();
  expect(confirmProblem("first", of(true, "a"), "b")).toContain("変更はありません");
});

test("whoever changes an account that waits for its second look joins those who may not be it", () => {
  const confirmed = { change: 2, confirmed_time: "2026-11-01T00:00:00Z", hands: ["a"], needs_other: true };
  const once = changeOf(confirmed, "b", 1);
  expect(once).toEqual({ hands: ["b"], needs_other: true });
  const open = { change: 3, confirmed_time: null, ...once };
  expect(changeOf(open, "c", 0)).toEqual({ hands: ["b", "c"], needs_other: true });
  expect(changeOf({ change: 0, confirmed_time: null, hands: ["a"], needs_other: true }, "b", 0)).toEqual({
    hands: ["b"],
    needs_other: false,
  });
  expect(changeOf(null, "a", 0)).toEqual({ hands: ["a"], needs_other: false });
});

test("新規コード is 1 the first time, 2 after a change, else 0", () => {
  expect([newCode(0, undefined), newCode(3, undefined), newCode(1, 0), newCode(1, 1)]).toEqual([1, 1, 2, 0]);
});
