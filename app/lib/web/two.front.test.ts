import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "~/lib/server/app.server";
import { addDays, today } from "~/lib/time/date";
import { hear, type Process, soon, startTwo } from "./two.testing.server";

const ROOM = "yamada_tanaka";
/**
 * Nearer than the look that finds after 30 seconds what no wake-up told of, and as far as a busy machine
 * needs.
 */
const WAIT = 20_000;
vi.setConfig({ testTimeout: 120_000 });
let two: Awaited<ReturnType<typeof startTwo>>;
let a: Process, b: Process;
let owner: pg.Client;
let factory: string, customer: string;
let maker: Server, letters: SMTPServer;
const pushed: string[] = [];
const mailed: string[] = [];
const port = (server: { address(): unknown }) => (server.address() as { port: number }).port;

beforeAll(async () => {
  maker = createServer((request, response) => {
    // Talk has a topic; what is tried has none.
    if (!request.headers.topic) pushed.push(request.url!);
    request.resume().on("end", () => response.writeHead(201).end());
  });
  letters = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      mailed.push(envelope.rcptTo[0]!.address);
      stream.resume().on("end", done);
    },
  });
  await Promise.all(
    [maker, letters].map((one) => new Promise<void>((done) => one.listen(0, "127.0.0.1", () => done()))),
  );
  two = await startTwo({
    PUSH_HOSTS: `http://127.0.0.1:${port(maker)}`,
    SMTP_URL: `smtp://127.0.0.1:${port(letters.server)}`,
  });
  [a, b] = [two.a, two.b];
  owner = new pg.Client({ connectionString: two.owner_url });
  await owner.connect();
  [factory, customer] = await Promise.all([
    a.cookieOf("admin@yamada.example"),
    b.cookieOf("admin@tanaka.example"),
  ]);
});
afterAll(async () => {
  await owner.end();
  await two.stop();
  maker.close();
  await new Promise<void>((done) => letters.close(() => done()));
});

const rows = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows;
const say = (at: Process, cookie: string, message: string, id: string = randomUUID()) =>
  at.post(`/chat/${ROOM}/messages`, { id, message }, cookie);

test("what is said at one process is heard at the other at once, in one order everywhere, and is read there too", async () => {
  const ears = [hear([a.port], customer), hear([b.port], customer), hear([b.port], factory)];
  expect(await soon(() => ears.every(({ state }) => state.open), WAIT)).toBe(true);
  expect((await say(a, factory, "Aから")).status).toBe(200);
  expect(await soon(() => ears.every((one) => one.messages().length === 1), WAIT)).toBe(true);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? say(a, factory, `山田 ${n}`) : say(b, customer, `田中 ${n}`),
    ),
  );
  await say(a, factory, "おわり");
  expect(await soon(() => ears.every((one) => one.messages().length === 22), WAIT)).toBe(true);
  const [first, ...others] = ears.map((one) => one.messages().map(({ number, id }) => `${number} ${id}`));
  for (const other of others) expect(other).toEqual(first);
  expect(ears[0]!.messages().map(({ number }) => number)).toEqual(
    Array.from({ length: 22 }, (_, n) => n + 1),
  );

  const unread = async (at: Process) =>
    JSON.parse((await at.ask("/chat/badges", { headers: { Cookie: customer } })).text).chat;
  expect([await unread(a), await unread(b)]).toEqual([1, 1]);
  await b.post(
    `/chat/${ROOM}/read`,
    { factory_id: "yamada", last_message_id: ears[0]!.messages().at(-1)!.id },
    customer,
  );
  expect([await unread(a), await unread(b)]).toEqual([0, 0]);
  expect(
    await soon(() => ears[0]!.heard.some(({ kind, data }) => kind === "read" && data.number === 22), WAIT),
  ).toBe(true);
  ears.forEach((one) => one.stop());
});

test("a process that lost its line for wake-ups makes up for what it missed as soon as it listens again", async () => {
  const ear = hear([b.port], customer);
  expect(await soon(() => ear.state.open, WAIT)).toBe(true);
  const listeners = async () =>
    (
      await rows(
        "select pid from pg_stat_activity where application_name = 'koba-wake' and datname = current_database()",
      )
    ).length;
  expect(await soon(async () => (await listeners()) >= 2, WAIT)).toBe(true);
  await rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'koba-wake' and datname = current_database()",
  );
  await say(a, factory, "誰も聞いていない");
  expect(await soon(() => ear.messages().some(({ message }) => message === "誰も聞いていない"), WAIT)).toBe(
    true,
  );
  ear.stop();
});

test("a session begun at one process is good at the other; stopping the account ends its pages and streams everywhere", async () => {
  const cookie = await a.cookieOf("kobai@tanaka.example");
  const page = () => b.ask("/chat", { headers: { Cookie: cookie } });
  expect((await page()).status).toBe(200);
  const ears = [hear([a.port], cookie), hear([b.port], cookie)];
  expect(await soon(() => ears.every(({ state }) => state.open), WAIT)).toBe(true);
  const [{ id, version }] = await rows("select id, version from member where email = 'kobai@tanaka.example'");
  const { token } = await signedIn("admin@tanaka.example");
  const stopped = await a.ask(`/api/users/${id}?version=${version}`, {
    method: "DELETE",
    headers: { "X-Auth": token, Origin: two.origin },
  });
  expect(stopped.status).toBe(200);
  expect((await page()).status).toBe(302);
  expect(await soon(() => ears.every(({ state }) => !state.open), WAIT)).toBe(true);
  ears.forEach((one) => one.stop());
});

/** With a token of the pool, for the API: the key that signed it may have been made by either process. */
async function signedIn(username: string) {
  const { provider } = makeApp({ NODE_ENV: "test" }, two.db, "a secret of the tests, 32 letters or more");
  const answer = await provider.signIn(username, SAMPLE_PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const token = answer.tokens.id_token;
  const call = (at: Process, method: string, path: string, body: object, key: string = randomUUID()) =>
    at.ask(`/api${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        "X-Auth": token,
        Origin: two.origin,
        "Content-Type": "application/json",
        ...(method === "POST" && { "Idempotency-Key": key }),
      },
    });
  return { token, call };
}

test("the same post sent to both at once has one effect and one answer; another body under its key is refused by either", async () => {
  const { call } = await signedIn("admin@tanaka.example");
  const order = {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 9),
    inspection_days: 7,
    destination: "本社",
    lines: [{ name: "二重の依頼", num_items: "1", unit_price: "100" }],
  };
  const key = randomUUID();
  const sent = await Promise.all([a, b, a, b].map((at) => call(at, "POST", "/orders", order, key)));
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(sent.filter(({ headers }) => headers["idempotent-replayed"]).length).toBe(3);
  expect(new Set(sent.map(({ text }) => JSON.parse(text).key)).size).toBe(1);
  for (const at of [a, b])
    expect((await call(at, "POST", "/orders", { ...order, note: "別" }, key)).status).toBe(422);
  expect(await rows("select count(*)::int as n from card where name = '二重の依頼'")).toEqual([{ n: 1 }]);
  for (let n = 0; n < 5; n++) {
    const body = { id: randomUUID(), roomId: ROOM, message: `二重 ${n}` };
    const answers = await Promise.all(
      [a, b, a, b].map((at) => call(at, "POST", "/chats/messages", body, body.id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(
      new Set(answers.map(({ text }) => JSON.stringify(Object.entries(JSON.parse(text)).sort()))).size,
    ).toBe(1);
    for (const at of [a, b])
      expect((await call(at, "POST", "/chats/messages", { ...body, message: "別" }, body.id)).status).toBe(
        422,
      );
  }
  expect(await rows("select count(*)::int as n from message where message like '二重%'")).toEqual([{ n: 5 }]);
});

test("what is to be carried goes out once: pushes by one of the carriers, mail by one of the postmen", async () => {
  // Somebody whom nothing else is told: what the tests before have brought about may still be on its way.
  const { call } = await signedIn("admin@sato.example");
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16).toString("base64url");
  const info = JSON.stringify({
    endpoint: `http://127.0.0.1:${port(maker)}/push/1`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth },
  });
  expect((await call(a, "PUT", "/users/self/push_info", { auth_key: auth, info })).status).toBe(200);
  pushed.length = mailed.length = 0;
  const tries = Array.from({ length: 12 }, (_, n) => call(n % 2 ? a : b, "POST", "/notices/test", {}));
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(12).fill(201));
  await rows(
    "insert into pool.outbox (recipient, subject, body) select 'p' || n || '@x.example', 's', 'b' from generate_series(1, 30) n",
  );
  expect(
    await soon(
      () => pushed.length >= 12 && mailed.filter((to) => to.endsWith("@x.example")).length >= 30,
      WAIT,
    ),
  ).toBe(true);
  expect(
    await soon(
      async () =>
        (await rows("select from carriage where is_test")).length +
          (await rows("select from pool.outbox where recipient like '%@x.example'")).length ===
        0,
      WAIT,
    ),
  ).toBe(true);
  // A second sender would have had its round by then.
  await new Promise((done) => setTimeout(done, 2_500));
  expect(pushed).toHaveLength(12);
  expect(mailed.filter((to) => to.endsWith("@x.example")).sort()).toEqual(
    Array.from({ length: 30 }, (_, n) => `p${n + 1}@x.example`).sort(),
  );
});

test("how often somebody may ask is counted for all processes together", async () => {
  const ask = (at: Process) => at.post("/reset", { username: "keiri@yamada.example" });
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push((await ask(n % 2 ? a : b)).status);
  expect(answers.filter((status) => status === 422)).toHaveLength(2);
  expect(answers.slice(0, 10).includes(422)).toBe(false);
});

test("nothing of it has broken a promise", async () => {
  expect(await rows("select * from check_invariants()")).toEqual([]);
});
