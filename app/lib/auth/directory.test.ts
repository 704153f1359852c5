import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { listenPool } from "~/lib/pool/listen.server";
import { embeddedSettings } from "~/lib/pool/pool.server";
import { performHere } from "~/lib/server/operate.list.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { directory } from "./directory.server";

type Call = { operation: string; body: Record<string, unknown>; signed: boolean };
let t: TestApp;
let yamada: Person;
let writer: typeof yamada;
let aws: Server;
let heard: Call[] = [];
let refuse: Record<string, string> = {};
let users = new Map<string, string>();

/**
 * An AWS that answers as Cognito would and remembers what it was asked, over real HTTP with the SDK's own
 * signatures.
 */
beforeAll(async () => {
  t = await testApp();
  [yamada, writer] = await Promise.all([t.as("admin@yamada.example"), t.as("writer@ops.example")]);
  aws = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const operation = String(request.headers["x-amz-target"]).split(".")[1]!;
    const body = JSON.parse(Buffer.concat(parts).toString());
    heard.push({
      operation,
      body,
      signed: /^AWS4-HMAC-SHA256 Credential=AKIATEST/.test(String(request.headers.authorization)),
    });
    const wrong = refuse[operation];
    if (operation === "AdminCreateUser" && !wrong) users.set(body.Username, "FORCE_CHANGE_PASSWORD");
    // A pool whose people sign in by e-mail gives them a name of its own.
    const Username = `sub-of-${body.Username}`;
    const answer = wrong
      ? { __type: wrong, message: "refused" }
      : ({
          AdminCreateUser: { User: { Username, UserStatus: "FORCE_CHANGE_PASSWORD" } },
          AdminGetUser: {
            Username,
            UserStatus: users.get(String(body.Username).replace("sub-of-", "")) ?? "CONFIRMED",
          },
          AdminListGroupsForUser: { Groups: [{ GroupName: "yamada" }] },
        }[operation] ?? {});
    response
      .writeHead(wrong ? 400 : 200, { "Content-Type": "application/x-amz-json-1.1" })
      .end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => aws.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  aws.closeAllConnections();
  await new Promise((done) => aws.close(done));
  await t.stop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  [heard, refuse] = [[], {}];
  const env = {
    COGNITO_USER_POOL_ID: "ap-northeast-1_Real",
    COGNITO_CLIENT_ID: "client",
    COGNITO_ENDPOINT: `http://127.0.0.1:${(aws.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "secret",
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
});

const operations = () => heard.map(({ operation }) => operation);
const rowOf = async (email: string) =>
  (await yamada.get("/users?size=1000")).body.items.find((row: { email: string }) => row.email === email);

test("with Cognito configured an invitation is made there, signed, in the company's group, and the mail goes out from here", async () => {
  const made = await yamada.post("/users", {
    email: "cloud@yamada.example",
    name: "雲野 上",
    permissions: ["bi"],
  });
  expect(made.status).toBe(201);
  expect(operations()).toEqual(["AdminCreateUser", "AdminAddUserToGroup"]);
  expect(heard.every(({ signed, body }) => signed && body.UserPoolId === "ap-northeast-1_Real")).toBe(true);
  expect(heard[0]!.body).toMatchObject({
    Username: "cloud@yamada.example",
    MessageAction: "SUPPRESS",
    UserAttributes: expect.arrayContaining([
      { Name: "zoneinfo", Value: "seller" },
      { Name: "email_verified", Value: "true" },
    ]),
  });
  expect(heard[1]!.body).toMatchObject({ Username: "sub-of-cloud@yamada.example", GroupName: "yamada" });
  const { rows } = await operator(t.db, (tx) =>
    tx.execute<{ body: string }>(sql`select body from pool.outbox where recipient = 'cloud@yamada.example'`),
  );
  expect(rows[0]!.body).toContain(String(heard[0]!.body.TemporaryPassword));
  expect(await rowOf("cloud@yamada.example")).toMatchObject({
    state: "invited",
    username: "sub-of-cloud@yamada.example",
  });
  expect(
    (
      await operator(t.db, (tx) =>
        tx.execute(sql`select from pool.users where email = 'cloud@yamada.example'`),
      )
    ).rows,
  ).toEqual([]);
});

test("each administration reaches Cognito by its own call", async () => {
  const { id, version } = await rowOf("cloud@yamada.example");
  const asked = async (run: () => Promise<{ status: number }>) => {
    heard = [];
    expect((await run()).status).toBeLessThan(300);
    return operations();
  };
  expect(
    await asked(() => yamada.put(`/users/${id}`, { version, name: "雲野 下", permissions: [] })),
  ).toEqual(["AdminUpdateUserAttributes"]);
  expect(await asked(() => yamada.post(`/users/${id}/invite`))).toEqual([
    "AdminGetUser",
    "AdminSetUserPassword",
    "AdminUserGlobalSignOut",
  ]);
  expect(heard[1]!.body).toMatchObject({ Permanent: false });
  expect(await asked(() => yamada.post(`/users/${id}/reset`))).toEqual([
    "AdminSetUserPassword",
    "AdminUserGlobalSignOut",
  ]);
  expect(await asked(() => yamada.post(`/users/${id}/signout`))).toEqual(["AdminUserGlobalSignOut"]);
  expect(await asked(() => yamada.delete(`/users/${id}`))).toEqual([
    "AdminDisableUser",
    "AdminUserGlobalSignOut",
  ]);
  expect(await asked(() => yamada.post(`/users/${id}/resume`))).toEqual(["AdminEnableUser"]);
  expect(
    await asked(() =>
      writer.post("/companies", {
        id: "kumo",
        name: "雲工業株式会社",
        company_type: "seller",
        email: "admin@kumo.example",
        person: "雲 一",
      }),
    ),
  ).toEqual(["CreateGroup", "AdminCreateUser", "AdminAddUserToGroup"]);
});

test("what Cognito refuses is said, and nothing is half made on either side", async () => {
  const invite = (email: string) => yamada.post("/users", { email, name: "x" });
  refuse = { AdminCreateUser: "UsernameExistsException", AdminGetUser: "UserNotFoundException" };
  expect(await invite("taken@yamada.example")).toMatchObject({
    status: 422,
    body: { errors: { email: ["このメールアドレスは、すでにアカウントがあります"] } },
  });
  refuse = { AdminCreateUser: "InvalidParameterException" };
  expect(await invite("odd@yamada.example")).toMatchObject({
    status: 422,
    body: { errors: { email: ["このメールアドレスは使えません。入力を確認してください"] } },
  });
  vi.spyOn(console, "error").mockReturnValue();
  refuse = { AdminAddUserToGroup: "AccessDeniedException" };
  heard = [];
  expect(await invite("half@yamada.example")).toMatchObject({
    status: 502,
    body: { detail: expect.stringContaining("何も変更していません") },
  });
  expect(operations()).toEqual(["AdminCreateUser", "AdminAddUserToGroup", "AdminDeleteUser"]);
  refuse = { AdminDisableUser: "AccessDeniedException" };
  const { id } = await rowOf("keiri@yamada.example");
  expect((await yamada.delete(`/users/${id}`)).status).toBe(502);
  expect((await rowOf("keiri@yamada.example")).state).toBe("active");
  for (const email of ["taken", "odd", "half"])
    expect(await rowOf(`${email}@yamada.example`)).toBeUndefined();
  vi.restoreAllMocks();
});

test("an invitation cut off after Cognito and before the database is taken up by the next one", async () => {
  refuse = { AdminCreateUser: "UsernameExistsException" };
  users.set("cut@yamada.example", "FORCE_CHANGE_PASSWORD");
  expect((await yamada.post("/users", { email: "cut@yamada.example", name: "途切 太" })).status).toBe(201);
  expect(operations()).toEqual([
    "AdminCreateUser",
    "AdminGetUser",
    "AdminListGroupsForUser",
    "AdminSetUserPassword",
    "AdminUserGlobalSignOut",
    "AdminAddUserToGroup",
  ]);
  users.set("old@yamada.example", "CONFIRMED");
  expect(await yamada.post("/users", { email: "old@yamada.example", name: "別の人" })).toMatchObject({
    status: 422,
    body: { errors: { email: ["このメールアドレスは、すでにアカウントがあります"] } },
  });
});

test("the embedded pool takes the same calls in the caller's own transaction: undone with it", async () => {
  vi.unstubAllEnvs();
  const person = {
    username: "undone@yamada.example",
    email: "undone@yamada.example",
    name: "x",
    zoneinfo: "seller",
    groups: ["yamada"],
    password: "Temp-2026-first",
  };
  await operator(t.db, async (tx) => {
    await directory(tx).create(person);
    throw new Error("undone");
  }).catch(() => undefined);
  const there = async () =>
    (
      await operator(t.db, (tx) =>
        tx.execute(sql`select from pool.users where username = 'undone@yamada.example'`),
      )
    ).rows.length;
  expect(await there()).toBe(0);
  await operator(t.db, (tx) => directory(tx).create(person));
  expect([await there(), heard]).toEqual([1, []]);
});

test("who runs the server takes a lost factor off: the log and a mail say so, and nothing is there to take off twice", async () => {
  vi.unstubAllEnvs();
  const email = "keiri@yamada.example";
  const off = async (address: string) => {
    const place = {
      db: t.db,
      secret: "a secret of the tests, 32 letters or more",
      env: process.env,
      by: "root",
    };
    return (await performHere(place, ["factor", "--email", address])).text;
  };
  expect(await off("nobody@yamada.example")).toBe("nobody@yamada.example のアカウントがありません。");
  expect(await off(email)).toBe(`${email} は、二段階認証を使っていません。`);
  await t.db.execute(
    sql`insert into pool.factors (sub, secret_sealed, is_enabled) select sub, 'sealed', true from pool.users where username = ${email}`,
  );
  await operator(t.db, (tx) =>
    tx.execute(sql`insert into recovery_code (username, code_hash) values (${email}, 'x')`),
  );
  expect(await off("KEIRI@yamada.example")).toContain("二段階認証を解除しました");
  expect(await off(email)).toBe(`${email} は、二段階認証を使っていません。`);
  const told = await operator(t.db, (tx) =>
    tx.execute(sql`select (select count(*)::int from recovery_code where username = ${email}) as codes,
    (select body from pool.outbox where recipient = ${email} order by key desc limit 1) as body,
    (select actor_name || '/' || reason from security_event where event = 'operated' and username = ${email}) as noted`),
  );
  expect(told.rows).toEqual([
    {
      codes: 0,
      body: expect.stringContaining("サーバーの運営の操作で"),
      noted: "運営（コマンド、root）/factor",
    },
  ]);
});

test("administration is closed on the pool's own port, whoever asks", async () => {
  vi.unstubAllEnvs();
  const { url, stop } = await listenPool(
    t.db,
    "a secret of the tests, 32 letters or more",
    embeddedSettings,
    0,
  );
  try {
    const env = {
      COGNITO_USER_POOL_ID: embeddedSettings.pool_id,
      COGNITO_CLIENT_ID: "embedded",
      COGNITO_ENDPOINT: url,
    };
    for (const [name, value] of Object.entries({
      ...env,
      AWS_ACCESS_KEY_ID: "AKIATEST",
      AWS_SECRET_ACCESS_KEY: "secret",
    }))
      vi.stubEnv(name, value);
    vi.spyOn(console, "error").mockReturnValue();
    await expect(
      operator(t.db, (tx) => directory(tx).enable("admin@sato.example", false)),
    ).rejects.toMatchObject({ status: 502 });
    expect((await t.app.provider.signIn("admin@sato.example", "koba-demo-2026")).kind).toBe("tokens");
  } finally {
    vi.restoreAllMocks();
    await stop();
  }
});
