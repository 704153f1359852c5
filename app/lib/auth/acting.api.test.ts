import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator, tenant } from "~/lib/db/connection.server";
import { calls } from "~/lib/server/calls.server";
import { type Answer, type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { actingProblem } from "./acting";
import { ACTING_CALLS, actingRuleOf } from "./acting.calls";

let t: TestApp;
let staff: Person, writer: Person, yamada: Person, sato: Person;

beforeAll(async () => {
  t = await testApp();
  [staff, writer, yamada, sato] = await t.people("staff@ops", "writer@ops", "admin@yamada", "admin@sato");
});
afterAll(() => t.stop());

/** A call made under a stay with a company. */
async function under(
  person: Person,
  key: number | string,
  method: string,
  path: string,
  body?: unknown,
  mark?: string,
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(mark && { "X-Confirmed": mark }),
    "X-Auth": person.token,
    "X-Acting": String(key),
    "Content-Type": "application/json",
  };
  if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
  const response = await fetch(t.base + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const go = async (person: Person, more: object = {}) =>
  (await person.post("/actings", { company_id: "yamada", reason: "inquiry", ...more })).body.key as number;
const place = { name: "運営が登録した納入先" };

test("staff find companies by name or id and see how busy they are, nothing of their business", async () => {
  const { body } = await staff.get(`/companies?q=${encodeURIComponent("山田")}`);
  expect(body.items).toEqual([
    {
      id: "yamada",
      name: "山田精機株式会社",
      company_type: "seller",
      is_active: true,
      num_members: expect.any(Number),
      num_cards: 0,
      last_login_time: expect.any(String),
      created_time: expect.any(String),
      key: expect.any(Number),
      num_waiting: 0,
      is_starred: false,
      note: null,
    },
  ]);
  expect((await staff.get("/companies?q=tanaka")).body.items).toHaveLength(1);
  expect(
    (await staff.get("/companies?company_type=buyer")).body.items.map((row: { id: string }) => row.id).sort(),
  ).toEqual(["suzuki", "tanaka"]);
});

test("what a company says to the provider waits among the companies until staff have answered there as 運営", async () => {
  const roomId = "yamada_internal-common";
  const said = (message: string) => ({ id: crypto.randomUUID(), roomId, message });
  const waiting = async () =>
    (await staff.get("/companies?waiting=on")).body.items.map(({ id, num_waiting }: any) => [
      id,
      num_waiting,
    ]);
  expect(await waiting()).toEqual([]);
  for (const words of ["ログインできない人がいます", "急ぎません"])
    expect((await yamada.post("/chats/messages", said(words))).status).toBe(201);
  expect(await waiting()).toEqual([["yamada", 2]]);
  const stay = await go(writer, { is_write: true });
  expect(await under(writer, stay, "POST", "/chats/messages", said("確認します"))).toMatchObject({
    status: 201,
    body: { isStaff: true, ownerName: "運営" },
  });
  expect(await waiting()).toEqual([]);
  await yamada.post("/chats/messages", said("ありがとうございます"));
  expect(await waiting()).toEqual([["yamada", 1]]);
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
});

test("customers reach nothing that is for staff, and no header lets them in elsewhere", async () => {
  const key = await go(staff);
  for (const path of ["/companies", "/companies/recent", "/companies/yamada", "/actings"])
    expect((await yamada.get(path)).status).toBe(403);
  expect((await yamada.post("/actings", { company_id: "sato", reason: "inquiry" })).status).toBe(403);
  expect((await yamada.post("/companies", { id: "mine" })).status).toBe(403);
  for (const header of [key, "sato", "0", "-1", "1e3", "' or 1=1"])
    expect((await under(sato, header, "GET", "/users/self")).status).toBe(403);
});

test("a stay belongs to who began it", async () => {
  const key = await go(writer, { is_write: "on" });
  expect((await under(staff, key, "GET", "/cards")).status).toBe(403);
  expect((await staff.post(`/actings/${key}/extend`)).status).toBe(404);
  expect((await staff.post(`/actings/${key}/end`)).status).toBe(404);
});

test("without a reason nobody switches", async () => {
  expect(await staff.post("/actings", { company_id: "yamada" })).toMatchObject({
    status: 422,
    body: { errors: { reason: ["理由を選択してください"] } },
  });
  expect((await staff.post("/actings", { company_id: "nobody", reason: "survey" })).status).toBe(404);
  expect((await staff.post("/actings", { company_id: "shohin-zaiko", reason: "survey" })).status).toBe(404);
});

test("switched, staff see the company as its administrator does, and no other", async () => {
  const key = await go(staff);
  const self = (await under(staff, key, "GET", "/users/self")).body;
  expect(self).toMatchObject({
    username: "staff@ops.example",
    company_id: "yamada",
    company_type: "seller",
    is_admin: true,
    acting: { mode: "read", is_extended: false },
  });
  expect((await under(staff, key, "GET", "/users")).body.items.length).toBeGreaterThan(2);
  expect((await under(staff, key, "GET", "/orders")).status).toBe((await yamada.get("/orders")).status);
  expect((await under(staff, key, "GET", "/factories/suzuki")).status).toBe(200);
  const other = await go(staff, { company_id: "sato" });
  expect((await under(staff, other, "GET", "/factories/suzuki")).status).toBe(404);
  expect((await under(staff, key, "GET", "/users/self")).status).toBe(403);
});

test("what staff issue for a company bears no name of theirs as its 担当; the log knows who it was", async () => {
  const key = await go(writer, { company_id: "tanaka", reason: "setup", is_write: "on" });
  const { destination_id } = (
    await under(writer, key, "POST", "/factories/tanaka/destinations", { name: "代行の納入先" })
  ).body;
  const lines = [{ name: "代行の品", num_items: "1", unit_price: "1" }];
  const order = {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 14),
    destination_id,
    inspection_days: 7,
    lines,
  };
  const asked = await under(writer, key, "POST", "/orders", order);
  const made = await under(writer, key, "POST", "/orders", order, asked.body.confirm);
  expect([asked.status, made.status]).toEqual([428, 201]);
  const seen = await (await t.as("admin@tanaka.example")).get(`/orders/${made.body.key}`);
  expect([seen.status, seen.body.person]).toEqual([200, null]);
  expect(JSON.stringify((await yamada.get(`/orders/${made.body.key}`)).body)).not.toContain("運営 書子");
});

test("read-only is the server's word: every call that writes is refused", async () => {
  const key = await go(staff);
  expect(
    (await staff.post("/actings", { company_id: "yamada", reason: "setup", is_write: "on" })).status,
  ).toBe(403);
  const again = await go(staff);
  expect(again).not.toBe(key);
  for (const call of calls.filter(({ method, internal }) => method !== "GET" && !internal)) {
    const path = call.path.replace(/\{\w+\}/g, "1");
    expect([path, (await under(staff, again, call.method, path, {})).status]).toEqual([
      path,
      path === "/errors" ? 422 : 403,
    ]);
  }
});

test("what staff write is logged with who they are and for whom, and the company's administrator can read it", async () => {
  const key = await go(writer, { reason: "setup", note: "問合せ 1024", is_write: "on" });
  expect((await under(writer, key, "POST", "/factories/yamada/destinations", place)).status).toBe(201);
  const { version } = (await yamada.get("/factories/self")).body.meta;
  const terms = {
    is_payment_last_date: true,
    pay_month: 1,
    pay_day: 31,
    amount_rounding: "floor",
    tax_rounding: "floor",
    inspection_days: 7,
    stall_days: 5,
    warn_days: 3,
  };
  expect((await under(writer, key, "PUT", "/factories/self/meta", { ...terms, version })).status).toBe(200);
  expect(await logged()).toEqual([["writer@ops.example", "yamada"]]);
  const [last] = (await yamada.get("/factories/self/accesses")).body.items;
  expect(last).toMatchObject({
    actor_name: "運営 書子",
    mode: "write",
    reason: "setup",
    note: "問合せ 1024",
    writes: [{ summary: "納入先の登録" }, { summary: "締め・支払と帳票の既定" }],
  });
  expect(
    (await sato.get("/factories/self/accesses")).body.items.every(
      (one: { company_id: string }) => one.company_id === "sato",
    ),
  ).toBe(true);
  expect((await (await t.as("genba@yamada.example")).get("/factories/self/accesses")).status).toBe(403);
});

async function logged() {
  const { rows } = await tenant(t.db, { company_id: "yamada", username: "x" }, (tx) =>
    tx.execute(sql`select actor, on_behalf_of from activity where kind = 'terms'`),
  );
  return rows.map((row) => [row.actor, row.on_behalf_of]);
}

test("what can't be taken back is not done by staff, even with the right to write", async () => {
  const key = await go(writer, { is_write: "on" });
  const { items } = (await yamada.get("/users")).body;
  expect((await under(writer, key, "DELETE", `/users/${items[0].id}`)).status).toBe(403);
  expect(
    (await under(writer, key, "POST", "/users", { email: "spy@ops.example", name: "x", is_admin: true }))
      .status,
  ).toBe(403);
  expect((await under(writer, key, "POST", "/closings", { ym: 202611, buyer_ids: ["tanaka"] })).status).toBe(
    403,
  );
  const grave = calls
    .filter(({ method, path }) => method !== "GET" && actingProblem("write", method, path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(grave).toEqual(
    expect.arrayContaining([
      "POST /closings",
      "PUT /users/{id}",
      "PUT /users/self",
      "POST /deliveries/{key}/cancel",
      "POST /invoices/{key}/cancel",
      "PUT /orders/{key}/viewed",
      "DELETE /factories/{factoryId}/destinations/{destinationId}",
    ]),
  );
});

test("a stay lasts thirty minutes, is extended once, and ends when told or by itself", async () => {
  const made = await staff.post("/actings", { company_id: "yamada", reason: "survey" });
  const { key, until } = made.body;
  expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(30);
  const more = await staff.post(`/actings/${key}/extend`);
  expect(Date.parse(more.body.until) - Date.parse(until)).toBe(30 * 60_000);
  expect((await staff.post(`/actings/${key}/extend`)).status).toBe(409);
  await operator(t.db, (tx) =>
    tx.execute(sql`update acting set until_time = now() - interval '1 second' where key = ${key}`),
  );
  expect((await under(staff, key, "GET", "/cards")).status).toBe(403);
  const next = await go(staff);
  expect((await under(staff, next, "GET", "/users/self")).status).toBe(200);
  expect((await staff.post(`/actings/${next}/end`)).status).toBe(201);
  expect((await under(staff, next, "GET", "/users/self")).status).toBe(403);
  expect((await staff.get("/companies/recent")).body.items.map((row: { id: string }) => row.id)).toEqual([
    "yamada",
    "sato",
  ]);
});

test("staff with the right to write make a company and invite its first administrator", async () => {
  const input = {
    id: "kato",
    name: "加藤工業株式会社",
    company_type: "seller",
    email: "admin@kato.example",
    person: "加藤 一",
  };
  expect((await staff.post("/companies", input)).status).toBe(403);
  expect(await writer.post("/companies", { ...input, email: "admin@sato.example" })).toMatchObject({
    status: 422,
    body: { errors: { email: [expect.any(String)] } },
  });
  expect(await writer.post("/companies", input)).toMatchObject({
    status: 201,
    body: { id: "kato", num_members: 1 },
  });
  for (const id of ["yamada", "internal", "internal_writer", "A B", "common"])
    expect(await writer.post("/companies", { ...input, id })).toMatchObject({
      status: 422,
      body: { errors: { id: [expect.any(String)] } },
    });
  const { rows } = await operator(t.db, (tx) =>
    tx.execute<{ body: string }>(sql`select body from pool.outbox where recipient = 'admin@kato.example'`),
  );
  expect(
    (await t.app.provider.signIn("admin@kato.example", /仮パスワード: (\S+)/.exec(rows[0]!.body)![1]!)).kind,
  ).toBe("new_password");
});

test("staff change their own name too", async () => {
  const { version } = (await staff.get("/users/self")).body;
  expect((await staff.put("/users/self", { version, name: "運営 読子（新）" })).status).toBe(200);
  expect((await staff.get("/users/self")).body.name).toBe("運営 読子（新）");
});

test("what staff issue or send for a company is asked once more, and only exactly what was asked about goes through", async () => {
  const yamadaBefore = (await yamada.get("/orders")).body;
  const key = await go(writer, { company_id: "tanaka", reason: "setup", is_write: "on" });
  const { destination_id } = (
    await under(writer, key, "POST", "/factories/tanaka/destinations", { name: "二度目の納入先" })
  ).body;
  const order = {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 14),
    destination_id,
    inspection_days: 7,
    lines: [{ name: "確認の品", num_items: "1", unit_price: "1" }],
  };
  const asked = await under(writer, key, "POST", "/orders", order);
  expect(asked).toMatchObject({
    status: 428,
    body: {
      detail: expect.stringContaining("「田中産業機械株式会社」の名前で"),
      confirm: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
  const other = { ...order, lines: [{ ...order.lines[0], num_items: "1000" }] };
  for (const mark of ["", "x", asked.body.confirm.slice(1), "on", "true"])
    expect((await under(writer, key, "POST", "/orders", order, mark)).status).toBe(428);
  expect((await under(writer, key, "POST", "/orders", other, asked.body.confirm)).status).toBe(428);
  const next = await go(writer, { company_id: "tanaka", reason: "setup", is_write: "on" });
  expect((await under(writer, next, "POST", "/orders", order, asked.body.confirm)).status).toBe(428);
  expect((await yamada.get("/orders")).body).toEqual(yamadaBefore);
  expect((await (await t.as("admin@tanaka.example")).post("/orders", order)).status).toBe(201);
});

test("who looks on only may still say what went wrong in the browser", () => {
  expect(actingProblem("read", "POST", "/errors")).toBeNull();
  expect(actingProblem("read", "POST", "/cards")).toContain("閲覧のみ");
});

test("every call that writes is named once: harmless, asked about, or not open to staff", () => {
  const names = calls
    .filter(({ method, internal }) => method !== "GET" && !internal)
    .map(({ method, path }) => `${method} ${path}`);
  expect(ACTING_CALLS.map(([name]) => name).sort()).toEqual(names.sort());
  expect(actingRuleOf("POST", "/cards/{key}/burn")).toBe("blocked");
});

test("a company's word is not given by a slip of staff's hand: requests answered together, sent out and taken back, its bank account, its partners", async () => {
  const key = await go(writer, { is_write: "on" });
  const asked = (method: string, path: string, body: object) => under(writer, key, method, path, body);
  const card = (
    await under(writer, key, "POST", "/cards", {
      buyer_id: "tanaka",
      name: "代行のカード",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
    })
  ).body;
  const self = (await yamada.get("/factories/self")).body;
  const answers = [
    await asked("POST", "/cards/accept", { cards: [{ key: card.key, version: card.version }] }),
    await asked("POST", `/cards/${card.key}/outsource`, {
      version: card.version,
      partner_id: "sato",
      name: "めっき",
      delivery_date: addDays(today(), 9),
    }),
    await asked("PUT", "/factories/self", { version: self.version, name: self.name }),
    await asked("POST", "/factories/collaborators/stop", { ids: ["suzuki"] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([428, 428, 428, 403]);
  expect((await yamada.get("/factories/self")).body.version).toBe(self.version);
});

test("staff keep a star and a note of a company each for themselves; the company never sees them", async () => {
  expect(
    (await staff.put("/companies/yamada/note", { is_starred: "on", note: "カード番号の問合せ 1024" })).body,
  ).toMatchObject({ is_starred: true, note: "カード番号の問合せ 1024" });
  await staff.put("/companies/tanaka/note", { note: "また電話する" });
  expect((await staff.get("/companies/recent")).body.starred.map((one: { id: string }) => one.id)).toEqual([
    "yamada",
  ]);
  expect(
    (await staff.get("/companies?is_starred=on")).body.items.map((one: { id: string }) => one.id),
  ).toEqual(["yamada"]);
  expect((await writer.get("/companies/yamada")).body).toMatchObject({ is_starred: false, note: null });
  expect((await yamada.put("/companies/yamada/note", { is_starred: "on" })).status).toBe(403);
  expect((await staff.put("/companies/nobody/note", { is_starred: "on" })).status).toBe(404);
  const { rows } = await tenant(
    t.db,
    { company_id: "yamada", username: "admin@yamada.example" },
    (tx) => tx.execute(sql`select * from company_note`),
    "read",
  );
  expect(rows).toEqual([]);
});

test("what staff say for a company is said as 運営, once however often it is sent; what they look at stays unread, and the other side sees no 既読", async () => {
  const tanaka = await t.as("admin@tanaka.example");
  const room = "yamada_tanaka";
  const key = await go(writer, { is_write: "on" });
  const of = async (person: Person) =>
    (await person.get("/chats/rooms")).body.items.find((one: { id: string }) => one.id === room);
  const asked = await tanaka.post("/chats/messages", {
    id: crypto.randomUUID(),
    roomId: room,
    message: "見ていますか",
  });
  const before = { yamada: await of(yamada), tanaka: await of(tanaka) };
  const said = { id: crypto.randomUUID(), roomId: room, message: "運営からのご案内です" };
  for (let n = 0; n < 2; n++) {
    expect((await under(writer, key, "POST", "/chats/messages", said)).body).toMatchObject({
      number: asked.body.number + 1,
      ownerName: "運営",
      ownerFactory: "yamada",
      isStaff: true,
    });
  }
  expect(
    (await under(writer, key, "PUT", "/chats/status", { factory_id: "tanaka", last_message_id: said.id }))
      .status,
  ).toBe(200);
  expect((await under(writer, key, "GET", "/chats/status")).body.unread).toBe(0);
  expect(await of(yamada)).toMatchObject({ unread: before.yamada.unread + 1, read: 0 });
  expect(await of(tanaka)).toMatchObject({ unread: before.tanaka.unread + 1, otherRead: 0 });
});

test("a right that staff have lost is gone at the next call, whatever the token says", async () => {
  const groups = (statement: string) => operator(t.db, (tx) => tx.execute(sql.raw(statement)));
  const whose = "sub = (select sub from pool.users where username = 'writer@ops.example')";
  expect((await writer.get("/users/self")).body.internalWrite).toBe(true);
  await groups(`delete from pool.memberships where group_name = 'internal_writer' and ${whose}`);
  expect((await writer.get("/users/self")).body).toMatchObject({ isInternal: true, internalWrite: false });
  expect(
    (await writer.post("/actings", { company_id: "yamada", reason: "setup", is_write: true })).status,
  ).toBe(403);
  await groups(`delete from pool.memberships where ${whose}`);
  expect((await writer.get("/companies")).status).toBe(403);
});
