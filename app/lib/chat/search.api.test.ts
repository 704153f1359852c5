import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import type { Message } from "./message.schema";
import type { SearchRow, SentFileRow } from "./search.schema";

let t: TestApp;
let yamada: Person, tanaka: Person, suzuki: Person;
let owner: pg.Client;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, tanaka, suzuki] = await t.people("admin@yamada", "admin@tanaka", "admin@suzuki");
});
afterAll(async () => {
  await t.app.hub().stop();
  await t.stop();
});

const say = async (person: Person, roomId: string, message: string): Promise<Message> =>
  (await person.post("/chats/messages", { id: crypto.randomUUID(), roomId, message })).body;
const send = async (person: Person, room: string, name: string, bytes: Uint8Array): Promise<Message> =>
  (
    await person.upload(`/chats/rooms/${room}/files`, [{ name, bytes }], {
      id: crypto.randomUUID(),
      message: "添付します",
    })
  ).body;
const search = async (person: Person, query: Record<string, string>): Promise<SearchRow[]> =>
  (await person.get(`/chats/search?${new URLSearchParams(query)}`)).body.items;
const sent = async (person: Person, query: Record<string, string> = {}): Promise<SentFileRow[]> =>
  (await person.get(`/chats/sent?${new URLSearchParams(query)}`)).body.items;
const words = (found: SearchRow[]) => found.map(({ room_id, message }) => [room_id, message]);

test("words are found in every room of one's company, newest first, whatever their width; never in another's", async () => {
  await say(yamada, "yamada_tanaka", "せいが 1号機の件");
  await say(yamada, "yamada_suzuki", "セイガ 2号機の件");
  await say(yamada, "yamada_yamada", "せいが は社内で話す");
  expect(words(await search(yamada, { q: "セイガ" }))).toEqual([
    ["yamada_yamada", "せいが は社内で話す"],
    ["yamada_suzuki", "セイガ 2号機の件"],
    ["yamada_tanaka", "せいが 1号機の件"],
  ]);
  expect(words(await search(tanaka, { q: "セイガ" }))).toEqual([["yamada_tanaka", "せいが 1号機の件"]]);
  expect(words(await search(yamada, { q: "セイガ", room: "yamada_suzuki" }))).toHaveLength(1);
  expect(await search(suzuki, { q: "セイガ", room: "yamada_tanaka" })).toEqual([]);
  expect((await search(tanaka, { q: "セイガ" }))[0]).toMatchObject({ room: "山田精機株式会社", card: null });
});

test("without a condition nothing is looked through; a day, 添付 and a name are conditions too", async () => {
  const said = await send(yamada, "yamada_tanaka", "組立図.png", await png());
  expect(await search(yamada, {})).toEqual([]);
  const [found] = await search(yamada, { files: "on" });
  expect(found).toMatchObject({ number: said.number, files: "組立図.png" });
  expect(await search(yamada, { q: "組立図" })).toHaveLength(1);
  expect((await search(yamada, { q: "ｾｲｶﾞ", from: today(), to: today() })).length).toBe(3);
  expect(await search(yamada, { q: "ｾｲｶﾞ", to: addDays(today(), -1) })).toEqual([]);
});

test("the files of a room are listed with who sent them and where; unknown kinds are among them", async () => {
  await send(tanaka, "yamada_tanaka", "治具.dwg", Buffer.from("AC1032\0\0"));
  await send(yamada, "yamada_suzuki", "別の図.png", await png());
  expect((await sent(tanaka)).map(({ name }) => name)).toEqual(["治具.dwg", "組立図.png"]);
  expect((await sent(yamada, { room: "yamada_tanaka" })).map(({ name }) => name)).toEqual([
    "治具.dwg",
    "組立図.png",
  ]);
  expect((await sent(yamada)).map(({ name }) => name)).toContain("別の図.png");
  expect((await sent(suzuki)).map(({ name }) => name)).toEqual(["別の図.png"]);
  expect(await sent(suzuki, { room: "yamada_tanaka" })).toEqual([]);
  const [dwg] = await sent(yamada, { q: "治具" });
  const { status, headers } = await yamada.bytes(`/files/${dwg!.key}/content`);
  expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
    200,
    "application/octet-stream",
    expect.stringMatching(/^attachment;.*\.dwg$/),
  ]);
  expect((await suzuki.bytes(`/files/${dwg!.key}/content`)).status).toBe(404);
});

test("what was taken back or has gone is found no more, nor the room of a partner that has ended", async () => {
  const said = await send(yamada, "yamada_tanaka", "誤送.png", await png());
  const act = { message_id: said.id, version: said.version };
  expect((await yamada.post("/chats/rooms/yamada_tanaka/delete", act)).status).toBe(201);
  expect([await search(tanaka, { q: "誤送" }), await sent(tanaka, { q: "誤送" })]).toEqual([[], []]);
  const old = await say(yamada, "yamada_tanaka", "古い話");
  await owner.query("update message set unixtime = 1 where id = $1", [old.id]);
  expect(await search(yamada, { q: "古い話" })).toEqual([]);
  await owner.query(
    "update collaboration set is_active = false where seller_id = 'yamada' and buyer_id = 'suzuki'",
  );
  expect(words(await search(yamada, { q: "2号機" }))).toEqual([]);
  expect((await sent(suzuki)).map(({ name }) => name)).toEqual([]);
});
