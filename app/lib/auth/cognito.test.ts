import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { Authenticator } from "remix-auth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { identityOf } from "~/lib/api/identity";
import { isUnavailable } from "~/lib/db/failure.server";
import { createPoolUser } from "~/lib/pool/admin.server";
import { embeddedPool } from "~/lib/pool/pool.server";
import { KEIRI, PASSWORD, refusal, type TestPool, testPool } from "~/lib/pool/testing.server";
import { cognito } from "./cognito.server";
import { type IdentityProvider } from "./identity.provider.server";
import { signInMessage } from "./signin";
import { PoolStrategy } from "./strategy.server";
import { tokenVerifier } from "./token.server";
import { type SignIn } from "./tokens.server";

let house: TestPool;
let provider: IdentityProvider;
beforeAll(async () => {
  house = await testPool();
  provider = cognito({}, house.pool);
});
afterAll(() => house.drop());

async function tokensOf(pool: IdentityProvider) {
  const answer = await pool.signIn(KEIRI, PASSWORD);
  if (answer.kind !== "tokens") throw new Error("asked for a new password");
  return answer.tokens;
}

test("a sign-in gives an identity, is refreshed, and ends", async () => {
  const tokens = await tokensOf(provider);
  expect(tokens).toMatchObject({ expires_in: 3600, refresh_token: expect.stringMatching(/^.{64}$/) });
  expect(identityOf(await tokenVerifier(provider.tokens)(tokens.id_token))).toEqual({
    username: KEIRI,
    email: KEIRI,
    factoryId: "yamada",
    companyType: "seller",
    isInternal: false,
    internalWrite: false,
  });
  const fresh = await provider.refresh(tokens.refresh_token, KEIRI);
  expect(fresh.refresh_token).toBe(tokens.refresh_token);
  await provider.revoke(tokens.refresh_token);
  expect(await refusal(provider.refresh(tokens.refresh_token, KEIRI))).toContain("revoked");
  const again = await tokensOf(provider);
  await provider.globalSignOut(again.access_token);
  expect(await refusal(provider.refresh(again.refresh_token, KEIRI))).toContain("revoked");
});

test("a first sign-in asks for a new password and goes on with it", async () => {
  const email = "new@yamada.example";
  await createPoolUser(house.db, {
    username: "new",
    email,
    temporary_password: "Temp-2026-first",
    groups: [],
    zoneinfo: null,
  });
  const asked = await provider.signIn("new@yamada.example", "Temp-2026-first");
  if (asked.kind !== "new_password") throw new Error("not asked");
  expect(asked.username).toBe("new");
  expect(await provider.respondNewPassword(asked.session, asked.username, "a better password")).toMatchObject(
    { kind: "tokens" },
  );
});

test("the person reads that the password is wrong, and after five times that it was too often", async () => {
  const attempt = () => provider.signIn("new", "wrong password").then(() => "", signInMessage);
  for (let turn = 0; turn < 5; turn++)
    expect(await attempt()).toBe("ユーザー名またはパスワードが正しくありません。");
  expect(await attempt()).toBe(
    "ログインの試行回数が多すぎます。しばらく待ってから再試行してください。長くても15分ほどで、また試せます。",
  );
});

test("the login form signs in through remix-auth, with the user name trimmed", async () => {
  const authenticator = new Authenticator<SignIn>().use(new PoolStrategy(provider, null));
  const post = (fields: Record<string, string>) =>
    authenticator.authenticate(
      "pool",
      new Request("http://koba.test/login", { method: "POST", body: new URLSearchParams(fields) }),
    );
  expect(await post({ username: `　${KEIRI} `, password: PASSWORD })).toMatchObject({ kind: "tokens" });
  expect(await refusal(post({ username: KEIRI, password: "wrong password" }))).toContain(
    "NotAuthorizedException",
  );
  expect(await refusal(post({}))).toContain("InvalidParameterException");
});

test("an app client with a secret proves itself in every call", async () => {
  const locked = await testPool({ client_secret: "client secret" });
  try {
    expect(await refusal(locked.signIn(KEIRI, PASSWORD))).toContain("SECRET_HASH was not received");
    const knowing = cognito({}, locked.pool);
    const tokens = await tokensOf(knowing);
    await knowing.refresh(tokens.refresh_token, KEIRI);
    expect(await refusal(knowing.refresh(tokens.refresh_token, "somebody"))).toContain(
      "Unable to verify secret hash",
    );
    await knowing.revoke(tokens.refresh_token);
    expect(await refusal(knowing.refresh(tokens.refresh_token, KEIRI))).toContain("revoked");
  } finally {
    await locked.drop();
  }
});

test("a pool of the older kind tells that a user is unknown", async () => {
  const legacy = await testPool({ existence_errors: "LEGACY" });
  try {
    expect(
      await cognito({}, legacy.pool)
        .signIn("nobody", PASSWORD)
        .then(() => "", signInMessage),
    ).toBe("ユーザーが見つかりません。");
  } finally {
    await legacy.drop();
  }
});

test("without a pool, or with half a configuration, the app says which half is missing", () => {
  expect(() => cognito({})).toThrow("Auth UserPool not configured.");
  expect(() => cognito({ COGNITO_USER_POOL_ID: "ap-northeast-1_x" })).toThrow("oauth param not configured.");
});

test("tokens of another issuer, audience, use, key or algorithm, and bent ones, are not believed", async () => {
  const verify = tokenVerifier(provider.tokens);
  const { id_token, access_token } = await tokensOf(provider);
  await expect(
    tokenVerifier({ ...provider.tokens, issuer: "https://elsewhere" })(id_token),
  ).rejects.toThrow();
  await expect(tokenVerifier({ ...provider.tokens, client_id: "other" })(id_token)).rejects.toThrow();
  const { privateKey } = await generateKeyPair("RS256");
  const [head, body, signature] = id_token.split(".") as [string, string, string];
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
  const forged = await new SignJWT(decodeJwt(id_token))
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(privateKey);
  const shared = await new SignJWT(decodeJwt(id_token))
    .setProtectedHeader({ alg: "HS256", kid })
    .sign(Buffer.alloc(32, "x"));
  const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
  const bent = `${head}.${body}.${signature.slice(2)}`;
  for (const bad of [access_token, forged, shared, none, bent, "", "x"])
    await expect(verify(bad)).rejects.toThrow();
  expect((await verify(id_token)).email).toBe(KEIRI);
});

test("a token seen before is good no longer than it lasts", async () => {
  const verify = tokenVerifier(provider.tokens);
  const { id_token } = await tokensOf(provider);
  for (let turn = 0; turn < 2; turn++) expect((await verify(id_token)).email).toBe(KEIRI);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  await expect(verify(id_token)).rejects.toThrow("exp");
  vi.useRealTimers();
});

test("when the database is away the sign-in fails as unavailable, without a word of the query", async () => {
  const { db, drop } = await testPool();
  const away = cognito({}, embeddedPool(db, "secret"));
  await drop();
  const error = await away.signIn(KEIRI, PASSWORD).catch((refused: unknown) => refused);
  expect(isUnavailable(error)).toBe(true);
  expect(String(error)).not.toContain("select");
});
