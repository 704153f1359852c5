import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "~/lib/server/app.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type ApiError, connectApi } from "~/lib/web/api.server";
import { type App } from "~/lib/web/app";
import { freePort } from "~/lib/web/port.testing.server";
import {
  ACKNOWLEDGE_MESSAGE,
  CREATE_MESSAGE,
  DELETE_MESSAGE,
  LIST_MESSAGES,
  ON_CREATE_MESSAGE,
  UPDATE_MESSAGE,
} from "./documents";
import { message, messages } from "./message.schema";

const PAIR = "yamada_tanaka";
const PATH = `/chats/rooms/${PAIR}/messages`;
let t: TestApp;
let away: Server;
let pages: App;
/** What the other address was asked, and what it is to answer instead of the chat. */
let asked: { headers: Record<string, string>; query: string; variables: any }[] = [];
let instead: { status: number; body: object } | null = null;

const elsewhere = (url: string) =>
  makeApp(
    { NODE_ENV: "test", FILES_DIR: t.folder, CHAT_GRAPHQL_URL: url },
    t.db,
    "a secret of the tests, 32 letters or more",
  );

beforeAll(async () => {
  t = await testApp();
  away = createServer(
    getRequestListener(
      async (request) => {
        const body = await request.text();
        asked.push({ headers: Object.fromEntries(request.headers), ...JSON.parse(body) });
        if (instead)
          return Response.json(instead.body, { status: instead.status, headers: { Location: "/further" } });
        return t.app.graphql.fetch(
          new Request(request.url, {
            method: "POST",
            headers: request.headers,
            body,
            signal: request.signal,
          }),
        );
      },
      { overrideGlobalObjects: false },
    ),
  );
  await new Promise<void>((done) => away.listen(0, "127.0.0.1", done));
  pages = elsewhere(`http://127.0.0.1:${(away.address() as { port: number }).port}/graphql`);
});
afterAll(async () => {
  await t.app.hub().stop();
  away.closeAllConnections();
  away.close();
  await t.stop();
});

/** The pages' way to the API, as it is with the chat elsewhere. */
async function visitor(username: string, app = pages) {
  const answer = await app.provider.signIn(username, SAMPLE_PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const api = connectApi(
    app,
    { id_token: answer.tokens.id_token, acting_id: null },
    "PC",
    async () => new Response(null, { status: 401 }),
  );
  await api.self();
  asked = [];
  return { api, token: answer.tokens.id_token };
}
const newKey = () => crypto.randomUUID();
const words = (text: string) => ({ id: crypto.randomUUID(), roomId: PAIR, message: text, send: true });

test("pages say and list at the configured address in the person's name, with everything that stands beside a message", async () => {
  const { api, token } = await visitor("admin@yamada.example");
  const given = words("別の場所へ");
  const said = await api.post(message, "/chats/messages", given, given.id);
  const repeated = await api.post(message, "/chats/messages", given, given.id);
  expect([said.message, said.ownerFactory, repeated.number]).toEqual(["別の場所へ", "yamada", said.number]);
  const listed = await api.get(messages, PATH, { limit: 1, nextToken: null, q: undefined });
  expect(asked.map(({ query }) => query)).toEqual([CREATE_MESSAGE, CREATE_MESSAGE, LIST_MESSAGES]);
  for (const { headers } of asked)
    expect([headers["x-auth"], headers.origin, headers.cookie]).toEqual([
      token,
      pages.config.origins[0],
      undefined,
    ]);
  expect(asked[0]!.variables.input).toMatchObject({
    owner: said.owner,
    ownerFactory: "yamada",
    collabFactory: "tanaka",
    unixtime: expect.any(Number),
  });
  expect(asked[2]!.variables).toEqual({ roomId: PAIR, limit: 1, sortDirection: "DESC", nextToken: null });
  // The same as by the way within this process, and the others are told of it once.
  expect(listed).toEqual((await (await t.as("admin@yamada.example")).get(`${PATH}?limit=1`)).body);
  const { rows } = await operator(t.db, (tx) =>
    tx.execute(sql`select company_id from carriage where room_id = ${PAIR} order by company_id`),
  );
  expect(rows).toEqual([{ company_id: "tanaka" }, { company_id: "yamada" }]);
});

test("a reply, an edit, a 了解 and a deletion go to the configured address, too", async () => {
  const { api } = await visitor("admin@yamada.example");
  const first = await api.post(message, "/chats/messages", words("最初"), newKey());
  const given = { ...words("返信"), replyTo: first.id };
  const said = await api.post(message, "/chats/messages", given, given.id);
  expect(said.reply).toMatchObject({ id: first.id, message: "最初" });
  const changed = (act: string, body: object) =>
    api.post(message, `/chats/rooms/${PAIR}/${act}`, { message_id: said.id, ...body }, newKey());
  expect((await changed("edit", { message: "直した返信", version: 1 })).message).toBe("直した返信");
  await expect(changed("edit", { message: "遅い返信", version: 1 })).rejects.toMatchObject({ status: 409 });
  await expect(changed("acknowledge", { is_acknowledged: true })).rejects.toMatchObject({ status: 409 });
  expect((await changed("delete", { version: 2 })).deletedAt).not.toBeNull();
  expect(asked.map(({ query }) => query)).toEqual([
    CREATE_MESSAGE,
    CREATE_MESSAGE,
    UPDATE_MESSAGE,
    UPDATE_MESSAGE,
    ACKNOWLEDGE_MESSAGE,
    DELETE_MESSAGE,
  ]);
});

test("what only the backend knows stays there: a search, and a message with 要回答", async () => {
  const { api } = await visitor("admin@tanaka.example");
  const given = { ...words("ご回答ください"), ask: "on" };
  const said = await api.post(message, "/chats/messages", given, given.id);
  expect((await api.get(messages, PATH, { q: "ご回答" })).items.map(({ id }) => id)).toEqual([given.id]);
  expect(asked).toEqual([]);
  const {
    items: [listed],
  } = await api.get(messages, PATH, { limit: 1 });
  expect([asked.length, listed]).toEqual([1, said]);
  expect(listed!.asks).toMatchObject([{ is_ours: false, asker_name: said.ownerName }]);
});

test("refusals come back as they are; no data is an empty list or a message that was not sent; a chat that is away is said to be", async () => {
  const { api } = await visitor("admin@suzuki.example");
  expect(await api.get(messages, PATH, { limit: 1 }).catch((answer: Response) => answer.status)).toBe(404);
  const refusal = await api
    .post(message, "/chats/messages", words("入れて"), "k")
    .catch((error: ApiError) => error);
  expect(refusal).toMatchObject({ status: 404, detail: "ルームが見つかりません。" });
  instead = { status: 200, body: { data: { listMessagesSortByTime: null, createMessage: null } } };
  expect(await api.get(messages, PATH, {})).toEqual({ items: [], nextToken: null });
  expect(
    await api
      .post(message, "/chats/messages", words("空"), "k")
      .catch((error: ApiError) => [error.status, error.detail]),
  ).toEqual([502, "メッセージを送信できませんでした。もう一度お試しください。"]);
  // Nobody is led on with a token in hand.
  asked = [];
  instead = { status: 307, body: {} };
  expect([
    await api.post(message, "/chats/messages", words("先へ"), "k").catch((error: ApiError) => error.status),
    asked.length,
  ]).toEqual([503, 1]);
  instead = { status: 200, body: { errors: [{ message: "不明" }] } };
  expect(
    await api.post(message, "/chats/messages", words("不明"), "k").catch((error: ApiError) => error.status),
  ).toBe(502);
  instead = null;
  const { api: cut } = await visitor(
    "admin@yamada.example",
    elsewhere(`http://127.0.0.1:${await freePort()}/graphql`),
  );
  expect(
    await cut
      .post(message, "/chats/messages", words("届かない"), "k")
      .catch((error: ApiError) => [error.status, error.detail]),
  ).toEqual([503, "チャットにつながりません。しばらく待ってから、もう一度お試しください。"]);
});

test("this door's GraphQL passes the three operations on, new messages as they come, and refuses the rest itself; passed on once, never round and round", async () => {
  const { token } = await visitor("admin@tanaka.example");
  const graphql = async (query: string, variables: object, headers: Record<string, string> = {}) =>
    await pages.graphql.fetch(
      new Request("http://127.0.0.1/graphql", {
        method: "POST",
        body: JSON.stringify({ query, variables }),
        headers: {
          "X-Auth": token,
          "Content-Type": "application/json",
          Accept: "application/json",
          ...headers,
        },
      }),
    );
  const followed = await graphql(ON_CREATE_MESSAGE, { roomId: PAIR }, { Accept: "text/event-stream" });
  expect(followed.headers.get("Content-Type")).toContain("text/event-stream");
  const input = { id: crypto.randomUUID(), roomId: PAIR, message: "通り抜けて" };
  expect(await (await graphql(CREATE_MESSAGE, { input })).json()).toMatchObject({
    data: { createMessage: { id: input.id, ownerFactory: "tanaka" } },
  });
  const reader = followed.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    heard += part.value;
    if (heard.includes(input.id)) break;
  }
  expect(heard).toContain(input.id);
  await reader.cancel();
  expect(asked.map(({ query }) => query)).toEqual([ON_CREATE_MESSAGE, CREATE_MESSAGE]);
  expect((await graphql("{ __schema { types { name } } }", {})).status).toBe(400);
  const here = (await (
    await graphql(LIST_MESSAGES, { roomId: PAIR, limit: 1 }, { "X-Chat-Passed": "1" })
  ).json()) as { data: { listMessagesSortByTime: { items: object[] } } };
  expect(here.data.listMessagesSortByTime.items).toMatchObject([{ id: input.id }]);
  expect(asked).toHaveLength(2);
});

test("an API at another address leads nobody's token further", async () => {
  const { token } = await visitor("admin@yamada.example");
  const heard: string[] = [];
  const wrong = createServer((request, response) => {
    heard.push(request.url!);
    if (request.url === "/further")
      return void response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    response.writeHead(307, { Location: "/further" }).end();
  });
  await new Promise<void>((done) => wrong.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(wrong.address() as { port: number }).port}`;
  const app = makeApp(
    { NODE_ENV: "test", FILES_DIR: t.folder, BACKEND_URL: url },
    t.db,
    "a secret of the tests, 32 letters or more",
  );
  const api = connectApi(
    app,
    { id_token: token, acting_id: null },
    "PC",
    async () => new Response(null, { status: 401 }),
  );
  expect((await api.ask("POST", "/users", {})).status).toBe(503);
  expect(heard).toEqual(["/users"]);
  wrong.close();
});
