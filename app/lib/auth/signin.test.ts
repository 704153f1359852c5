import { expect, test } from "vitest";
import { type Claims, identityOf } from "~/lib/api/identity";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import { TooManyRequests } from "./limit.server";
import { signInMessage } from "./signin";

function refused(name: string, message = ""): Error {
  return Object.assign(new Error(message), { name });
}

test("each refused sign-in is told in the sentence of the catalogue", () => {
  expect(signInMessage(refused("UserNotConfirmedException"))).toBe(
    "ユーザーのメールアドレスが確認されていません。",
  );
  expect(signInMessage(refused("NotAuthorizedException", "Incorrect username or password."))).toBe(
    "ユーザー名またはパスワードが正しくありません。",
  );
  expect(signInMessage(refused("UserNotFoundException"))).toBe("ユーザーが見つかりません。");
});

test("both forms of too many attempts are told as too many attempts", () => {
  const sentence = "ログインの試行回数が多すぎます。しばらく待ってから再試行してください。";
  expect(signInMessage(new TooManyRequests(61))).toBe(`${sentence}あと約2分で、また試せます。`);
  expect(signInMessage(refused("TooManyRequestsException", "Too many requests"))).toBe(
    `${sentence}長くても15分ほどで、また試せます。`,
  );
  expect(signInMessage(refused("NotAuthorizedException", "Password attempts exceeded"))).toBe(
    `${sentence}長くても15分ほどで、また試せます。`,
  );
});

test("any other refusal shows its own message, or that sign-in failed", () => {
  expect(signInMessage(refused("PasswordResetRequiredException", "Password reset required"))).toBe(
    "Password reset required",
  );
  expect(signInMessage(refused("Odd"))).toBe("ログインに失敗しました。");
  expect(signInMessage("odd")).toBe("ログインに失敗しました。");
  expect(signInMessage(undefined)).toBe("ログインに失敗しました。");
});

const email = "keiri@yamada.example";
const claims: Claims = { sub: "1", "cognito:username": email, email, zoneinfo: "seller", iat: 0, exp: 1 };

test("the factory is the first group that is not reserved", () => {
  const groups = (...names: string[]) => identityOf({ ...claims, "cognito:groups": names }).factoryId;
  expect(groups("common", "yamada", "sato")).toBe("yamada");
  expect(groups("internal", "internal_writer", "common")).toBeNull();
  expect(identityOf(claims).factoryId).toBeNull();
});

test("internal staff may look, internal writers may also write", () => {
  const of = (...names: string[]) => identityOf({ ...claims, "cognito:groups": names });
  expect(of("yamada")).toMatchObject({ isInternal: false, internalWrite: false });
  expect(of("internal")).toMatchObject({ isInternal: true, internalWrite: false });
  expect(of("internal", "internal_writer")).toMatchObject({ isInternal: true, internalWrite: true });
});

test("the company type is carried by the zone-info claim and nothing else counts", () => {
  const of = (zoneinfo?: string) => identityOf({ ...claims, zoneinfo }).companyType;
  expect([of("seller"), of("buyer"), of("Asia/Tokyo"), of(undefined)]).toEqual([
    "seller",
    "buyer",
    null,
    null,
  ]);
});

test("a sealed text opens with the same secret and place only, and never looks the same twice", () => {
  const sealed = encrypt("secret", "契約 ¥1,234", "row 1");
  expect(decrypt("secret", sealed, "row 1")).toBe("契約 ¥1,234");
  expect(encrypt("secret", "契約 ¥1,234", "row 1")).not.toBe(sealed);
  const middle = sealed.length >> 1;
  const bent = sealed.slice(0, middle) + (sealed[middle] === "A" ? "B" : "A") + sealed.slice(middle + 1);
  for (const open of [
    () => decrypt("other", sealed, "row 1"),
    () => decrypt("secret", sealed, "row 2"),
    () => decrypt("secret", bent, "row 1"),
    () => decrypt("secret", sealed.slice(0, 20), "row 1"),
    () => decrypt("secret", ""),
  ])
    expect(open).toThrow();
});
