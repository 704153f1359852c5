import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { openStream } from "~/lib/server/live.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { startTelling } from "~/lib/task/board.notify.server";
import { newTrace } from "~/lib/telemetry/trace";
import { addDays, today } from "~/lib/time/date";
import { GONE } from "./change";
import { CREATE_MESSAGE, LIST_MESSAGES, ON_CREATE_MESSAGE } from "./documents";
import { hub } from "./hub.server";

let t: TestApp;
let yamada: Person, tanaka: Person, suzuki: Person;
let server: Server;
let base: string;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, suzuki] = await t.people("admin@yamada", "admin@tanaka", "admin@suzuki");
  server = createServer((request, response) => void openStream(t.app, request, response, {}, newTrace()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}/chat/stream`;
});
afterAll(async () => {
  await t.app.hub().stop();
  server.closeAllConnections();
  server.close();
  await t.stop();
});

const PAIR = "yamada_tanaka";
const say = async (person: Person, text: string, taskId?: number) =>
  (await person.post("/chats/messages", { id: crypto.randomUUID(), roomId: PAIR, message: text, taskId }))
    .body;

async function browser(username: string) {
  const answer = await t.app.provider.signIn(username, SAMPLE_PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const id = await t.app.sessions.begin(username, answer.tokens);
  return { id, cookie: (await t.app.cookies.session.serialize(id)).split(";")[0]! };
}

type Event = { id: string; event: string; data: any };
/** The events of an open stream; `next` waits for one more, `gone` for its end. */
async function stream(cookie: string, after?: number | "board") {
  const abort = new AbortController();
  const response = await fetch(
    after === undefined ? base : after === "board" ? `${base}?board` : `${base}?after=${after}`,
    { headers: { Cookie: cookie }, signal: abort.signal },
  );
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const part = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
        if (part("event")) return { id: part("id"), event: part("event"), data: JSON.parse(part("data")) };
        continue;
      }
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) return null;
      text += value;
    }
  };
  return { response, next, stop: () => abort.abort() };
}

test("a message reaches the open streams of both companies, in order, and resumes after the number that was seen last", async () => {
  const [one, other] = await Promise.all([browser("admin@yamada.example"), browser("admin@tanaka.example")]);
  const [mine, theirs] = await Promise.all([stream(one.cookie), stream(other.cookie)]);
  expect((await mine.next())!.event).toBe("ready");
  const {
    data: { cursor },
  } = (await theirs.next())!;
  for (const text of ["一", "二", "三"]) await say(yamada, text);
  const seen = [await theirs.next(), await theirs.next(), await theirs.next()].map((event) => event!);
  expect(seen.map((event) => event.data.message.message)).toEqual(["一", "二", "三"]);
  expect((await mine.next())!.data.message.message).toBe("一");
  theirs.stop();
  await say(tanaka, "四");
  const again = await stream(other.cookie, Number(seen[0]!.id));
  expect(await again.next()).toMatchObject({ event: "ready", data: { cursor: cursor + 1 } });
  expect(
    [await again.next(), await again.next(), await again.next()].map((event) => event!.data.message.message),
  ).toEqual(["二", "三", "四"]);
  again.stop();
  mine.stop();
});

test("an edit, a 了解 and a deletion reach the open streams, and those that come back after it", async () => {
  const { cookie } = await browser("admin@tanaka.example");
  const theirs = await stream(cookie);
  const { data: start } = (await theirs.next())!;
  const said = await say(yamada, "直す前");
  await theirs.next();
  const at = `/chats/rooms/${PAIR}`;
  await yamada.post(`${at}/edit`, { message_id: said.id, message: "直した後", version: 1 });
  await tanaka.post(`${at}/acknowledge`, { message_id: said.id, is_acknowledged: true });
  await yamada.post(`${at}/delete`, { message_id: said.id, version: 2 });
  const heard = async (open: typeof theirs) => {
    const { event, data } = (await open.next())!;
    return [event, data.number, data.message.message, data.message.acks.length];
  };
  const seen = [await heard(theirs), await heard(theirs), await heard(theirs)];
  expect(seen).toEqual([
    ["changed", said.number, "直した後", 0],
    ["changed", said.number, "直した後", 1],
    ["changed", said.number, GONE, 0],
  ]);
  theirs.stop();
  const again = await stream(cookie, start.cursor);
  await again.next();
  // Whoever was away hears what was said as it stands now, never what it was.
  for (let one = 0; one < 4; one++) expect((await heard(again))[2]).toBe(GONE);
  again.stop();
});

test("how far somebody has read is told with a name to their own company, and without one to the other", async () => {
  const [one, other] = await Promise.all([browser("admin@yamada.example"), browser("admin@tanaka.example")]);
  const said = await say(yamada, "読みましたか");
  const [mine, theirs] = await Promise.all([stream(one.cookie), stream(other.cookie)]);
  await Promise.all([mine.next(), theirs.next()]);
  const genba = await t.as("genba@yamada.example");
  await genba.put("/chats/status", { factory_id: "tanaka", last_message_id: said.id });
  await tanaka.put("/chats/status", { factory_id: "yamada", last_message_id: said.id });
  const heard = async (open: typeof mine) =>
    [(await open.next())!, (await open.next())!].map(({ event, data }) => [
      event,
      data.number,
      data.username,
    ]);
  expect(await heard(mine)).toEqual([
    ["read", said.number, "genba@yamada.example"],
    ["read", said.number, ""],
  ]);
  expect(await heard(theirs)).toEqual([
    ["read", said.number, ""],
    ["read", said.number, "admin@tanaka.example"],
  ]);
  mine.stop();
  theirs.stop();
});

test("a cursor that is too old, or of another life of the database, is told to begin anew", async () => {
  const { cookie } = await browser("admin@tanaka.example");
  const lost = await stream(cookie, 99_999);
  expect(await lost.next()).toMatchObject({ event: "reset", data: { cursor: expect.any(Number) } });
  lost.stop();
});

test("a board hears that cards have changed and which are talked about, nothing more; another company's board does not", async () => {
  const stop = startTelling(t.db);
  const [one, other, far] = await Promise.all(
    ["admin@yamada.example", "admin@tanaka.example", "admin@sato.example"].map((name) => browser(name)),
  );
  const boards = await Promise.all([one!, other!, far!].map(({ cookie }) => stream(cookie, "board")));
  for (const board of boards) expect((await board.next())!.event).toBe("ready");
  const chat = await stream(one!.cookie);
  await chat.next();
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 9),
    inspection_days: 7,
    destination: "本社",
    lines: [{ name: "見える板", num_items: "1", unit_price: "100" }],
  });
  expect(made.status).toBe(201);
  // The order is spoken of in the room too, without a card.
  for (const board of boards.slice(0, 2)) {
    const told = [await board.next(), await board.next()].sort((a, b) => a!.event.localeCompare(b!.event));
    expect(told).toEqual([
      { id: "", event: "board", data: {} },
      { id: "", event: "talk", data: { cards: [] } },
    ]);
  }
  // Whoever talks about cards hears of it too, beside what was said.
  const heard = [await chat.next(), await chat.next()].map((told) => told!.event).sort();
  expect(heard).toEqual(["board", "message"]);
  chat.stop();
  const {
    rows: [card],
  } = await tenant(t.db, { company_id: "tanaka", username: "" }, (tx) =>
    tx.execute<{ key: number }>(sql`select key from card where name = '見える板'`),
  );
  await say(tanaka, "この板の話", card!.key);
  for (const board of boards.slice(0, 2))
    expect(await board.next()).toEqual({ id: "", event: "talk", data: { cards: [card!.key] } });
  await t.app.sessions.end(far!.id);
  expect(await boards[2]!.next()).toBeNull();
  boards.forEach((board) => board.stop());
  stop();
});

test("another company's stream hears nothing of it; without a session there is none; one whose session is over ends", async () => {
  const { id, cookie } = await browser("admin@suzuki.example");
  const far = await stream(cookie);
  await far.next();
  await say(yamada, "田中さんへ");
  await suzuki.post("/chats/messages", {
    id: crypto.randomUUID(),
    roomId: "yamada_suzuki",
    message: "鈴木から",
  });
  expect((await far.next())!.data.message.message).toBe("鈴木から");
  expect((await fetch(base)).status).toBe(401);
  await t.app.sessions.end(id);
  expect(await far.next()).toBeNull();
});

test("what no wake-up told of is found by the look that is taken every 30 seconds", async () => {
  await say(yamada, "先の話");
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const own = hub(t.db);
  const owner = new pg.Client({ connectionString: t.owner_url });
  await owner.connect();
  await own.started;
  const heard: string[] = [];
  await own.follow("tanaka", ({ message }) => heard.push(message));
  await owner.query(`with feed as (update chat_feed set last_number = last_number + 1 where company_id = 'tanaka' returning last_number)
    insert into chat_event (company_id, number, kind, room_id, message_number, username)
    select 'tanaka', feed.last_number, 'message', room_id, chat_room.last_number, '' from feed, chat_room where room_id = 'yamada_tanaka'`);
  await new Promise((done) => setTimeout(done, 300));
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(30_000);
  for (let tries = 0; tries < 600 && heard.length === 0; tries++)
    await new Promise((done) => setTimeout(done, 20));
  expect(heard).toEqual(["先の話"]);
  vi.useRealTimers();
  await own.stop();
  await owner.end();
});

async function graphql(token: string, query: string, variables: object) {
  const response = await t.app.graphql.fetch(
    new Request("http://127.0.0.1/graphql", {
      method: "POST",
      body: JSON.stringify({ query, variables }),
      headers: {
        "X-Auth": token,
        "Content-Type": "application/json",
        Accept: query === ON_CREATE_MESSAGE ? "text/event-stream" : "application/json",
      },
    }),
  );
  return response;
}

test("the three GraphQL operations list, create and follow; nothing else is spoken", async () => {
  const json = async (token: string, query: string, variables: object): Promise<any> =>
    (await graphql(token, query, variables)).json();
  const followed = await graphql(tanaka.token, ON_CREATE_MESSAGE, { roomId: PAIR });
  const reader = followed.body!.pipeThrough(new TextDecoderStream()).getReader();
  const input = {
    id: crypto.randomUUID(),
    roomId: PAIR,
    message: "GraphQLから",
    unixtime: 1,
    owner: "admin@tanaka.example",
    ownerFactory: "tanaka",
  };
  const made = await json(yamada.token, CREATE_MESSAGE, { input });
  expect(made.data.createMessage).toMatchObject({
    id: input.id,
    message: "GraphQLから",
    ownerFactory: "yamada",
  });
  expect(made.data.createMessage.unixtime).toBeGreaterThan(1_700_000_000);
  const listed = await json(tanaka.token, LIST_MESSAGES, { roomId: PAIR, limit: 1, sortDirection: "DESC" });
  expect(listed.data.listMessagesSortByTime).toMatchObject({
    items: [{ id: input.id }],
    nextToken: expect.any(String),
  });
  let heard = "";
  while (!heard.includes(input.id)) heard += (await reader.read()).value;
  await reader.cancel();
  expect((await json(suzuki.token, LIST_MESSAGES, { roomId: PAIR })).errors[0].message).toBe(
    "ルームが見つかりません。",
  );
  expect((await json("", LIST_MESSAGES, { roomId: PAIR })).errors[0].message).toContain("authenticated");
  for (const query of [
    "{ __schema { types { name } } }",
    `${LIST_MESSAGES} # more`,
    "query { a: __typename }",
    CREATE_MESSAGE.replace("id number", "id"),
  ]) {
    const answer = await graphql(yamada.token, query, { roomId: PAIR });
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect([query, answer.status, errors[0]!.message]).toEqual([query, 400, "この操作はありません。"]);
  }
});

test("a session has twenty streams: one more is told to come back later, another session is not, and a place that is left is free", async () => {
  const [one, other] = await Promise.all([browser("admin@suzuki.example"), browser("admin@suzuki.example")]);
  const held = await Promise.all(
    Array.from({ length: 20 }, (_, at) => stream(one.cookie, at % 2 ? "board" : undefined)),
  );
  expect(held.map(({ response }) => response.status)).toEqual(held.map(() => 200));
  const more = await fetch(base, { headers: { Cookie: one.cookie } });
  expect([more.status, more.headers.get("Retry-After")]).toEqual([429, "30"]);
  const elsewhere = await stream(other.cookie);
  expect(elsewhere.response.status).toBe(200);
  held[0]!.stop();
  await expect
    .poll(
      async () => {
        const again = await stream(one.cookie);
        again.stop();
        return again.response.status;
      },
      { timeout: 20_000 },
    )
    .toBe(200);
  for (const open of [...held, elsewhere]) open.stop();
});
