import {
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  UnauthorizedException,
  UnsupportedTokenTypeException,
} from "@aws-sdk/client-cognito-identity-provider";
import { sql } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { poolClient } from "~/lib/auth/cognito.client.server";
import { refresh_tokens, signing_keys } from "~/lib/tables/token.table.server";
import { enablePoolUser } from "./admin.server";
import { embeddedPool } from "./pool.server";
import { KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeAll(async () => (house = await testPool()));
afterAll(() => house.drop());

const ClientId = "embedded";
const refresh = (REFRESH_TOKEN: string) =>
  house.client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters: { REFRESH_TOKEN } }),
  );
const getUser = (AccessToken: string) => house.client.send(new GetUserCommand({ AccessToken }));
const revoke = (Token: string, ClientSecret?: string) =>
  house.client.send(new RevokeTokenCommand({ ClientId, Token, ClientSecret }));

async function signedIn() {
  const { AuthenticationResult } = await house.signIn(KEIRI, PASSWORD);
  return {
    id: AuthenticationResult!.IdToken!,
    access: AuthenticationResult!.AccessToken!,
    refresh: AuthenticationResult!.RefreshToken!,
  };
}

test("the identity token says who, for which company, and until when", async () => {
  const { id, access } = await signedIn();
  const claims = decodeJwt(id);
  expect(claims).toMatchObject({
    token_use: "id",
    iss: house.pool.settings.issuer,
    aud: ClientId,
    "cognito:username": KEIRI,
    "cognito:groups": ["yamada"],
    email: KEIRI,
    email_verified: true,
    zoneinfo: "seller",
    name: "山本 経子",
  });
  expect(claims.exp! - claims.iat!).toBe(3600);
  expect(claims.auth_time).toBe(claims.iat);
  for (const name of ["sub", "jti", "origin_jti", "event_id"])
    expect(claims[name]).toMatch(/^[0-9a-f-]{36}$/);
  const { sub, origin_jti } = claims;
  expect(decodeJwt(access)).toMatchObject({
    token_use: "access",
    client_id: ClientId,
    username: KEIRI,
    sub,
    origin_jti,
  });
  const { keys } = await house.pool.jwks();
  expect(decodeProtectedHeader(id)).toEqual({ alg: "RS256", kid: keys[0]!.kid });
  expect(Object.keys(keys[0]!).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
});

test("a refresh token brings new tokens of the same sign-in, and itself stays", async () => {
  const first = await signedIn();
  house.pass(10);
  const { AuthenticationResult } = await refresh(first.refresh);
  expect(AuthenticationResult?.RefreshToken).toBeUndefined();
  const [before, after] = [decodeJwt(first.id), decodeJwt(AuthenticationResult!.IdToken!)];
  expect(after).toMatchObject({
    origin_jti: before.origin_jti,
    auth_time: before.auth_time,
    sub: before.sub,
  });
  expect(after.exp! - before.exp!).toBeGreaterThanOrEqual(10);
  expect(after.jti).not.toBe(before.jti);
});

test("the database keeps neither refresh tokens nor the private key in clear", async () => {
  const { refresh: refresh_token } = await signedIn();
  const kept = JSON.stringify([
    await house.db.select().from(refresh_tokens),
    await house.db.select().from(signing_keys),
  ]);
  expect(kept).not.toContain(refresh_token);
  expect(kept).not.toContain('"d"');
});

test("made-up, revoked and old refresh tokens are each refused by name", async () => {
  expect(await refusal(refresh("x".repeat(64)))).toBe("NotAuthorizedException: Invalid Refresh Token");
  const { refresh: token, access } = await signedIn();
  expect((await getUser(access)).Username).toBe(KEIRI);
  await revoke(token);
  expect(await refusal(refresh(token))).toBe("NotAuthorizedException: Refresh Token has been revoked");
  expect(await refusal(getUser(access))).toBe("NotAuthorizedException: Access Token has been revoked");
  const { refresh: old } = await signedIn();
  house.pass(30 * 86_400 + 1);
  expect(await refusal(refresh(old))).toBe("NotAuthorizedException: Refresh Token has expired");
});

test("only a refresh token of our client can be revoked; an unknown one is no error", async () => {
  const { access } = await signedIn();
  expect(await revoke(access).catch((error: unknown) => error)).toBeInstanceOf(UnsupportedTokenTypeException);
  expect(await revoke("unknown", "a secret").catch((error: unknown) => error)).toBeInstanceOf(
    UnauthorizedException,
  );
  expect(await refusal(revoke("unknown"))).toBe("not refused");
});

test("GetUser tells the attributes; tokens that are foreign, old or of another kind are refused", async () => {
  const { access, id } = await signedIn();
  const { UserAttributes } = await getUser(access);
  expect(Object.fromEntries(UserAttributes!.map(({ Name, Value }) => [Name, Value]))).toMatchObject({
    email: KEIRI,
    email_verified: "true",
    zoneinfo: "seller",
    name: "山本 経子",
  });
  const bad = "NotAuthorizedException: Invalid Access Token";
  expect(await refusal(getUser(id))).toBe(bad);
  expect(await refusal(getUser("made.up.token"))).toBe(bad);
  const { privateKey } = await generateKeyPair("RS256");
  const header = { alg: "RS256", kid: decodeProtectedHeader(access).kid };
  expect(
    await refusal(getUser(await new SignJWT(decodeJwt(access)).setProtectedHeader(header).sign(privateKey))),
  ).toBe(bad);
  house.pass(3601);
  expect(await refusal(getUser(access))).toBe("NotAuthorizedException: Access Token has expired");
});

test("global sign-out ends every sign-in of the person", async () => {
  const [one, two] = [await signedIn(), await signedIn()];
  await house.client.send(new GlobalSignOutCommand({ AccessToken: one.access }));
  const revoked = "NotAuthorizedException: Refresh Token has been revoked";
  for (const { refresh: token } of [one, two]) expect(await refusal(refresh(token))).toBe(revoked);
  expect(await refusal(house.client.send(new GlobalSignOutCommand({ AccessToken: two.access })))).toBe(
    "NotAuthorizedException: Access Token has been revoked",
  );
});

test("a disabled person can no longer refresh", async () => {
  const { refresh: token, access } = await signedIn();
  await enablePoolUser(house.db, KEIRI, false);
  expect(await refusal(refresh(token))).toContain("NotAuthorizedException");
  expect(await refusal(getUser(access))).toContain("NotAuthorizedException");
  await enablePoolUser(house.db, KEIRI, true);
  expect(await refusal(refresh(token))).toBe("NotAuthorizedException: Refresh Token has been revoked");
});

test("processes share the signing key; after a change of the secret a second key joins and both verify", async () => {
  const { access } = await signedIn();
  const twin = embeddedPool(house.db, "secret of the test");
  const other = embeddedPool(house.db, "another secret");
  const kid = decodeProtectedHeader(access).kid;
  expect((await twin.jwks()).keys.map((key) => key.kid)).toEqual([kid]);
  const start = new InitiateAuthCommand({
    ClientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: KEIRI, PASSWORD },
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => poolClient(other).send(start)));
  const kids = new Set(
    answers.map(({ AuthenticationResult }) => decodeProtectedHeader(AuthenticationResult!.AccessToken!).kid),
  );
  expect(kids.size).toBe(1);
  expect(kids).not.toContain(kid);
  expect((await other.jwks()).keys).toHaveLength(2);
  await poolClient(twin).send(
    new GetUserCommand({ AccessToken: answers[0]!.AuthenticationResult!.AccessToken! }),
  );
});

test("after ninety days another key signs; what the one before signed is still good, and those before that go", async () => {
  const aged = () => house.db.update(signing_keys).set({ created_at: sql`created_at - interval '91 days'` });
  const kids: (string | undefined)[] = [];
  const tokens: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const instance = embeddedPool(house.db, "secret of the test");
    const { AuthenticationResult } = await poolClient(instance).send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: "USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: KEIRI, PASSWORD },
      }),
    );
    tokens.push(AuthenticationResult!.AccessToken!);
    kids.push(decodeProtectedHeader(tokens.at(-1)!).kid);
    if (turn > 0) await poolClient(instance).send(new GetUserCommand({ AccessToken: tokens.at(-2)! }));
    if (turn < 2) await aged();
  }
  expect(new Set(kids).size).toBe(3);
  const { keys } = await embeddedPool(house.db, "secret of the test").jwks();
  expect(keys.map(({ kid }) => kid)).toEqual([kids[2], kids[1]]);
});
