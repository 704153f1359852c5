import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cognito } from "~/lib/auth/cognito.server";
import { refused, startCognito } from "~/lib/auth/cognito.testing.server";
import { CLIENT, type CognitoPerson } from "~/lib/auth/cognito.tokens.testing.server";
import { operator } from "~/lib/db/connection.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { member } from "~/lib/tables/member.table.server";
import { type Answer, jar, startFront } from "./front.testing.server";

vi.setConfig({ testTimeout: 120_000 });
const PASSWORD = "Correct-horse-2026";
const YAMADA = { password: PASSWORD, groups: ["yamada"], zoneinfo: "seller" };
let aws: Awaited<ReturnType<typeof startCognito>>;
let front: Awaited<ReturnType<typeof startFront>>;

beforeAll(async () => {
  aws = await startCognito();
  front = await startFront(aws.env);
});
afterAll(async () => {
  await front.stop();
  await aws.stop();
});
beforeEach(() => {
  aws.says.clear();
  aws.calls.length = 0;
});

/** Somebody of the sample cast, whom the pool knows by a name of its own. */
async function known(email: string, more: Partial<CognitoPerson> = {}) {
  const person = aws.add({ email, ...YAMADA, ...more });
  await operator(front.db, (tx) =>
    tx.update(member).set({ username: person.username }).where(eq(member.email, email)),
  );
  return person;
}
const enter = (username: string, password = PASSWORD) => front.post("/login", { username, password });
const list = (answer: Answer) => front.ask("/task/list", { headers: { Cookie: jar(answer) } });
const told = (operation: string) => aws.calls.filter((call) => call.operation === operation);

test("somebody invited by mail signs in with what the mail says, chooses a password and is in", async () => {
  const email = "admin@yamada.example";
  await known(email);
  const Cookie = jar(await enter(email));
  const guest = "guest@yamada.example";
  const made = await front.post("/setting/user/new", { email: guest, name: "雲野 上" }, { Cookie });
  expect(made.status).toBe(303);
  expect(told("AdminCreateUser").map(({ signed }) => signed)).toEqual([true]);
  const [mail] = await operator(front.db, (tx) =>
    tx.select().from(outbox).where(eq(outbox.recipient, guest)),
  );
  const password = /仮パスワード: (\S+)/.exec(mail!.body)![1]!;

  const first = await enter(guest, password);
  expect(first.headers.location).toBe("/login?state=new_password");
  const choose = (new_password: string) =>
    front.post("/login?state=new_password", { username: guest, new_password }, { Cookie: jar(first) });
  aws.says.set("RespondToAuthChallenge", () =>
    refused("InvalidPasswordException", "Password does not conform to policy: Password must have symbols"),
  );
  const weak = await choose("じぶんの新しい合言葉");
  expect([weak.status, weak.text]).toEqual([
    422,
    expect.stringContaining("推測されやすいパスワードは使えません"),
  ]);
  aws.says.clear();
  const done = await choose("じぶんの新しい合言葉");
  expect(done.status).toBe(303);
  const page = await list(done);
  expect([page.status, page.text.includes("雲野 上")]).toEqual([200, true]);
});

test.each([
  [
    "NotAuthorizedException",
    "Incorrect username or password.",
    "ユーザー名またはパスワードが正しくありません。",
  ],
  ["NotAuthorizedException", "User is disabled.", "ユーザー名またはパスワードが正しくありません。"],
  ["NotAuthorizedException", "Password attempts exceeded", "ログインの試行回数が多すぎます。"],
  ["TooManyRequestsException", "Rate exceeded", "ログインの試行回数が多すぎます。"],
  ["UserNotFoundException", "User does not exist.", "ユーザーが見つかりません。"],
])(
  "a sign-in that Cognito refuses by %s, %s, is answered in the product's words",
  async (name, why, text) => {
    aws.says.set("InitiateAuth", () => refused(name, why));
    const answer = await enter(`${name}-${why.length}@yamada.example`);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
    expect(answer.text).not.toContain(why);
  },
);

test.each([
  ["PasswordResetRequiredException", "Password reset required for the user", "required"],
  ["UserNotConfirmedException", "User is not confirmed.", "unconfirmed"],
])("%s leads on to the reset", async (name, why, reason) => {
  aws.says.set("InitiateAuth", () => refused(name, why));
  expect((await enter(`${reason}@yamada.example`)).headers.location).toBe(`/reset?reason=${reason}`);
});

test("a second factor is asked for by its code, and a wrong one is said", async () => {
  const email = "genba@yamada.example";
  await known(email, { factor: "246810" });
  const asked = await enter(email);
  expect(asked.headers.location).toBe("/login/code");
  const code = (digits: string) => front.post("/login/code", { code: digits }, { Cookie: jar(asked) });
  const wrong = await code("111111");
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("確認コードが違います。")]);
  expect((await list(await code("246810"))).status).toBe(200);
  aws.says.set("RespondToAuthChallenge", () =>
    refused("NotAuthorizedException", "Invalid session for the user, session is expired."),
  );
  expect((await code("246810")).headers.location).toBe("/login?state=late");
});

test("tokens are renewed by the pool's own name of the person, kept on, and over once they are revoked", async () => {
  const email = "keiri@yamada.example";
  const person = await known(email);
  person.token_seconds = 6;
  const signed = await enter(email);
  await new Promise((wait) => setTimeout(wait, 1_100));
  expect((await list(signed)).status).toBe(200);
  expect(told("InitiateAuth").map(({ body }) => body.AuthFlow)).toEqual([
    "USER_PASSWORD_AUTH",
    "REFRESH_TOKEN_AUTH",
  ]);
  aws.revokeAll();
  await new Promise((wait) => setTimeout(wait, 1_100));
  const over = await list(signed);
  expect([over.status, over.headers.location]).toEqual([302, "/login?return_to=%2Ftask%2Flist"]);
  person.token_seconds = 3600;
  const again = await enter(email);
  await front.post("/setting/logout", {}, { Cookie: jar(again) });
  expect(told("RevokeToken").at(-1)!.body).toMatchObject({
    ClientId: CLIENT.id,
    ClientSecret: CLIENT.secret,
  });
});

test("a refresh token that is changed at each use is sent by its own call, and the new one is kept", async () => {
  const provider = cognito({ ...aws.env, COGNITO_REFRESH_ROTATION: "1" });
  aws.says.set("GetTokensFromRefreshToken", (body) => ({
    AuthenticationResult: {
      AccessToken: "a",
      ExpiresIn: 3600,
      IdToken: "i",
      RefreshToken: `after ${body.RefreshToken}`,
      TokenType: "Bearer",
    },
  }));
  expect((await provider.refresh("first", "name")).refresh_token).toBe("after first");
  expect(told("GetTokensFromRefreshToken")[0]!.body).toEqual({
    ClientId: CLIENT.id,
    ClientSecret: CLIENT.secret,
    RefreshToken: "first",
  });
  aws.says.set("GetTokensFromRefreshToken", () =>
    refused("RefreshTokenReuseException", "Refresh token has been invalidated due to reuse"),
  );
  await expect(provider.refresh("first", "name")).rejects.toMatchObject({
    name: "RefreshTokenReuseException",
  });
});

test("a forgotten password is set anew by Cognito's mailed code, and what it refuses is said", async () => {
  const email = "keiri@yamada.example";
  aws.says.set("ForgotPassword", () =>
    refused("LimitExceededException", "Attempt limit exceeded, please try after some time."),
  );
  const limited = await front.post("/reset", { username: email });
  expect(limited.text).toContain("確認コードの送信回数が上限に達しました。");
  aws.says.clear();
  const sent = await front.post("/reset", { username: email });
  const Cookie = jar(sent);
  expect((await front.ask("/reset?step=confirmCode", { headers: { Cookie } })).text).toContain("k***@y***");
  const confirm = (code: string) => {
    const fields = { code, new_password: "a new password 2026", confirmation: "a new password 2026" };
    return front.post("/reset?step=confirmCode", fields, { Cookie });
  };
  expect((await confirm("000000")).text).toContain("確認コードが正しくありません。");
  aws.says.set("ConfirmForgotPassword", () =>
    refused("ExpiredCodeException", "Invalid code provided, please request a code again."),
  );
  expect((await confirm("123456")).text).toContain("確認コードの有効期限が切れています。");
  aws.says.clear();
  expect((await confirm("123456")).headers.location).toBe("/reset?step=done");
  expect((await enter(email, "a new password 2026")).status).toBe(303);
});

test("a program's identity token of the pool is believed, one signed by another key is not", async () => {
  const person = aws.add({ email: "program@yamada.example", ...YAMADA });
  const admin = "admin@yamada.example";
  const rows = await operator(front.db, (tx) =>
    tx.select({ username: member.username }).from(member).where(eq(member.email, admin)),
  );
  person.username = rows[0]!.username;
  const self = async (token: string) =>
    (await front.ask("/api/users/self", { headers: { "X-Auth": token } })).status;
  expect([await self(await aws.identity(person)), await self(await aws.forged(person))]).toEqual([200, 401]);
});

test("while Cognito is silent or away a sign-in is told to wait, and who is in stays in", async () => {
  const email = "admin@yamada.example";
  const signed = await enter(email);
  expect(signed.status).toBe(303);
  aws.says.set("InitiateAuth", () => "silence");
  const begun = Date.now();
  const silent = await enter(email);
  expect([silent.status, silent.text]).toEqual([503, expect.stringContaining("ただいま混み合っています")]);
  expect(Date.now() - begun).toBeLessThan(30_000);
  await aws.stop();
  const away = await enter(email);
  expect([away.status, away.text]).toEqual([503, expect.stringContaining("ただいま混み合っています")]);
  expect((await list(signed)).status).toBe(200);
});
