import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { testApp } from "~/lib/server/testing.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { addDays, today } from "~/lib/time/date";
import { pressed } from "./phrase";
import { PHRASES } from "./phrase.schema";
import { remindersOf } from "./remind";
import { sendReminders } from "./remind.server";

type App = Awaited<ReturnType<typeof testApp>>;
type Person = Awaited<ReturnType<App["as"]>>;
let t: App;
let yamada: Person,
  keiri: Person,
  tanaka: Person,
  kobai: Person,
  sato: Person,
  suzuki: Person,
  writer: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, keiri, tanaka, kobai, sato, suzuki, writer] = (await Promise.all(
    [
      "admin@yamada.example",
      "keiri@yamada.example",
      "admin@tanaka.example",
      "kobai@tanaka.example",
      "admin@sato.example",
      "admin@suzuki.example",
      "writer@ops.example",
    ].map((name) => t.as(name)),
  )) as Person[] as [Person, Person, Person, Person, Person, Person, Person];
});
afterAll(() => t.stop());

const PAIR = "yamada_tanaka";
const id = () => crypto.randomUUID();
const say = (person: Person, message: string, more: object = {}, roomId = PAIR) =>
  person.post("/chats/messages", { id: id(), roomId, message, ...more });
const seen = async (person: Person, message_id: string) =>
  (await person.get(`/chats/rooms/${PAIR}/messages?id=${message_id}`)).body.items[0];
const roomOf = async (person: Person, room = PAIR) =>
  (await person.get("/chats/rooms")).body.items.find((one: any) => one.id === room);
const bell = async (person: Person) =>
  (await person.get("/notices")).body.items as { kind: string; text: string }[];

test("a question with 要回答 is owed by the other company, by its 期日, and counted there until it is answered", async () => {
  const due = addDays(today(), 3);
  const asked = (await say(tanaka, "材質を教えてください", { ask: true, due })).body;
  expect(asked.asks).toMatchObject([{ is_ours: false, is_own: false, due, answered_time: null }]);
  expect((await seen(yamada, asked.id)).asks).toMatchObject([{ is_ours: true, due }]);
  expect([(await roomOf(yamada)).asks, (await roomOf(tanaka)).asks]).toEqual([1, 0]);
  expect((await bell(yamada))[0]).toMatchObject({
    kind: "ask",
    text: expect.stringContaining("材質を教えてください"),
  });
  expect((await yamada.get("/chats/asks?side=ours&state=open")).body.items).toMatchObject([
    { message: "材質を教えてください", partner: "田中産業機械株式会社", is_late: false },
  ]);
  expect((await tanaka.get("/chats/asks?side=theirs")).body.total).toBe(1);
  const [{ key }] = asked.asks;
  expect((await yamada.post(`/chats/asks/${key}/act`, { act: "answered" })).status).toBe(201);
  expect((await seen(tanaka, asked.id)).asks).toMatchObject([{ answerer_name: "山田 太郎" }]);
  expect((await roomOf(yamada)).asks).toBe(0);
  expect((await bell(tanaka))[0]!.text).toContain("回答済み");
  await tanaka.post(`/chats/asks/${key}/act`, { act: "reopened" });
  expect((await roomOf(yamada)).asks).toBe(1);
});

test("担当 and a company's own marks are never shown to the other side", async () => {
  const said = (await say(tanaka, "見積りはいつになりますか")).body;
  const { key } = (
    await yamada.post(`/chats/rooms/${PAIR}/asks`, {
      message_id: said.id,
      whose: "ours",
      username: "keiri@yamada.example",
    })
  ).body;
  expect((await seen(yamada, said.id)).asks).toMatchObject([{ is_own: true, charge_name: "山本 経子" }]);
  expect((await seen(tanaka, said.id)).asks).toEqual([]);
  expect((await keiri.get("/chats/asks?mine=on")).body.total).toBe(1);
  expect((await bell(keiri))[0]!.text).toContain("担当になりました");
  expect((await bell(yamada)).map((one) => one.text).join()).not.toContain("担当になりました");
  const shared = (await say(tanaka, "図面は届きましたか", { ask: true })).body;
  const [{ key: owed }] = shared.asks;
  await yamada.post(`/chats/asks/${owed}/act`, { act: "charge", username: "keiri@yamada.example" });
  expect((await seen(yamada, shared.id)).asks[0].charge_name).toBe("山本 経子");
  expect((await seen(tanaka, shared.id)).asks[0].charge_name).toBeNull();
  expect(
    (await tanaka.post(`/chats/asks/${owed}/act`, { act: "charge", username: "kobai@tanaka.example" }))
      .status,
  ).toBe(409);
  expect(
    await yamada.post(`/chats/asks/${owed}/act`, { act: "charge", username: "kobai@tanaka.example" }),
  ).toMatchObject({ status: 422, body: { errors: { username: expect.anything() } } });
  for (const person of [sato, suzuki, tanaka])
    expect((await person.post(`/chats/asks/${key}/act`, { act: "answered" })).status).toBe(404);
  const feed = async (company: string) =>
    (
      await t.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('app.company', ${company}, true)`);
        return tx.execute(
          sql`select kind from chat_event where message_number = ${said.number} and kind = 'ask'`,
        );
      })
    ).rows.length;
  expect([await feed("yamada"), await feed("tanaka")]).toEqual([1, 0]);
});

test("@氏名 rings for that person alone; within a company the one who is named first is given the question", async () => {
  // Of the other side only those who have spoken in the room are known.
  await say(tanaka, "@山田　太郎 さん、まだです");
  expect((await bell(yamada)).map((one) => one.text).join()).not.toContain("まだです");
  await say(yamada, "確認します");
  await say(tanaka, "@山田　太郎 さん、ご確認ください");
  expect((await bell(yamada))[0]!.text).toContain("ご確認ください");
  expect((await bell(keiri)).map((one) => one.text).join()).not.toContain("ご確認ください");
  await say(kobai, "よろしくお願いします");
  expect(
    (await yamada.get(`/chats/rooms/${PAIR}/people`)).body.items
      .filter((one: any) => !one.is_own)
      .map((one: any) => one.name),
  ).toEqual(["田中 一郎", "田村 購"]);
  const own = (await say(yamada, "＠山本経子 さん、請求を見てください", { ask: true }, "yamada_yamada")).body;
  expect(own.asks).toMatchObject([{ is_ours: true, charge_name: "山本 経子" }]);
});

test("between companies whom a question names first is 担当, until their own company says otherwise; nobody else can make them so", async () => {
  await say(keiri, "請求の件は山本が承ります");
  const asked = (await say(tanaka, "@山本 経子 さん、@山田 太郎 さん、締めはいつですか", { ask: true })).body;
  expect(asked.asks).toMatchObject([{ is_ours: false, charge_name: null }]);
  const charge = async (person: Person, message = asked) =>
    (await seen(person, message.id)).asks[0].charge_name;
  expect([await charge(yamada), await charge(tanaka)]).toEqual(["山本 経子", null]);
  expect(
    (await keiri.get("/chats/asks?mine=on&state=open")).body.items.map((one: any) => one.message),
  ).toContainEqual(expect.stringContaining("締めはいつですか"));
  // A colleague who is named along is not of those who answer; who never spoke here is not known.
  const mixed = (await say(tanaka, "@田中 一郎 さん、@山口 現 さん、これでよいですか", { ask: true })).body;
  expect(await charge(yamada, mixed)).toBeNull();
  const give = (company_id: string, { asks: [{ key }] }: typeof asked, person: string) =>
    tenant(t.db, { company_id, username: `admin@${company_id}.example` }, (db) =>
      db.execute(sql`select give_charge(${key}, ${person})`),
    );
  for (const company of ["suzuki", "sato", "yamada"]) await give(company, mixed, "admin@yamada.example");
  for (const person of ["genba@yamada.example", "kobai@tanaka.example", "admin@sato.example"])
    await give("tanaka", mixed, person);
  expect(await charge(yamada, mixed)).toBeNull();
  await yamada.post(`/chats/asks/${asked.asks[0].key}/act`, {
    act: "charge",
    username: "admin@yamada.example",
  });
  await tanaka.post(`/chats/rooms/${PAIR}/asks`, { message_id: asked.id, whose: "theirs" });
  await give("tanaka", asked, "keiri@yamada.example");
  expect(await charge(yamada)).toBe("山田 太郎");
});

test("many that wait are told of together", () => {
  const owed = {
    room_id: PAIR,
    number: 4,
    message: "色は",
    due: "2026-11-20",
    is_late: true,
    to_company: "yamada",
    asked_company: "tanaka",
    asker: "admin@tanaka.example",
    charge: null,
    from_name: "田中産業機械",
    to_name: "山田精機",
  };
  expect(remindersOf([owed, { ...owed, number: 6, message: "数は" }], "2026-11-21T00:00:00Z")).toMatchObject([
    {
      company_id: "yamada",
      username: undefined,
      text: "回答の期日を過ぎたものが2件あります：色はほか",
      path: "/chat/asks?side=ours&state=open",
    },
    {
      company_id: "tanaka",
      username: "admin@tanaka.example",
      text: "期日を過ぎても回答のないものが2件あります：色はほか",
      path: "/chat/asks?side=theirs&state=open",
    },
  ]);
});

test("on the day of its 期日 who sees to it is told once at nine, once more when it is late, and then who asked too", async () => {
  const day = today();
  const at = (days: number, time: string) => `${addDays(day, days)}T${time}:00+09:00`;
  const due = addDays(day, 2);
  for (const { key } of (await yamada.get("/chats/asks?side=ours&state=open")).body.items)
    await yamada.post(`/chats/asks/${key}/act`, { act: "answered" });
  const [one, two] = [
    (await say(tanaka, "塗装色は何番ですか", { ask: true, due })).body,
    (await say(tanaka, "梱包は何箱ですか", { ask: true, due })).body,
  ];
  await yamada.post(`/chats/asks/${one.asks[0].key}/act`, {
    act: "charge",
    username: "keiri@yamada.example",
  });
  const heard = async (person: Person, words: string) =>
    (await bell(person)).filter(({ text }) => text.includes(words)).map(({ text }) => text);
  expect(await sendReminders(t.db, at(2, "08:59"))).toBe(0);
  // However many processes do so at once.
  expect(
    (await Promise.all([1, 2, 3].map(() => sendReminders(t.db, at(2, "09:00"))))).reduce(
      (sum, found) => sum + found,
    ),
  ).toBe(2);
  expect(await heard(yamada, "今日が回答の期日です")).toEqual([
    "田中産業機械株式会社：今日が回答の期日です：梱包は何箱ですか",
  ]);
  expect((await heard(keiri, "今日が回答の期日です")).sort()).toEqual(
    ["塗装色は何番ですか", "梱包は何箱ですか"].map(
      (words) => `田中産業機械株式会社：今日が回答の期日です：${words}`,
    ),
  );
  expect(await heard(tanaka, "期日です")).toEqual([]);
  expect(await sendReminders(t.db, at(2, "18:00"))).toBe(0);
  // Another 期日 is told of anew; what is answered no more.
  await tanaka.post(`/chats/rooms/${PAIR}/asks`, {
    message_id: two.id,
    whose: "theirs",
    due: addDays(day, 4),
  });
  expect(await sendReminders(t.db, at(4, "09:00"))).toBe(2);
  expect(await heard(keiri, "を過ぎています")).toEqual([expect.stringContaining("塗装色は何番ですか")]);
  expect(await heard(yamada, "を過ぎています")).toEqual([]);
  expect(await sendReminders(t.db, at(5, "09:00"))).toBe(1);
  expect(await heard(tanaka, "まだ回答がありません")).toHaveLength(2);
  expect(await heard(kobai, "まだ回答がありません")).toEqual([]);
  for (const {
    asks: [{ key }],
  } of [one, two])
    await yamada.post(`/chats/asks/${key}/act`, { act: "answered" });
  expect(await sendReminders(t.db, at(6, "09:00"))).toBe(0);
});

test("ピン and 全て既読 are one person's own", async () => {
  await yamada.put(`/chats/rooms/${PAIR}/pin`, { is_pinned: true });
  expect((await yamada.get("/chats/rooms")).body.items[0]).toMatchObject({ id: PAIR, isPinned: true });
  expect((await roomOf(keiri)).isPinned).toBe(false);
  expect((await suzuki.put(`/chats/rooms/${PAIR}/pin`, { is_pinned: true })).status).toBe(404);
  expect((await keiri.get("/chats/status")).body.unread).toBeGreaterThan(0);
  expect((await keiri.put("/chats/status/all", {})).body.unread).toBe(0);
  expect((await roomOf(yamada)).unread).toBeGreaterThan(0);
});

test("an order is spoken of in the pair's room, once, by who sent it; staff say it as 運営", async () => {
  const body = {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 7,
    delivery_date: addDays(today(), 20),
    destination: "川崎工場",
    payment_method: "transfer",
    lines: [{ name: "軸", num_items: "2", unit_price: "100", delivery_date: addDays(today(), 20) }],
  };
  const key = id();
  const made = (await tanaka.post("/orders", body, key)).body;
  expect((await tanaka.post("/orders", body, key)).body).toEqual(made);
  const { items } = (await yamada.get(`/chats/rooms/${PAIR}/messages?q=${made.order_id}`)).body;
  expect(items).toMatchObject([
    {
      owner: "admin@tanaka.example",
      isStaff: false,
      order: { key: made.key, order_id: made.order_id },
      message: expect.stringContaining("1行・納期"),
    },
  ]);
  expect((await tanaka.post("/orders", { ...body, order_id: made.order_id })).status).toBe(422);
  expect(
    (await yamada.get(`/chats/rooms/${PAIR}/messages?q=${encodeURIComponent("新規依頼")}`)).body.items,
  ).toHaveLength(1);
  const stay = (await writer.post("/actings", { company_id: "tanaka", reason: "setup", is_write: true })).body
    .key;
  const sent = await fetch(`${t.base}/orders`, {
    method: "POST",
    body: JSON.stringify({ ...body, order_id: "U-1" }),
    headers: {
      "X-Auth": writer.token,
      "X-Acting": String(stay),
      "Idempotency-Key": id(),
      "Content-Type": "application/json",
    },
  });
  // What staff issue is asked twice (decision 012); said or not, nothing stands there in the customer's name.
  const staff = (await yamada.get(`/chats/rooms/${PAIR}/messages?q=U-1`)).body.items;
  expect(staff.every((one: any) => one.isStaff && one.ownerName === "運営")).toBe(true);
  expect(staff).toHaveLength(sent.ok ? 1 : 0);
  // An agreement binds a company: staff offer none for it.
  const offer = { id: id(), roomId: PAIR, taskId: 1, field: "other", value: "梱包は裸でよい" };
  const offered = await fetch(`${t.base}/chats/agreements`, {
    method: "POST",
    body: JSON.stringify(offer),
    headers: {
      "X-Auth": writer.token,
      "X-Acting": String(stay),
      "Idempotency-Key": id(),
      "Content-Type": "application/json",
    },
  });
  expect([offered.status, (await offered.json()).detail]).toEqual([
    403,
    expect.stringContaining("運営からはできません"),
  ]);
});

test("a message is written into its card's log once, where both companies read it; not into what the other side should not know", async () => {
  const card = (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "蓋",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
    })
  ).body;
  const said = (await say(tanaka, "面取りはC0.5でお願いします", { taskId: card.key })).body;
  const keep = (person: Person, message_id = said.id, room = PAIR, more = {}) =>
    person.post(`/chats/rooms/${room}/keep`, { message_id, ...more });
  expect((await keep(yamada)).body).toEqual({ card_key: card.key });
  await keep(tanaka);
  const log = (await tanaka.get(`/cards/${card.key}`)).body.log.filter((one: any) => one.kind === "noted");
  expect(log).toMatchObject([{ reason: expect.stringContaining("面取りはC0.5") }]);
  expect((await seen(tanaka, said.id)).kept).toBe(card.key);
  expect((await keep(suzuki)).status).toBe(404);
  const inner = (await say(yamada, "この客は急がない", {}, "yamada_yamada")).body;
  expect((await keep(yamada, inner.id, "yamada_yamada", { taskId: card.key })).status).toBe(409);
  const bare = (await say(yamada, "どのカードでもない")).body;
  expect(await keep(yamada, bare.id)).toMatchObject({
    status: 422,
    body: { errors: { taskId: expect.anything() } },
  });
});

test("a room is searched by words, sender, card and files; beside it stand the card and what waits", async () => {
  await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "フタカバー",
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
  });
  const find = async (q: string, more = "") =>
    (await yamada.get(`/chats/rooms/${PAIR}/messages?q=${encodeURIComponent(q)}${more}`)).body.items.map(
      (one: any) => one.message,
    );
  expect(await find("蓋")).toEqual(["面取りはC0.5でお願いします"]);
  expect(await find("田村")).toEqual(["よろしくお願いします"]);
  await tanaka.upload(
    `/chats/rooms/${PAIR}/files`,
    [{ name: "外形図.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF") }],
    { id: id(), message: "図面です" },
  );
  expect(await find("外形図")).toEqual(["図面です"]);
  // However it was typed: full or half width, hiragana or katakana, great or small letters, with spaces or
  // without.
  await say(tanaka, "アルミ板 Ａ５０５２の ばらつき");
  for (const q of ["ｱﾙﾐ板", "あるみ", "a5052", "Ａ5052ノ", "バラツキ"])
    expect([q, await find(q)]).toEqual([q, ["アルミ板 Ａ５０５２の ばらつき"]]);
  for (const text of ["髙﨑ー‐−１２３ ｶﾞ㈱①", "ゔゞヷ\u3000ＡＢＣ", "𠮷野家", "か\u3099\n行", "邉\u{e0100}"]) {
    const {
      rows: [row],
    } = await t.db.execute(sql`select ${folded(sql`${text}::text`)} as key`);
    expect(row).toEqual({ key: searchKey(text) });
  }
  const cards = async (q: string) =>
    (await yamada.get(`/chats/rooms/${PAIR}/cards?q=${encodeURIComponent(q)}`)).body.items.map(
      (one: any) => one.name,
    );
  expect(await cards("ﾌﾀ　かばー")).toEqual(["フタカバー"]);
  expect((await yamada.get(`/chats/rooms/${PAIR}/messages?files=on`)).body.items).toHaveLength(1);
  const { card, duties } = (await yamada.get(`/chats/rooms/${PAIR}/context`)).body;
  expect(card.name).toBe("蓋");
  expect(duties).toContainEqual({
    label: "新規依頼のカード",
    count: expect.any(Number),
    href: "/task/kanban?buyer_id=tanaka&state=inbox",
    is_ours: true,
  });
  expect((await suzuki.get(`/chats/rooms/${PAIR}/context`)).status).toBe(404);
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
});

test("what waits beside a room is counted as the list it opens, and a document waits until the buyer has opened it", async () => {
  const body = {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 7,
    delivery_date: addDays(today(), 20),
    destination: "川崎工場",
    payment_method: "transfer",
    lines: [{ name: "検査する板", num_items: "2", unit_price: "100" }],
  };
  const order = (await tanaka.post("/orders", body)).body;
  const {
    card: { key },
  } = (await tanaka.get(`/orders/${order.key}`)).body.lines[0];
  const duties = async (person: Person) =>
    (await person.get(`/chats/rooms/${PAIR}/context`)).body.duties as {
      label: string;
      count: number;
      href: string;
      is_ours: boolean;
    }[];
  const one = async (person: Person, word: string) =>
    (await duties(person)).find(({ label }) => label.includes(word));
  const listed = async (person: Person, word: string, api: string) => {
    const { count, href } = (await one(person, word))!;
    const query = href.split("?")[1];
    const list = (await person.get(`${api}?${query}`)).body;
    return [count, list.total];
  };
  await tanaka.post("/orders", { ...body, lines: [body.lines[0], body.lines[0]] });
  expect(await listed(tanaka, "承諾を待っている依頼", "/orders")).toEqual([3, 3]);
  const [waiting, cards] = await listed(yamada, "新規依頼のカード", "/cards");
  expect(waiting).toBe(cards);
  const { version: waits } = (await yamada.get(`/cards/${key}`)).body.card;
  expect(
    (
      await yamada.post(`/cards/${key}/propose`, {
        version: waits,
        proposed_delivery_date: addDays(today(), 30),
      })
    ).status,
  ).toBe(201);
  expect(await listed(tanaka, "納期の提案への回答", "/orders")).toEqual([1, 1]);
  expect((await tanaka.post(`/cards/${key}/refuse`, { version: waits + 1, reason: "急ぎます" })).status).toBe(
    201,
  );
  const { version: now } = (await yamada.get(`/cards/${key}`)).body.card;
  const { version } = (await yamada.post(`/cards/${key}/accept`, { version: now })).body;
  expect((await yamada.post(`/cards/${key}/ship`, { version, uncounted: true })).status).toBe(201);
  // Nobody can do 検収 here yet: nothing asks for it.
  for (const person of [tanaka, yamada]) expect(await one(person, "検収")).toBeUndefined();
  const note = await yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    show_amounts: true,
    lines: [{ card_key: key, num_items: "2" }],
  });
  expect(note.status).toBe(201);
  expect(await one(tanaka, "開いていない納品書")).toMatchObject({ count: 1, is_ours: true });
  expect(await one(yamada, "開いていない納品書")).toMatchObject({ count: 1, is_ours: false });
  expect(await one(kobai, "納品書")).toBeUndefined();
  const [{ key: made }] = (await tanaka.get("/deliveries")).body.items;
  await tanaka.post(`/deliveries/${made}/view`);
  expect(await one(tanaka, "納品書")).toBeUndefined();
  for (const person of [tanaka, yamada]) {
    expect(await listed(person, "検収", "/deliveries")).toEqual([1, 1]);
    expect(await one(person, "検収")).toMatchObject({ is_ours: person === tanaka });
  }
  expect(await one(kobai, "検収")).toBeUndefined();
  expect((await tanaka.post(`/deliveries/${made}/inspect`, { rest: true })).status).toBe(201);
  for (const person of [tanaka, yamada]) expect(await one(person, "検収")).toBeUndefined();
});

test("定型文 are a company's own, in its order, changed by its administrators; two who change them at once do not overwrite each other", async () => {
  const own = (person: Person) => person.get("/chats/phrases");
  expect((await own(keiri)).body).toEqual({ items: PHRASES, version: 0 });
  const first = ["いつもお世話になっております。\n山田精機です。", "検収をお願いします。"];
  expect(
    (await yamada.put("/chats/phrases", { version: 0, phrases: [first[0], "", first[1]] })).body,
  ).toEqual({ items: first, version: 1 });
  expect((await yamada.put("/chats/phrases", { version: 0, phrases: ["x"] })).status).toBe(409);
  expect((await keiri.put("/chats/phrases", { version: 1, phrases: [] })).status).toBe(403);
  expect((await own(keiri)).body.items).toEqual(first);
  for (const person of [tanaka, suzuki]) expect((await own(person)).body.items).toEqual(PHRASES);
  expect(
    (
      await yamada.put("/chats/phrases", {
        version: 1,
        phrases: Array.from({ length: 31 }, (_, at) => `${at}`),
      })
    ).status,
  ).toBe(422);
  expect((await yamada.put("/chats/phrases", { version: 1, phrases: [] })).body).toEqual({
    items: [],
    version: 2,
  });
  expect(
    (await yamada.get("/factories/self/activity")).body.items.filter((one: any) => one.kind === "phrases"),
  ).toHaveLength(2);
  expect(pressed(["a", "b", "c"], "2.-1")).toEqual(["a", "c", "b"]);
  expect(pressed(["a", "b"], "0.1")).toEqual(["b", "a"]);
  expect(pressed(["a", "b"], "0.0")).toEqual(["b"]);
  expect(pressed(["a"], "5.0")).toEqual(["a"]);
});

test("what is told of a long question is cut between characters", async () => {
  const asked = await say(tanaka, `@田村 購 ${"あ".repeat(53)}😀${"い".repeat(19)}😀😀`, { ask: true });
  expect(asked.status).toBe(201);
  expect((await bell(yamada))[0]!.text).toMatch(/：@田村 購 あ{53}😀…$/u);
  expect((await bell(kobai))[0]!.text).toMatch(/：@田村 購 あ{53}😀い{19}😀…$/u);
});
