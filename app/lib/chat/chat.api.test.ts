import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import type { Room } from "./message.schema";
import { purgeChat } from "./purge.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person, suzuki: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato, suzuki] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
    "admin@suzuki",
  );
});
afterAll(() => t.stop());

const PAIR = "yamada_tanaka";
const id = () => crypto.randomUUID();
const say = (person: Person, message: string, more: object = {}) =>
  person.post("/chats/messages", { id: id(), roomId: PAIR, message, ...more });
const list = async (person: Person, room = PAIR, query = "") =>
  (await person.get(`/chats/rooms/${room}/messages${query}`)).body;
const roomsOf = async (person: Person) => (await person.get("/chats/rooms")).body.items as Room[];

test("each company finds its rooms: one with each partner, its own, and the provider's; stock has none", async () => {
  expect((await roomsOf(yamada)).map((room) => room.id).sort()).toEqual([
    "sato_yamada",
    "yamada_internal-common",
    "yamada_suzuki",
    "yamada_tanaka",
    "yamada_yamada",
  ]);
  expect((await roomsOf(tanaka)).map((room) => room.id).sort()).toEqual([
    "internal-common_tanaka",
    "sato_tanaka",
    "tanaka_tanaka",
    "yamada_tanaka",
  ]);
  expect((await roomsOf(yamada)).find((room) => room.id === PAIR)).toMatchObject({
    kind: "pair",
    factory_id: "tanaka",
    name: "田中産業機械株式会社",
    unread: 0,
    last: null,
  });
});

test("a message is seen by both companies, numbered from 1, kept for 30 days, and its repeat is the same message", async () => {
  const mine = id();
  const first = await say(tanaka, "納期を教えてください", { id: mine });
  expect(first).toMatchObject({
    status: 201,
    body: {
      id: mine,
      number: 1,
      roomId: PAIR,
      ownerFactory: "tanaka",
      collabFactory: "yamada",
      message: "納期を教えてください",
    },
  });
  expect(first.body.unixtime - Math.floor(Date.parse(first.body.createdAt) / 1000)).toBe(2_592_000);
  expect((await say(tanaka, "納期を教えてください", { id: mine })).body).toMatchObject({
    id: mine,
    number: 1,
  });
  expect((await say(tanaka, "別の文", { id: mine })).status).toBe(422);
  expect((await say(yamada, "11/30です")).body.number).toBe(2);
  expect((await list(genba)).items.map((one: any) => one.number)).toEqual([2, 1]);
});

test("messages come newest first in pages, and are searched in their room", async () => {
  for (let n = 0; n < 5; n += 1) await say(yamada, `連絡 ${n}`);
  const page = await list(tanaka, PAIR, "?limit=3");
  expect(page.items.map((one: any) => one.message)).toEqual(["連絡 4", "連絡 3", "連絡 2"]);
  expect(
    (await list(tanaka, PAIR, `?limit=3&nextToken=${page.nextToken}`)).items.map((one: any) => one.message),
  ).toEqual(["連絡 1", "連絡 0", "11/30です"]);
  expect((await list(tanaka, PAIR, `?q=${encodeURIComponent("11/30")}`)).items).toHaveLength(1);
});

test("unread is one truth: what came after the last read, without one's own; the mark goes forward only, and the other side sees it", async () => {
  const status = async (person: Person) => (await person.get("/chats/status")).body;
  const of = async (person: Person, factory_id: string) =>
    (await status(person)).items.find((one: any) => one.factory_id === factory_id);
  expect(await of(tanaka, "yamada")).toMatchObject({ room_id: PAIR, unread: 6 });
  expect(await of(yamada, "tanaka")).toMatchObject({ unread: 0 });
  const items = (await list(tanaka)).items;
  const read = (message: any) =>
    tanaka.put("/chats/status", { factory_id: "yamada", last_message_id: message.id });
  expect((await read(items[2])).body.items.find((one: any) => one.factory_id === "yamada")).toMatchObject({
    unread: 2,
    last_message_id: items[2].id,
  });
  expect((await read(items[5])).body.items.find((one: any) => one.factory_id === "yamada").unread).toBe(2);
  await read(items[0]);
  expect(await of(tanaka, "yamada")).toMatchObject({ unread: 0, latest_message_id: items[0].id });
  expect((await roomsOf(yamada)).find((room) => room.id === PAIR)!.otherRead).toBe(items[0].number);
  expect((await tanaka.put("/chats/status", { factory_id: "yamada", last_message_id: id() })).status).toBe(
    404,
  );
  expect(
    (await tanaka.put("/chats/status", { factory_id: "suzuki", last_message_id: items[0].id })).status,
  ).toBe(404);
});

test("a message may point at a card of the two, which is shown as it stands now; at nobody else's", async () => {
  const card = (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "ブラケット",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
    })
  ).body;
  const other = (
    await yamada.post("/cards", {
      buyer_id: "suzuki",
      name: "軸",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
    })
  ).body;
  expect((await say(tanaka, "この件です", { taskId: card.key })).body.card).toMatchObject({
    key: card.key,
    name: "ブラケット",
  });
  expect((await say(yamada, "違う件", { taskId: other.key })).status).toBe(404);
  expect((await say(tanaka, "違う件", { taskId: other.key })).status).toBe(404);
  expect(
    (
      await yamada.post("/chats/messages", {
        id: id(),
        roomId: "yamada_yamada",
        message: "社内",
        taskId: other.key,
      })
    ).status,
  ).toBe(201);
  expect((await list(tanaka, PAIR, `?taskId=${card.key}`)).items).toHaveLength(1);
});

test("a room of others does not exist: not to read, not to speak in, not to mark", async () => {
  for (const person of [sato, suzuki]) {
    expect((await person.get(`/chats/rooms/${PAIR}/messages`)).status).toBe(404);
    expect((await say(person, "x")).status).toBe(404);
    expect(
      (await person.put("/chats/status", { factory_id: "tanaka", room_id: PAIR, last_message_id: id() }))
        .status,
    ).toBe(404);
  }
  for (const room of [
    "yamada_shohin-zaiko",
    "sato_suzuki",
    "tanaka_yamada",
    "internal-common_yamada",
    "nobody_tanaka",
  ]) {
    expect([room, (await yamada.get(`/chats/rooms/${room}/messages`)).status]).toEqual([room, 404]);
  }
});

test("forty people talking at once lose no number and double none", async () => {
  const said = await Promise.all(
    Array.from({ length: 40 }, (_, n) => say([yamada, genba, tanaka][n % 3]!, `同時 ${n}`)),
  );
  const numbers = said.map((one) => one.body.number as number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, n) => numbers[0]! + n));
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
});

test("what has expired is purged, newest rooms keep their numbers, and nothing breaks its promise", async () => {
  const { Client } = (await import("pg")).default;
  const owner = new Client({ connectionString: t.owner_url });
  await owner.connect();
  const badge = async () => (await genba.get("/chats/badges")).body.chat;
  await say(yamada, "社内の話", { roomId: "yamada_yamada" });
  const before = await badge();
  await owner.query(
    "update message set unixtime = 1 where (room_id = $1 and number <= 3) or room_id = 'yamada_yamada'",
    [PAIR],
  );
  await owner.end();
  expect((await list(yamada, PAIR, "?limit=100")).items.at(-1).number).toBe(4);
  // Gone for everybody at once, whatever the hour of the purge: nothing is left that could be read, so
  // nothing is unread.
  const same = async () =>
    expect([await badge(), (await roomsOf(genba)).filter((room) => room.unread > 0).length]).toEqual([
      before - 1,
      before - 1,
    ]);
  await same();
  await purgeChat(t.db);
  await same();
  const { rows } = await operator(t.db, (tx) => tx.execute(sql`select * from check_invariants()`));
  expect(rows).toEqual([]);
  expect((await say(yamada, "続き")).status).toBe(201);
});

test("photos and files come with a message, once however often it is sent; only the two companies see them", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  const mine = id();
  const send = async (person: Person, room = PAIR) => {
    const form = new FormData();
    form.append("id", mine);
    form.append("files", new Blob([png]), "傷.png");
    const answer = await fetch(`${t.base}/chats/rooms/${room}/files`, {
      method: "POST",
      body: form,
      headers: { "X-Auth": person.token, "Idempotency-Key": id() },
    });
    return { status: answer.status, body: await answer.json() };
  };
  const sent = await send(tanaka);
  expect(sent).toMatchObject({
    status: 201,
    body: {
      message: "「傷.png」を送りました",
      files: [{ name: "傷.png", media_type: "image/png", has_thumb: true }],
    },
  });
  expect((await send(tanaka)).body.number).toBe(sent.body.number);
  const [seen] = (await list(genba)).items;
  expect(seen.files).toHaveLength(1);
  const open = (person: Person) =>
    fetch(`${t.base}/files/${seen.files[0].key}/content`, { headers: { "X-Auth": person.token } });
  expect([(await open(genba)).status, (await open(suzuki)).status]).toEqual([200, 404]);
  expect((await send(suzuki)).status).toBe(404);
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
});
