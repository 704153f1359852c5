import {
  ChangePasswordCommand,
  ConfirmDeviceCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InvalidPasswordException,
  LimitExceededException,
  RefreshTokenReuseException,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cognito } from "~/lib/auth/cognito.server";
import { createFactory } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { enablePoolUser, setPoolPassword } from "./admin.server";
import { caught, KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeEach(async () => (house = await testPool()));
afterEach(() => house.drop());

const ClientId = "embedded";
const NEW = "a quite new password";
const rotate = async (RefreshToken: string) =>
  (await house.client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken })))
    .AuthenticationResult!;
const change = (AccessToken: string, PreviousPassword: string, ProposedPassword: string) =>
  house.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
const getUser = (AccessToken: string) => house.client.send(new GetUserCommand({ AccessToken }));

async function signedIn() {
  const { AuthenticationResult } = await house.signIn(KEIRI, PASSWORD);
  return {
    access: AuthenticationResult!.AccessToken!,
    refresh: AuthenticationResult!.RefreshToken!,
    id: AuthenticationResult!.IdToken!,
  };
}

test("a new password needs the old one; this sign-in goes on, the person's others end", async () => {
  const [here, there] = [await signedIn(), await signedIn()];
  expect(await refusal(change(here.access, "wrong password", NEW))).toBe(
    "NotAuthorizedException: Incorrect username or password.",
  );
  await change(here.access, PASSWORD, NEW);
  expect((await house.signIn(KEIRI, NEW)).AuthenticationResult).toBeDefined();
  expect(await house.refreshed(here.refresh)).toBe("not refused");
  expect(await house.refreshed(there.refresh)).toBe("NotAuthorizedException: Refresh Token has been revoked");
  expect((await getUser(here.access)).Username).toBe(KEIRI);
});

test("a new password that is too easy, or a token that is not good, is refused", async () => {
  const { access, id } = await signedIn();
  for (const weak of ["short", "qwertyuiop", KEIRI])
    expect(await caught(change(access, PASSWORD, weak))).toBeInstanceOf(InvalidPasswordException);
  expect(await refusal(change(id, PASSWORD, NEW))).toBe("NotAuthorizedException: Invalid Access Token");
  expect(await refusal(change(access, "", NEW))).toContain("InvalidParameterException");
});

test("what the company is called, as it is today, is no password of its people", async () => {
  const { access } = await signedIn();
  await operator(house.db, (tx) =>
    createFactory(tx, {
      id: "yamada",
      name: "株式会社光と影",
      kana: "ヒカリトカゲ",
      company_type: "seller",
      email: "info@yamada.example",
    }),
  );
  for (const near of ["光と影-2026", "HikariToKage7", "ひかりとかげ!!"])
    expect(await caught(change(access, PASSWORD, near)), near).toBeInstanceOf(InvalidPasswordException);
  await operator(house.db, (tx) =>
    tx.update(factory).set({ name: "株式会社月と鼈", kana: null }).where(eq(factory.id, "yamada")),
  );
  expect(await caught(change(access, PASSWORD, "月と鼈-2026!"))).toBeInstanceOf(InvalidPasswordException);
  await change(access, PASSWORD, "光と影-2026");
});

test("the old password can't be guessed here either", async () => {
  const { access } = await signedIn();
  for (let turn = 0; turn < 5; turn++) await caught(change(access, "wrong password", NEW));
  expect(await caught(change(access, PASSWORD, NEW))).toBeInstanceOf(LimitExceededException);
  house.pass(1);
  await change(access, PASSWORD, NEW);
});

test("whoever is where they have signed in from before changes the password while strangers have locked the account, and no oftener wrongly", async () => {
  const office = "203.0.113.9";
  const provider = cognito({}, house.pool);
  const answer = await provider.signIn(KEIRI, PASSWORD, office);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const { access_token } = answer.tokens;
  for (let turn = 0; turn < 5; turn++) await caught(house.signIn(KEIRI, "wrong password"));
  const wrongly = () => refusal(provider.changePassword(access_token, "wrong password", NEW, office));
  for (let turn = 0; turn < 5; turn++)
    expect(await wrongly()).toBe("NotAuthorizedException: Incorrect username or password.");
  for (const ip of [office, "198.51.100.4", null]) {
    expect(await caught(provider.changePassword(access_token, PASSWORD, NEW, ip))).toBeInstanceOf(
      LimitExceededException,
    );
  }
  house.pass(1);
  await provider.changePassword(access_token, PASSWORD, NEW, office);
  expect((await provider.signIn(KEIRI, NEW, "198.51.100.4")).kind).toBe("tokens");
});

test("wrong tries at changing the password do not keep their owner from signing in there, and a new password forgets them", async () => {
  const provider = cognito({}, house.pool);
  const [office, home] = ["203.0.113.9", "192.0.2.1"];
  for (const ip of [office, home]) expect((await provider.signIn(KEIRI, PASSWORD, ip)).kind).toBe("tokens");
  const { access } = await signedIn();
  for (let turn = 0; turn < 5; turn++)
    await caught(provider.changePassword(access, "wrong password", NEW, home));
  expect((await provider.signIn(KEIRI, PASSWORD, office)).kind).toBe("tokens");
  expect(await refusal(provider.signIn(KEIRI, PASSWORD, home))).toContain("Password attempts exceeded");
  await setPoolPassword(house.db, KEIRI, NEW, true);
  expect((await provider.signIn(KEIRI, NEW, home)).kind).toBe("tokens");
});

test("a device is confirmed without ado, for who is signed in", async () => {
  const { access } = await signedIn();
  const confirm = (AccessToken: string) =>
    house.client.send(new ConfirmDeviceCommand({ AccessToken, DeviceKey: "ap-northeast-1_device" }));
  expect((await confirm(access)).UserConfirmationNecessary).toBe(false);
  expect(await refusal(confirm("made.up.token"))).toBe("NotAuthorizedException: Invalid Access Token");
});

test("rotation brings the next refresh token with the new tokens, of the same sign-in", async () => {
  const first = await signedIn();
  house.pass(60);
  const next = await rotate(first.refresh);
  expect(next.RefreshToken).toHaveLength(64);
  expect(next.RefreshToken).not.toBe(first.refresh);
  const [before, after] = [decodeJwt(first.id), decodeJwt(next.IdToken!)];
  expect(after).toMatchObject({
    origin_jti: before.origin_jti,
    auth_time: before.auth_time,
    sub: before.sub,
  });
  expect((await rotate(next.RefreshToken!)).AccessToken).toBeDefined();
});

test("a refresh token that was changed long ago is a copy: it is named so, and the whole sign-in ends", async () => {
  const { refresh, access } = await signedIn();
  const next = await rotate(refresh);
  house.pass(9);
  const lost = await rotate(refresh);
  house.pass(2);
  expect(await refusal(house.client.send(new GetUserCommand({ AccessToken: access })))).toBe("not refused");
  expect(await caught(rotate(refresh))).toBeInstanceOf(RefreshTokenReuseException);
  for (const token of [next, lost])
    expect(await refusal(rotate(token.RefreshToken!))).toBe(
      "NotAuthorizedException: Refresh Token has been revoked",
    );
  expect(await refusal(getUser(next.AccessToken!))).toBe(
    "NotAuthorizedException: Access Token has been revoked",
  );
});

test("a changed token does not refresh the older way either", async () => {
  const { refresh } = await signedIn();
  await rotate(refresh);
  house.pass(11);
  expect(await house.refreshed(refresh)).toBe("NotAuthorizedException: Refresh Token has been revoked");
});

test("rotation ends when the sign-in ends: revoked, expired, disabled, unknown, another client's", async () => {
  const { refresh } = await signedIn();
  expect(await refusal(rotate("x".repeat(64)))).toBe("NotAuthorizedException: Invalid Refresh Token");
  const foreign = new GetTokensFromRefreshTokenCommand({ ClientId: "other", RefreshToken: refresh });
  expect(await refusal(house.client.send(foreign))).toContain("ResourceNotFoundException");
  const secret = new GetTokensFromRefreshTokenCommand({
    ClientId,
    RefreshToken: refresh,
    ClientSecret: "wrong",
  });
  expect(await refusal(house.client.send(secret))).toBe("NotAuthorizedException: Invalid client secret");
  const next = await rotate(refresh);
  await house.client.send(new RevokeTokenCommand({ ClientId, Token: refresh }));
  expect(await refusal(rotate(next.RefreshToken!))).toBe(
    "NotAuthorizedException: Refresh Token has been revoked",
  );
  const again = await signedIn();
  await enablePoolUser(house.db, KEIRI, false);
  expect(await refusal(rotate(again.refresh))).toBe("NotAuthorizedException: Refresh Token has been revoked");
  await enablePoolUser(house.db, KEIRI, true);
  const old = await signedIn();
  house.pass(15 * 86_400);
  const later = await rotate(old.refresh);
  house.pass(15 * 86_400 + 1);
  expect(await refusal(rotate(later.RefreshToken!))).toBe(
    "NotAuthorizedException: Refresh Token has expired",
  );
});
