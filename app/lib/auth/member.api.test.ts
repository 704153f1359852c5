import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { MAILS_A_DAY } from "./mail.limit.server";

let t: TestApp;
let yamada: Person, keiri: Person, sato: Person;

beforeAll(async () => {
  t = await testApp();
  [yamada, keiri, sato] = await t.people("admin@yamada", "keiri@yamada", "admin@sato");
});
afterAll(() => t.stop());

type Row = { id: number; email: string; version: number; state: string };
const everyone = async (): Promise<Row[]> => (await yamada.get("/users?size=1000")).body.items;
const find = async (email: string) => (await everyone()).find((row) => row.email === email)!;
const mails = async (to: string) =>
  (
    await operator(t.db, (tx) =>
      tx.execute<{ body: string }>(sql`select body from pool.outbox where recipient = ${to} order by key`),
    )
  ).rows;
const temporary = async (to: string) => /仮パスワード: (\S+)/.exec((await mails(to)).at(-1)!.body)![1]!;
const person = (email: string, more: object = {}) => ({
  email,
  name: "新 人",
  permissions: ["accounting"],
  ...more,
});

test("an administrator sees the company's accounts with their state, and how many are in use", async () => {
  const { body } = await yamada.get("/users");
  expect(body.sums).toEqual({ active: body.total, max: 50 });
  expect(body.items.map((row: Row) => row.email)).toContain("keiri@yamada.example");
  expect(body.items.find((row: Row) => row.email === "new@yamada.example")?.state).toBe("invited");
  expect(JSON.stringify(body)).not.toMatch(/sato|password/);
});

test("someone invited gets a mail with a temporary password, must choose another, and counts at once", async () => {
  const made = await yamada.post("/users", person("shinjin@yamada.example"));
  expect(made).toMatchObject({ status: 201, body: { email: "shinjin@yamada.example" } });
  const password = await temporary("shinjin@yamada.example");
  const answer = await t.app.provider.signIn("shinjin@yamada.example", password);
  if (answer.kind !== "new_password") throw new Error("a temporary password must be changed");
  await t.app.provider.respondNewPassword(answer.session, answer.username, "koba-demo-2026");
  const shinjin = await t.as("shinjin@yamada.example");
  expect((await shinjin.get("/users/self")).body).toMatchObject({
    company_id: "yamada",
    company_type: "seller",
    permissions: ["accounting"],
    is_admin: false,
  });
  expect((await shinjin.get("/permissions")).body).toEqual(["accounting"]);
  expect(await find("shinjin@yamada.example")).toMatchObject({ state: "active" });
});

test("an address that has an account is named at its field, and nothing is half made", async () => {
  const before = (await everyone()).length;
  for (const email of ["keiri@yamada.example", "ADMIN@sato.example"]) {
    expect(await yamada.post("/users", person(email))).toMatchObject({
      status: 422,
      body: { errors: { email: ["このメールアドレスは、すでにアカウントがあります"] } },
    });
  }
  expect((await yamada.post("/users", person("x@"))).body.errors).toHaveProperty("email");
  expect((await everyone()).length).toBe(before);
});

test("rights are changed by version; what changed takes effect at the next call", async () => {
  const row = await find("keiri@yamada.example");
  expect((await keiri.get("/permissions")).body).toEqual(["accounting"]);
  const change = { version: row.version, name: "山本 経子", permissions: ["bi", "inventory"] };
  expect(await yamada.put(`/users/${row.id}`, change)).toMatchObject({
    status: 200,
    body: { permissions: ["inventory", "bi"], version: row.version + 1 },
  });
  expect((await keiri.get("/permissions")).body).toEqual(["inventory", "bi"]);
  expect(await yamada.put(`/users/${row.id}`, change)).toMatchObject({ status: 409 });
  expect((await keiri.get("/deliveries")).status).toBe(403);
});

test("nobody gives themselves rights, whatever they send", async () => {
  const { version } = (await keiri.get("/users/self")).body;
  const answer = await keiri.put("/users/self", {
    version,
    name: "山本 経子",
    is_admin: true,
    permissions: ["accounting"],
    groups: ["internal"],
    company_id: "sato",
    username: "x",
  });
  expect(answer.status).toBe(200);
  expect((await keiri.get("/users/self")).body).toMatchObject({
    name: "山本 経子",
    is_admin: false,
    permissions: ["inventory", "bi"],
    company_id: "yamada",
    isInternal: false,
  });
  expect((await keiri.put("/users/self", { version, name: "古い" })).status).toBe(409);
  expect(await keiri.put("/users/self", { version: version + 1, name: "" })).toMatchObject({
    status: 422,
    body: { errors: { name: ["氏名を入力してください"] } },
  });
});

test("without being an administrator accounts are neither seen nor changed; other companies' are not there", async () => {
  const { id, version } = await find("genba@yamada.example");
  for (const answer of [
    await keiri.get("/users"),
    await keiri.post("/users", person("y@yamada.example")),
    await keiri.put(`/users/${id}`, { version, name: "x" }),
    await keiri.delete(`/users/${id}`),
    await keiri.post(`/users/${id}/reset`),
    await keiri.post("/users/stop", { ids: [id] }),
  ])
    expect(answer.status).toBe(403);
  for (const answer of [
    await sato.get(`/users/${id}`),
    await sato.put(`/users/${id}`, { version, name: "x" }),
    await sato.delete(`/users/${id}`),
    await sato.post(`/users/${id}/reset`),
    await sato.post(`/users/${id}/signout`),
    await sato.post("/users/stop", { ids: [id] }),
    await sato.get("/users?factory_ids=yamada"),
    await yamada.get("/users?factory_ids=yamada&factory_ids=tanaka"),
  ])
    expect(answer.status).toBe(404);
  expect((await yamada.get("/users?factory_ids=yamada")).status).toBe(200);
});

test("the last administrator stays one, and nobody stops the account they use", async () => {
  const admin = await find("admin@yamada.example");
  const last = "最後の管理者です。先に、ほかの人を管理者にしてください。";
  expect(
    await yamada.put(`/users/${admin.id}`, {
      version: admin.version,
      name: "山田 太郎",
      is_admin: false,
      permissions: [],
    }),
  ).toMatchObject({ status: 409, body: { detail: last } });
  expect((await yamada.delete(`/users/${admin.id}`)).body.detail).toMatch(/自分のアカウントは停止できません/);
  const genba = await find("genba@yamada.example");
  expect((await yamada.post("/users/stop", { ids: [genba.id, admin.id] })).status).toBe(409);
  expect(await find("genba@yamada.example")).toMatchObject({ state: "active" });
});

test("a stopped account is out of every browser and the pool at once, and comes back when resumed", async () => {
  const genba = await t.as("genba@yamada.example");
  const signed = await t.app.provider.signIn("genba@yamada.example", "koba-demo-2026");
  if (signed.kind !== "tokens") throw new Error();
  const browser = await t.app.sessions.begin("genba@yamada.example", signed.tokens);
  const { id, version } = await find("genba@yamada.example");
  expect(await yamada.delete(`/users/${id}?version=${version}`)).toMatchObject({
    status: 200,
    body: { state: "stopped" },
  });
  expect((await genba.get("/cards")).status).toBe(401);
  expect(await t.app.sessions.find(browser)).toBeNull();
  await expect(t.app.provider.signIn("genba@yamada.example", "koba-demo-2026")).rejects.toThrow(
    "User is disabled.",
  );
  await expect(t.app.provider.refresh(signed.tokens.refresh_token, "genba@yamada.example")).rejects.toThrow();
  expect(await yamada.post(`/users/${id}/resume`)).toMatchObject({ status: 201, body: { state: "active" } });
  expect((await t.as("genba@yamada.example")).token).toBeTruthy();
});

test("a password reset by the administrator ends the old password; the invitation can be sent again only until it is taken up", async () => {
  const { id } = await find("genba@yamada.example");
  expect((await yamada.post(`/users/${id}/invite`)).status).toBe(409);
  expect((await yamada.post(`/users/${id}/reset`)).status).toBe(201);
  await expect(t.app.provider.signIn("genba@yamada.example", "koba-demo-2026")).rejects.toThrow("Incorrect");
  expect(
    (await t.app.provider.signIn("genba@yamada.example", await temporary("genba@yamada.example"))).kind,
  ).toBe("new_password");
  expect((await yamada.post(`/users/${id}/invite`)).status).toBe(201);
  expect(await mails("genba@yamada.example")).toHaveLength(2);
  const admin = await find("admin@yamada.example");
  expect((await yamada.post(`/users/${admin.id}/reset`)).status).toBe(409);
});

test("invitations are sent again to all ticked who have not taken up theirs, and only to them", async () => {
  const [waiting, active] = [await find("new@yamada.example"), await find("keiri@yamada.example")];
  const before = await mails("new@yamada.example");
  expect(await yamada.post("/users/invite", { ids: [waiting.id, active.id] })).toMatchObject({
    status: 201,
    body: { sent: 1 },
  });
  expect((await mails("new@yamada.example")).length).toBe(before.length + 1);
  expect((await yamada.post("/users/invite", { ids: [active.id] })).status).toBe(409);
  expect((await sato.post("/users/invite", { ids: [waiting.id] })).status).toBe(404);
  expect(
    (await t.app.provider.signIn("new@yamada.example", await temporary("new@yamada.example"))).kind,
  ).toBe("new_password");
});

test("signing someone out everywhere leaves the account good", async () => {
  const signed = await t.app.provider.signIn("keiri@yamada.example", "koba-demo-2026");
  if (signed.kind !== "tokens") throw new Error();
  const browser = await t.app.sessions.begin("keiri@yamada.example", signed.tokens);
  const { id } = await find("keiri@yamada.example");
  expect((await yamada.post(`/users/${id}/signout`)).status).toBe(201);
  expect(await t.app.sessions.find(browser)).toBeNull();
  await expect(t.app.provider.refresh(signed.tokens.refresh_token, "keiri@yamada.example")).rejects.toThrow();
  expect((await t.app.provider.signIn("keiri@yamada.example", "koba-demo-2026")).kind).toBe("tokens");
  expect((await keiri.get("/users/self")).status).toBe(401);
  [keiri] = await t.people("keiri@yamada");
});

test("browsers are listed with what they are, ended one by one, by oneself and by the administrator, and by nobody else", async () => {
  const begin = async (user_agent: string) => {
    const signed = await t.app.provider.signIn("keiri@yamada.example", "koba-demo-2026");
    if (signed.kind !== "tokens") throw new Error();
    return t.app.sessions.begin("keiri@yamada.example", signed.tokens, { ip: "192.0.2.1", user_agent });
  };
  const [first, second, third, wall] = [
    await begin("one"),
    await begin("two"),
    await begin("three"),
    await begin("wall"),
  ];
  await t.app.sessions.display(wall);
  const { items } = (await keiri.get("/users/self/sessions")).body as {
    items: { key: number; user_agent: string; is_display: boolean; expires_time: string }[];
  };
  expect(items.map(({ user_agent }) => user_agent)).toEqual(["wall", "three", "two", "one"]);
  const month = Date.now() + 30 * 86_400_000;
  expect(
    items
      .filter(({ is_display }) => is_display)
      .map(({ expires_time }) => Math.abs(Date.parse(expires_time) - month) < 60_000),
  ).toEqual([true]);
  expect(JSON.stringify(items)).not.toMatch(/hash|sealed/);
  const keyOf = (name: string) => items.find(({ user_agent }) => user_agent === name)!.key;
  const { id } = await find("keiri@yamada.example");
  expect((await yamada.get(`/users/${id}/sessions`)).body.items).toHaveLength(4);
  expect([
    (await sato.get(`/users/${id}/sessions`)).status,
    (await sato.delete(`/users/${id}/sessions/${keyOf("one")}`)).status,
  ]).toEqual([404, 404]);
  expect((await yamada.delete(`/users/self/sessions/${keyOf("one")}`)).status).toBe(404);
  expect((await keiri.delete(`/users/${id}/sessions/${keyOf("one")}`)).status).toBe(403);
  expect((await keiri.delete(`/users/self/sessions/${keyOf("one")}`)).status).toBe(200);
  expect([await t.app.sessions.find(first), (await t.app.sessions.find(second))?.key]).toEqual([
    null,
    keyOf("two"),
  ]);
  expect((await yamada.delete(`/users/${id}/sessions/${keyOf("wall")}`)).status).toBe(200);
  expect(await t.app.sessions.find(wall, true)).toBeNull();
  expect((await keiri.delete(`/users/self/sessions?but=${keyOf("two")}`)).body).toEqual({ ended: 1 });
  expect([await t.app.sessions.find(third), (await t.app.sessions.find(second))?.key]).toEqual([
    null,
    keyOf("two"),
  ]);
  await t.app.sessions.end(second);
});

test("the security log: a person reads their own, an administrator the company's, staff all, and what was refused stands in it", async () => {
  const told = async (who: Person, path: string) =>
    (await who.get(path)).body.items as {
      event: string;
      reason: string | null;
      actor_name: string | null;
      username: string;
      name: string;
    }[];
  const own = await told(keiri, "/users/self/security");
  const four = own.slice(0, 4).map(({ event, reason, actor_name }) => [event, reason, actor_name]);
  // What was refused is noted beside the answer, and may stand among what came next.
  expect(four.filter(([event]) => event !== "refused")).toEqual([
    ["session_ended", "own_others", "山本 経子"],
    ["session_ended", "admin", "山田 太郎"],
    ["session_ended", "own", "山本 経子"],
  ]);
  expect(four.filter(([event]) => event === "refused")).toEqual([
    ["refused", expect.stringMatching(/^DELETE \/users\/\d+\/sessions/), null],
  ]);
  expect(new Set(own.map(({ username }) => username))).toEqual(new Set(["keiri@yamada.example"]));
  const company = await told(yamada, "/security?event=refused");
  expect(company.every(({ event }) => event === "refused")).toBe(true);
  expect(company.map(({ name }) => name)).toContain("山本 経子");
  expect(JSON.stringify(await told(sato, "/security"))).not.toContain("yamada");
  const staff = await t.as("staff@ops.example");
  expect((await told(staff, "/security/all")).map(({ username }) => username)).toContain(
    "keiri@yamada.example",
  );
  const page = (await yamada.get("/security?size=2")).body;
  expect((await yamada.get(`/security?size=2&after=${page.next}`)).body.items[0].key).toBeLessThan(
    page.items[1].key,
  );
});

test("the log tells who did what to whom, and holds no password", async () => {
  const { id } = await find("genba@yamada.example");
  const { items } = (await yamada.get(`/users/${id}/activity`)).body;
  expect(items.map((one: { kind: string }) => one.kind)).toEqual([
    "stopped",
    "resumed",
    "password_reset",
    "invited_again",
  ]);
  expect(items[0]).toMatchObject({
    actor_name: "山田 太郎",
    before: { is_active: true },
    after: { is_active: false },
  });
  expect(JSON.stringify(items)).not.toContain(await temporary("genba@yamada.example"));
  expect((await sato.get(`/users/${id}/activity`)).status).toBe(404);
});

test("a buyer has 35 accounts and no more, however many are asked for at the same time", async () => {
  const suzuki = await t.as("admin@suzuki.example");
  const { active, max } = (await suzuki.get("/users")).body.sums;
  expect(max).toBe(35);
  const few = 6;
  for (let n = few; n < max - active; n++)
    expect((await suzuki.post("/users", person(`n${n + 5}@suzuki.example`))).status).toBe(201);
  const asked = await Promise.all(
    Array.from({ length: few + 5 }, (_, n) => suzuki.post("/users", person(`n${n}@suzuki.example`))),
  );
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(few);
  expect(asked.find(({ status }) => status !== 201)!.body.detail).toMatch(/アカウントは35人までです/);
  expect((await suzuki.get("/users?size=1")).body.sums).toEqual({ active: 35, max: 35 });
  const some = (await suzuki.get("/users?q=n1@")).body.items[0];
  await suzuki.delete(`/users/${some.id}`);
  expect((await suzuki.post("/users", person("late@suzuki.example"))).status).toBe(201);
  expect((await suzuki.post(`/users/${some.id}/resume`)).status).toBe(409);
});

test("a company sends so many invitations and resets a day, is told when it is enough, and keeps no other from it", async () => {
  const sent = (company_id: string, points: number) =>
    t.db.execute(sql`insert into pool.limits (key, points, expire)
    values (${`mail:${company_id}:${today()}`}, ${points}, ${Date.now() + 86_400_000}) on conflict (key) do update set points = excluded.points`);
  await sent("yamada", MAILS_A_DAY - 1);
  expect((await yamada.post("/users", person("last@yamada.example"))).status).toBe(201);
  const enough = {
    status: 429,
    body: { detail: expect.stringContaining("1日300通までのため、送信しませんでした。件数を減らすか、明日") },
  };
  expect(await yamada.post("/users", person("over@yamada.example"))).toMatchObject(enough);
  const { id } = await find("last@yamada.example");
  const before = await mails("last@yamada.example");
  for (const path of [`/users/${id}/invite`, `/users/${id}/reset`])
    expect(await yamada.post(path)).toMatchObject(enough);
  const partner = {
    kind: "new",
    relation: "buyer",
    name: "渡辺製作所",
    email: "boss@watanabe.example",
    is_payment_last_date: true,
    pay_month: 1,
    pay_day: 31,
    amount_rounding: "floor",
    tax_rounding: "floor",
    show_carry_over: true,
    invoice_basis: "monthly",
    fee_bearer: "payer",
    toriteki: "unknown",
  };
  expect(await yamada.post("/factories/collaborators", partner)).toMatchObject(enough);
  expect([
    await mails("over@yamada.example"),
    await mails("boss@watanabe.example"),
    await mails("last@yamada.example"),
  ]).toEqual([[], [], before]);
  expect(await find("over@yamada.example")).toBeUndefined();
  expect((await sato.post("/users", person("neu@sato.example"))).status).toBe(201);
  await sent("yamada", 0);
  expect((await yamada.post("/users", person("over@yamada.example"))).status).toBe(201);
});
