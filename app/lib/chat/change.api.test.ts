import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator, tenant } from "~/lib/db/connection.server";
import { png } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { GONE } from "./change";
import {
  ACKNOWLEDGE_MESSAGE,
  CREATE_MESSAGE,
  DELETE_MESSAGE,
  LIST_MESSAGES,
  ON_UPDATE_MESSAGE,
  UPDATE_MESSAGE,
} from "./documents";
import type { Message, Room } from "./message.schema";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, suzuki: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, suzuki] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@suzuki",
  );
  [bossName, genbaName] = (await Promise.all(
    [yamada, genba].map(async (one) => (await one.get("/users/self")).body.name as string),
  )) as [string, string];
});
afterAll(async () => {
  await t.app.hub().stop();
  await t.stop();
});

const PAIR = "yamada_tanaka";
const OWN = "yamada_yamada";
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
const GENBA = "genba@yamada.example";
let bossName: string, genbaName: string;
const id = () => crypto.randomUUID();
const say = async (person: Person, message: string, more: object = {}): Promise<Message> =>
  (await person.post("/chats/messages", { id: id(), roomId: PAIR, message, ...more })).body;
const act = (person: Person, name: string, body: object, room = PAIR) =>
  person.post(`/chats/rooms/${room}/${name}`, body);
const edit = (person: Person, said: Message, message: string, version = said.version) =>
  act(person, "edit", { message_id: said.id, message, version }, said.roomId);
const remove = (person: Person, said: Message, version = said.version) =>
  act(person, "delete", { message_id: said.id, version }, said.roomId);
const acknowledge = (person: Person, said: Message, is_acknowledged = true) =>
  act(person, "acknowledge", { message_id: said.id, is_acknowledged }, said.roomId);
const find = async (person: Person, said: Message): Promise<Message> =>
  (await person.get(`/chats/rooms/${said.roomId}/messages?id=${said.id}`)).body.items[0];
const list = async (person: Person, query: string): Promise<Message[]> =>
  (await person.get(`/chats/rooms/${PAIR}/messages${query}`)).body.items;
const roomOf = async (person: Person) =>
  ((await person.get("/chats/rooms")).body.items as Room[]).find((room) => room.id === PAIR)!;
/** As the tests' owner of the tables, for what no call tells. */
const changesOf = (company_id: string, said: Message) =>
  tenant(t.db, { company_id, username: "" }, async (tx) => {
    const { rows } = await tx.execute(sql`select kind, before, after, name from chat_change
      where room_id = ${said.roomId} and number = ${said.number} order by key`);
    return rows;
  });
const unbroken = async () => {
  const { rows } = await operator(t.db, (tx) => tx.execute(sql`select * from check_invariants()`));
  expect(rows).toEqual([]);
};

test("a reply shows what it answers, as that stands now; nothing of another room can be answered", async () => {
  const asked = await say(tanaka, "11/30に届きますか");
  const reply = await say(yamada, "届きます", { replyTo: asked.id });
  expect(reply.reply).toEqual({
    id: asked.id,
    number: asked.number,
    ownerName: asked.ownerName,
    message: "11/30に届きますか",
  });
  await edit(tanaka, asked, "12/1に届きますか");
  expect((await find(tanaka, reply)).reply!.message).toBe("12/1に届きますか");
  const inner = await say(yamada, "社内の話", { roomId: OWN });
  const wrong = await yamada.post("/chats/messages", {
    id: id(),
    roomId: PAIR,
    message: "違う",
    replyTo: inner.id,
  });
  expect([wrong.status, wrong.body.detail]).toEqual([404, "返信先のメッセージが見つかりません。"]);
  await unbroken();
});

test("an author edits a message: both sides read the new words and that it was edited; the log has who, when and the old ones, for its own company alone", async () => {
  const said = await say(yamada, "単価は1,200円です");
  const before = await roomOf(tanaka);
  const answer = await edit(yamada, said, "単価は1,250円です");
  expect(answer).toMatchObject({ status: 201, body: { message: "単価は1,250円です", version: 2 } });
  expect(answer.body.editedAt).not.toBeNull();
  expect(await find(tanaka, said)).toMatchObject({ number: said.number, message: "単価は1,250円です" });
  expect((await tanaka.get(`/chats/rooms/${PAIR}/messages?q=1%2C200`)).body.items).toEqual([]);
  const after = await roomOf(tanaka);
  expect([after.unread, after.lastNumber, after.last!.message]).toEqual([
    before.unread,
    before.lastNumber,
    "単価は1,250円です",
  ]);
  expect(await changesOf("yamada", said)).toEqual([
    { kind: "edited", before: "単価は1,200円です", after: "単価は1,250円です", name: said.ownerName },
  ]);
  expect(await changesOf("tanaka", said)).toEqual([]);
  await unbroken();
});

test("the same edit twice is one; an edit of what has changed meanwhile is refused, and so is one by anybody else", async () => {
  const said = await say(yamada, "一");
  expect((await edit(yamada, said, "二")).status).toBe(201);
  expect((await edit(yamada, said, "二")).body.version).toBe(2);
  expect((await edit(yamada, said, "三")).status).toBe(409);
  for (const other of [genba, tanaka]) {
    expect((await edit(other, said, "よその言葉", 2)).status).toBe(409);
    expect((await remove(other, said, 2)).status).toBe(409);
  }
  expect((await edit(suzuki, said, "よその言葉", 2)).status).toBe(404);
  expect((await edit(yamada, said, "", 2)).status).toBe(422);
  expect((await find(tanaka, said)).message).toBe("二");
  expect(await changesOf("yamada", said)).toHaveLength(1);
});

test("after fifteen minutes nothing is edited or deleted, not even past the rule's own code", async () => {
  const said = await say(yamada, "古い話");
  const owner = await t.owner();
  await owner.query("update message set created_at = created_at - interval '16 minutes' where id = $1", [
    said.id,
  ]);
  expect((await edit(yamada, said, "直す")).body.detail).toContain("15分を過ぎた");
  expect((await remove(yamada, said)).status).toBe(409);
  const forced = (as: string) =>
    tenant(t.db, { company_id: "yamada", username: as }, (tx) =>
      tx.execute(sql`select change_message(${PAIR}, ${said.number}, 1, '直す', ${GONE}, 'x', now())`),
    );
  await expect(forced(said.owner)).rejects.toThrow();
  await expect(
    tenant(t.db, { company_id: "yamada", username: said.owner }, (tx) =>
      tx.execute(sql`update message set message = '直す' where id = ${said.id}`),
    ),
  ).rejects.toThrow();
  const fresh = await say(yamada, "新しい話");
  await expect(
    tenant(t.db, { company_id: "yamada", username: GENBA }, (tx) =>
      tx.execute(sql`select change_message(${PAIR}, ${fresh.number}, 1, '直す', ${GONE}, 'x', now())`),
    ),
  ).rejects.toThrow();
  expect((await find(yamada, said)).message).toBe("古い話");
});

test("a deleted line says so in its place, and takes its 要回答 and its mention with it; the numbers stay", async () => {
  const said = await say(tanaka, `@${bossName} 1,500円でお願いします`, { ask: true });
  const notices = async () =>
    (await yamada.get("/notices")).body.items.map((one: { text: string }) => one.text).join("\n");
  expect(await notices()).toContain("1,500円");
  const before = await roomOf(yamada);
  expect(before.asks).toBe(1);
  expect((await remove(tanaka, said)).body).toMatchObject({ message: GONE, asks: [], version: 2 });
  expect((await remove(tanaka, said)).status).toBe(201);
  const seen = await find(yamada, said);
  expect([seen.message, seen.deletedAt === null, seen.number]).toEqual([GONE, false, said.number]);
  const after = await roomOf(yamada);
  expect([after.asks, after.unread, after.lastNumber, after.last!.message]).toEqual([
    0,
    before.unread,
    before.lastNumber,
    GONE,
  ]);
  expect(await notices()).not.toContain("1,500円");
  expect((await yamada.get(`/chats/rooms/${PAIR}/messages?q=1%2C500`)).body.items).toEqual([]);
  expect(await changesOf("yamada", said)).toEqual([]);
  expect(await changesOf("tanaka", said)).toMatchObject([
    { kind: "deleted", before: said.message, after: null },
  ]);
  expect((await edit(tanaka, said, "戻す", 2)).status).toBe(409);
  expect((await acknowledge(yamada, said)).status).toBe(409);
  expect((await act(yamada, "asks", { message_id: said.id, whose: "ours" })).status).toBe(404);
  await unbroken();
});

test("of a deleted line the pictures can't be opened any more; a paper that the other company has received stays in its archive", async () => {
  const sent = await yamada.upload(
    `/chats/rooms/${PAIR}/files`,
    [
      { name: "写真.png", bytes: await png() },
      { name: "見積.pdf", bytes: PDF },
    ],
    { id: id() },
  );
  const said = sent.body as Message;
  const [picture, paper] = said.files.map(({ key }) => `/files/${key}/content`);
  await remove(yamada, said);
  expect((await find(tanaka, said)).files).toEqual([]);
  expect((await list(tanaka, "?files=on")).map((one) => one.id)).not.toContain(said.id);
  for (const person of [yamada, tanaka])
    expect([(await person.bytes(picture!)).status, (await person.bytes(paper!)).status]).toEqual([404, 200]);
});

test("了解 is pressed once however often, is told with its name to both, and is taken back; both are in the log", async () => {
  const said = await say(tanaka, "承知ください");
  for (const _ of [1, 2]) expect((await acknowledge(genba, said)).status).toBe(201);
  await acknowledge(yamada, said);
  const acks = (await find(tanaka, said)).acks;
  expect(acks.map((one) => [one.ownerName, one.ownerFactory])).toEqual([
    [genbaName, "yamada"],
    [bossName, "yamada"],
  ]);
  expect((await acknowledge(tanaka, said)).status).toBe(409);
  expect((await acknowledge(suzuki, said)).status).toBe(404);
  const back = (await acknowledge(genba, said, false)).body as Message;
  expect(back.acks.map((one) => one.ownerName)).toEqual([bossName]);
  expect((await changesOf("yamada", said)).map(({ kind, name }: any) => [kind, name])).toEqual([
    ["acknowledged", genbaName],
    ["acknowledged", bossName],
    ["unacknowledged", genbaName],
  ]);
  expect((await roomOf(yamada)).lastNumber).toBe(said.number);
  await unbroken();
});

test("GraphQL replies, edits, acknowledges and deletes by the same rules, and tells of changes", async () => {
  const ask = async (person: Person, query: string, variables: object): Promise<any> =>
    (await send(person, query, variables)).json();
  const send = (person: Person, query: string, variables: object) =>
    t.app.graphql.fetch(
      new Request("http://127.0.0.1/graphql", {
        method: "POST",
        body: JSON.stringify({ query, variables }),
        headers: {
          "X-Auth": person.token,
          "Content-Type": "application/json",
          Accept: query === ON_UPDATE_MESSAGE ? "text/event-stream" : "application/json",
        },
      }),
    );
  const first = await say(tanaka, "どうですか");
  const followed = await send(tanaka, ON_UPDATE_MESSAGE, { roomId: PAIR });
  const reader = followed.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const until = async (text: string) => {
    while (!heard.includes(text)) heard += (await reader.read()).value;
  };
  const at = { id: id(), roomId: PAIR };
  const made = await ask(yamada, CREATE_MESSAGE, { input: { ...at, message: "返事", replyTo: first.id } });
  expect(made.data.createMessage.reply).toMatchObject({ id: first.id, message: "どうですか" });
  const edited = await ask(yamada, UPDATE_MESSAGE, { input: { ...at, message: "返事です", version: 1 } });
  expect(edited.data.updateMessage).toMatchObject({ message: "返事です", version: 2 });
  // A message is told as it stands when it is told: once it is deleted nobody hears of its words.
  await until("返事です");
  const stale = await ask(yamada, UPDATE_MESSAGE, { input: { ...at, message: "遅い返事", version: 1 } });
  expect(stale.errors[0].extensions.code).toBe("409");
  const acked = await ask(tanaka, ACKNOWLEDGE_MESSAGE, { input: { ...at, isAcknowledged: true } });
  expect(acked.data.acknowledgeMessage.acks).toMatchObject([{ ownerFactory: "tanaka" }]);
  const gone = await ask(yamada, DELETE_MESSAGE, { input: { ...at, version: 2 } });
  expect(gone.data.deleteMessage).toMatchObject({ message: GONE, acks: [] });
  const foreign = await ask(suzuki, DELETE_MESSAGE, { input: { ...at, version: 3 } });
  expect(foreign.errors[0].message).toBe("ルームが見つかりません。");
  const listed = await ask(tanaka, LIST_MESSAGES, { roomId: PAIR, limit: 1 });
  expect(listed.data.listMessagesSortByTime.items[0]).toMatchObject({ id: at.id, message: GONE });
  await until(GONE);
  await reader.cancel();
  expect(heard).not.toContain('"message":"返事"');
});
