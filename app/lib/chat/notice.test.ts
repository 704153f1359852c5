import { createECDH, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import ece from "http_ece";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { isDigestDue } from "./digest";
import { sendDigests } from "./digest.server";
import { type Dispatcher, dispatchDue } from "./dispatch.server";
import { noticesOf } from "./notice.entries";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, suzuki: Person;
let maker: Server;
let carrier: Dispatcher;
const got: { headers: Record<string, unknown>; body: Buffer; path: string }[] = [];
let answers = 201;
beforeAll(async () => {
  maker = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts), path: request.url! });
      response.writeHead(answers).end();
    });
  });
  await new Promise<void>((done) => maker.listen(0, "127.0.0.1", done));
  process.env.PUSH_HOSTS = `http://127.0.0.1:${(maker.address() as { port: number }).port}`;
  t = await testApp();
  [yamada, genba, tanaka, suzuki] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@suzuki",
  );
  carrier = {
    db: t.db,
    sender: await t.app.sender(),
    hosts: [process.env.PUSH_HOSTS],
    origin: "http://localhost:3000",
    product: "KOBA",
  };
});
afterAll(async () => {
  delete process.env.PUSH_HOSTS;
  maker.close();
  await t.stop();
});

const bell = async (person: Person) => (await person.get("/notices")).body;
const order = async () => {
  const [place] = (await tanaka.get("/factories/tanaka/destinations")).body.items;
  return tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 14),
    destination_id: place.destination_id,
    inspection_days: 7,
    lines: [{ name: "ブラケット", num_items: "1", unit_price: "100" }],
  });
};
const mails = async () =>
  (
    await operator(t.db, (tx) =>
      tx.execute<{ recipient: string; subject: string; body: string }>(
        sql`select * from pool.outbox order by key`,
      ),
    )
  ).rows;

test("many cards that say the same are told together, and nobody is told what only one company knows", () => {
  const by = { company_id: "yamada", company_name: "山田精機", now: "2026-11-21T00:00:00.000Z" };
  const entry = (key: number, kind: string, buyer_id = "tanaka") => ({
    subject: "card" as const,
    subject_key: key,
    seq: 2,
    seller_id: "yamada",
    buyer_id,
    kind,
    before: {},
    after: {},
    about: `品${key}`,
  });
  expect(
    noticesOf(
      [1, 2, 3].map((key) => entry(key, "shipped")),
      by,
    ),
  ).toEqual([
    {
      company_id: "tanaka",
      kind: "shipped",
      text: "山田精機：品1ほか2枚が出荷されました",
      path: "/task/1",
      at: by.now,
    },
  ]);
  expect(noticesOf([entry(1, "moved"), entry(2, "started")], by)).toEqual([]);
  expect(
    noticesOf([entry(1, "shipped"), entry(2, "shipped", "suzuki")], by).map((one) => one.company_id),
  ).toEqual(["tanaka", "suzuki"]);
});

test("an order rings the factory's bell, once for each person, and not another company's", async () => {
  expect((await order()).status).toBe(201);
  expect((await bell(yamada)).items[0]).toMatchObject({
    kind: "order",
    is_read: false,
    text: expect.stringContaining("新規依頼が届きました"),
    path: expect.stringMatching(/^\/task\/order\/\d+$/),
  });
  expect((await bell(suzuki)).items).toEqual([]);
  expect((await bell(tanaka)).items).toEqual([]);
  const [{ key }] = (await bell(yamada)).items;
  expect((await yamada.put("/notices", { notice_key: key })).body.unread).toBe(0);
  expect((await yamada.put("/notices", { notice_key: key, is_unread: true })).body.unread).toBe(1);
  expect((await yamada.put("/notices", {})).body.unread).toBe(0);
  expect((await bell(genba)).unread).toBe(1);
  expect((await suzuki.put("/notices", { notice_key: key })).status).toBe(404);
  // The room in which the order is spoken of.
  expect((await yamada.get("/chats/badges")).body).toEqual({ chat: 1, notice: 0 });
});

test("what was switched off on the screen is not shown", async () => {
  const { version, on } = (await genba.get("/users/self/notices")).body;
  await genba.put("/users/self/notices", {
    version,
    mail_digest: "now",
    on: on.filter((one: string) => one !== "order.screen"),
  });
  expect((await bell(genba)).items).toEqual([]);
});

async function register(person: Person) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${process.env.PUSH_HOSTS}/push/${randomBytes(6).toString("hex")}`;
  const info = JSON.stringify({
    endpoint,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
  });
  expect(
    (await person.put("/users/self/push_info", { auth_key: auth.toString("base64url"), info })).status,
  ).toBe(200);
  return (body: Buffer) =>
    JSON.parse(ece.decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret: auth }).toString());
}
async function carried() {
  await t.db.execute(sql`select 1`);
  await operator(t.db, (tx) => tx.execute(sql`update carriage set due_time = now() where due_time > now()`));
  got.length = 0;
  return dispatchDue(carrier);
}

test("a push message reaches the browser of whoever has one, encrypted for it and signed by this installation; the others get mail", async () => {
  await carried();
  const open = await register(yamada);
  await order();
  await carried();
  expect(got).toHaveLength(1);
  expect(open(got[0]!.body)).toMatchObject({
    title: "新規依頼",
    body: expect.stringContaining("田中産業機械株式会社"),
    path: expect.stringMatching(/^\/task\/order\//),
    badge: 2,
  });
  expect(got[0]!.headers).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=.+, k=/),
    ttl: "86400",
    "content-encoding": "aes128gcm",
  });
  expect((await mails()).map((one) => one.recipient)).toContain("genba@yamada.example");
  expect(await carried()).toBe(0);
});

test("合意 and 断り have kinds and subjects of their own, name order and card, and are switched off by themselves", async () => {
  const told = (kind: string, after = {}) =>
    noticesOf(
      [
        {
          subject: "card",
          subject_key: 1,
          seq: 2,
          seller_id: "yamada",
          buyer_id: "tanaka",
          kind,
          before: {},
          after,
          about: "品1",
        },
      ],
      { company_id: "yamada", company_name: "山田精機", now: "" },
    ).map((one) => [one.kind, one.title])[0];
  expect([told("accepted"), told("declined"), told("agreed"), told("refused")]).toEqual([
    ["agreed", "依頼の承諾"],
    ["declined", "依頼の断り"],
    ["agreed", "納期の合意"],
    ["declined", "納期の断り"],
  ]);
  expect([
    told("settled", { num_items: "2", price: 3 }),
    told("settled", { unit_price: "2" }),
    told("settled", { delivery_date: "2026-12-01" }),
    told("settled"),
  ]).toEqual(["数量の合意", "単価の合意", "納期の合意", "合意"].map((title) => ["agreed", title]));

  const card = async (order_id: string) =>
    (
      await yamada.post("/cards", {
        buyer_id: "tanaka",
        name: "軸受",
        num_items: "10",
        order_unit: "piece",
        unit: "piece",
        order_id,
      })
    ).body;
  const propose = async ({ key }: { key: number }, field: string, value: string) =>
    (
      await yamada.post("/chats/agreements", {
        id: crypto.randomUUID(),
        roomId: "yamada_tanaka",
        taskId: key,
        field,
        value,
      })
    ).body.agreement.key;
  const [yes, no] = [await card("H2611-0007"), await card("H2611-0008")];
  await carried();
  const before = (await mails()).length;
  await tanaka.post(`/chats/agreements/${await propose(yes, "num_items", "12")}/answer`, {
    answer: "agreed",
  });
  await tanaka.post(`/chats/agreements/${await propose(no, "unit_price", "4321")}/answer`, {
    answer: "declined",
  });
  await carried();
  const sent = (await mails()).slice(before).filter(({ recipient }) => recipient === "keiri@yamada.example");
  expect(sent.map(({ subject }) => subject).sort()).toEqual(["【KOBA】単価の断り", "【KOBA】数量の合意"]);
  expect(sent.find(({ subject }) => subject.includes("断り"))!.body).toContain(
    `${no.id} 軸受（H2611-0008）の合意の提案が断られました：単価を変える`,
  );
  expect((await bell(yamada)).items.slice(0, 2)).toMatchObject([
    { kind: "declined" },
    {
      kind: "agreed",
      text: expect.stringContaining(`${yes.id} 軸受（H2611-0007）について合意しました：数量を 12 にする`),
    },
  ]);
  const keiri = await t.as("keiri@yamada.example");
  const { version, mail_digest, on } = (await keiri.get("/users/self/notices")).body;
  await keiri.put("/users/self/notices", {
    version,
    mail_digest,
    on: on.filter((one: string) => one !== "declined.screen"),
  });
  expect((await bell(keiri)).items.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.not.arrayContaining(["declined"]),
  );
  expect((await bell(keiri)).items[0].kind).toBe("agreed");
});

test("talk is carried once for all that is said within five seconds, to those who have not read it", async () => {
  const open = await register(tanaka);
  for (const message of ["一", "二", "三"]) {
    await yamada.post("/chats/messages", { id: crypto.randomUUID(), roomId: "yamada_tanaka", message });
    expect((await yamada.post("/chats/send", { room_id: "yamada_tanaka" })).status).toBe(201);
  }
  expect(await dispatchDue(carrier)).toBe(0);
  await carried();
  const mine = got.filter((one) => {
    try {
      return open(one.body);
    } catch {
      return false;
    }
  });
  expect(mine).toHaveLength(1);
  expect(open(mine[0]!.body)).toMatchObject({
    title: "KOBA チャット",
    body: "山田 太郎：三",
    path: "/chat/yamada_tanaka",
  });
  expect((await suzuki.post("/chats/send", { room_id: "yamada_tanaka" })).status).toBe(404);
  // Answered within those five seconds, whoever asked is told of the answer.
  const ask = (person: Person, message: string) =>
    person.post("/chats/messages", { id: crypto.randomUUID(), roomId: "yamada_tanaka", message, send: true });
  await ask(tanaka, "いつですか");
  await ask(yamada, "明日です");
  await carried();
  expect(
    got.flatMap((one) => {
      try {
        return [open(one.body).body];
      } catch {
        return [];
      }
    }),
  ).toEqual(["山田 太郎：明日です"]);
});

test("a message that names somebody, or asks for an answer, rings once in each browser", async () => {
  const open = await register(genba);
  const openAdmin = await register(yamada);
  const heard = (by: typeof open) =>
    got.flatMap((one) => {
      try {
        return [by(one.body)];
      } catch {
        return [];
      }
    });
  const say = (person: Person, message: string, more = {}) =>
    person.post("/chats/messages", {
      id: crypto.randomUUID(),
      roomId: "yamada_tanaka",
      message,
      send: true,
      ...more,
    });
  await say(genba, "現場の山口です");
  await carried();
  await say(tanaka, "@山口 現 さん、寸法を見てください");
  await carried();
  expect(heard(open)).toMatchObject([{ title: "要回答・指名", body: expect.stringContaining("寸法を見て") }]);
  expect(heard(openAdmin)).toMatchObject([{ title: "KOBA チャット" }]);
  await say(tanaka, "@山口 現 さん、いつできますか", { ask: true });
  await carried();
  expect(heard(open)).toMatchObject([
    { title: "要回答・指名", body: expect.stringContaining("田中 一郎さんから") },
  ]);
  expect(heard(openAdmin)).toMatchObject([
    { title: "要回答・指名", body: expect.stringContaining("回答をお願いします") },
  ]);
  // Who wants no notices of this kind hears of it as of any other word.
  const { version, mail_digest, on } = (await genba.get("/users/self/notices")).body;
  await genba.put("/users/self/notices", {
    version,
    mail_digest,
    on: on.filter((one: string) => one !== "ask.push"),
  });
  await say(tanaka, "@山口 現 さん、お願いします");
  await carried();
  expect(heard(open)).toMatchObject([
    { title: "KOBA チャット", body: expect.stringContaining("お願いします") },
  ]);
  await operator(t.db, (tx) =>
    tx.execute(sql`delete from push_device where username like '%@yamada.example'`),
  );
});

test("a trial goes to one's own browsers alone", async () => {
  const open = await register(genba);
  await genba.post("/notices/test");
  await carried();
  expect(got).toHaveLength(1);
  expect(open(got[0]!.body).body).toContain("受け取れます");
});

test("a browser that is gone is forgotten", async () => {
  answers = 410;
  await order();
  await carried();
  answers = 201;
  expect((await yamada.get("/users/self/notices")).body.devices).toEqual([]);
});

test("gathered mail comes every four hours, or after seven in the morning in Tokyo, with what was told since", async () => {
  expect(isDigestDue("hours", "2026-11-21T00:00:00Z", "2026-11-21T03:59:00Z")).toBe(false);
  expect(isDigestDue("hours", "2026-11-21T00:00:00Z", "2026-11-21T04:00:00Z")).toBe(true);
  expect(isDigestDue("morning", "2026-11-20T23:00:00Z", "2026-11-21T21:59:00Z")).toBe(false);
  expect(isDigestDue("morning", "2026-11-20T23:00:00Z", "2026-11-21T22:00:00Z")).toBe(true);
  const { version, on } = (await yamada.get("/users/self/notices")).body;
  await yamada.put("/users/self/notices", { version, mail_digest: "morning", on });
  const start = new Date().toISOString();
  await sendDigests(t.db, "KOBA", "http://localhost:3000", start);
  await order();
  const later = new Date(Date.now() + 25 * 3_600_000).toISOString();
  const before = (await mails()).length;
  // However many processes do so at once.
  await Promise.all([1, 2, 3].map(() => sendDigests(t.db, "KOBA", "http://localhost:3000", later)));
  const sent = (await mails()).slice(before);
  expect(sent.map((one) => one.recipient)).toHaveLength(new Set(sent.map((one) => one.recipient)).size);
  const mine = sent.find((one) => one.recipient === "admin@yamada.example");
  expect(mine).toMatchObject({
    subject: "【KOBA】お知らせ 2件",
    body: expect.stringContaining("http://localhost:3000/task/order/"),
  });
  // Who has it gathered by the hours has had the order's mail at once, and is told of the talk alone.
  const keiri = sent.find((one) => one.recipient === "keiri@yamada.example");
  expect(keiri).toMatchObject({
    subject: "【KOBA】お知らせ 1件",
    body: expect.not.stringContaining("/task/order/"),
  });
  expect(await sendDigests(t.db, "KOBA", "http://localhost:3000", later)).toBe(0);
});

test("of more than fits into a mail the newest are told, and how many there are", async () => {
  const { version, on } = (await yamada.get("/users/self/notices")).body;
  await yamada.put("/users/self/notices", {
    version,
    mail_digest: "morning",
    on: on.filter((one: string) => one !== "defect.mail"),
  });
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const gather = (now: string) => sendDigests(t.db, "KOBA", "http://localhost:3000", now);
  await gather(later(1.5));
  const owner = await t.owner();
  const tell = (kind: string, num: number) =>
    owner.query(
      `insert into notice (company_id, kind, actor, text, path, at)
        select 'yamada', $1, 'x@tanaka.example', $1 || n, '/task/list', now() from generate_series(1, $2) n`,
      [kind, num],
    );
  // Sixty that are switched off come first.
  await tell("defect", 60);
  await tell("shipped", 53);
  const before = (await mails()).length;
  await gather(later(3));
  const mine = (await mails()).slice(before).find((one) => one.recipient === "admin@yamada.example");
  expect(mine?.subject).toMatch(/お知らせ 5[34]件/);
  expect(mine?.body).toContain("ほかに、これより前の3件があります。\nhttp://localhost:3000/chat/notices");
  expect([
    mine?.body.includes("・shipped53\n"),
    mine?.body.includes("・shipped3\n"),
    mine?.body.includes("defect"),
  ]).toEqual([true, false, false]);
});

test("who has mail at once is told of しきい値 once a day, all together, and of nothing twice", async () => {
  const { version, on } = (await yamada.get("/users/self/notices")).body;
  await yamada.put("/users/self/notices", { version, mail_digest: "now", on });
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const gather = (now: string) => sendDigests(t.db, "KOBA", "http://localhost:3000", now);
  await gather(later(2));
  const fall = async (code: string) => {
    const kept = { buyer_id: "shohin-zaiko", is_stock: true, num_threshold: "5" };
    const made = await yamada.post("/products", {
      code,
      name: code,
      order_unit: "piece",
      unit: "piece",
      ...kept,
    });
    const path = `/inventory/${made.body.product_id}/moves`;
    await genba.post(path, { kind: "in", num: "10", effective_date: today() });
    expect((await genba.post(path, { kind: "out", num: "6", effective_date: today() })).status).toBe(201);
  };
  await operator(t.db, (tx) =>
    tx.execute(sql`update member set permissions = '{inventory}' where username = 'genba@yamada.example'`),
  );
  const before = (await mails()).length;
  await fall("NT-1");
  await fall("NT-2");
  await order();
  await carried();
  const to = "admin@yamada.example";
  const own = async () => (await mails()).slice(before).filter(({ recipient }) => recipient === to);
  expect((await own()).filter(({ body }) => body.includes("しきい値"))).toEqual([]);
  const atOnce = (await own()).length;
  expect(atOnce).toBeGreaterThan(0);
  await gather(later(4));
  await gather(later(4));
  const gathered = (await own()).slice(atOnce);
  expect(gathered).toMatchObject([{ subject: "【KOBA】お知らせ 2件" }]);
  expect(gathered[0]!.body).toMatch(/NT-1[\s\S]*NT-2/);
});
