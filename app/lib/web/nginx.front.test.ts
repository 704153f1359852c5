import { randomUUID } from "node:crypto";
import https from "node:https";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Ask, jar } from "./front.testing.server";
import { hasNginx, startNginx } from "./nginx.testing.server";
import { freePort } from "./port.testing.server";
import { type Process, startTwo } from "./two.testing.server";

vi.setConfig({ testTimeout: 180_000 });
const ROOM = "yamada_tanaka";
let two: Awaited<ReturnType<typeof startTwo>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let owner: pg.Client;
const agents: https.Agent[] = [];

beforeAll(async () => {
  if (!hasNginx) return;
  const port = await freePort();
  two = await startTwo({
    PUBLIC_ORIGIN: `https://localhost:${port}`,
    TRUSTED_PROXY: "127.0.0.1",
    DRAIN_MS: "1000",
  });
  nginx = await startNginx(port, [two.a.port, two.b.port]);
  owner = new pg.Client({ connectionString: two.owner_url });
  await owner.connect();
});
afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await nginx?.stop();
  await owner?.end();
  await two?.stop();
});

/** A browser at an address of its own. */
function visitor(address?: string) {
  const agent = nginx.browser(address);
  agents.push(agent);
  let cookie = "";
  const ask = (to: string, given: Ask = {}) =>
    nginx.through(agent, to, { ...given, headers: { ...(cookie && { Cookie: cookie }), ...given.headers } });
  const post = (to: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(to, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        Accept: "application/json",
        Origin: two.origin,
        ...headers,
      },
    });
  async function signIn(username: string): Promise<void> {
    const answer = await post("/login", { username, password: SAMPLE_PASSWORD });
    if (answer.status !== 303) throw new Error(`sign-in of ${username} was answered ${answer.status}`);
    cookie = jar(answer);
  }
  return { agent, ask, post, signIn, cookie: () => cookie };
}

test.runIf(hasNginx)(
  "behind nginx somebody is known by the address they come from, whatever they say it is",
  async () => {
    const answer = await visitor("127.0.0.7").post(
      "/login",
      { username: "admin@yamada.example", password: "wrong" },
      { "X-Forwarded-For": "203.0.113.9" },
    );
    expect(answer.status).toBe(422);
    const { rows } = await owner.query("select ip from security_event order by key desc limit 1");
    expect(rows).toEqual([{ ip: "127.0.0.7" }]);
  },
);

test.runIf(hasNginx)("what is too large is refused by the product's words, not by nginx's", async () => {
  const one = visitor();
  await one.signIn("admin@yamada.example");
  const part = "x".repeat(1_000_000);
  const body = [
    '--cut\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n',
    ...Array.from({ length: 53 }, () => part),
    "\r\n--cut--\r\n",
  ];
  const answer = await one.ask(`/chat/${ROOM}/files`, {
    method: "POST",
    body,
    headers: {
      "Content-Type": "multipart/form-data; boundary=cut",
      "Content-Length": String(Buffer.byteLength(body.join(""))),
      Origin: two.origin,
      Accept: "text/html",
    },
  });
  expect([answer.status, /大きすぎます（.+?）/.exec(answer.text)?.[0]]).toEqual([
    413,
    "大きすぎます（合わせて50MBまで）",
  ]);
});

test.runIf(hasNginx)("what is said reaches an open chat through nginx at once", async () => {
  const [ear, mouth] = [visitor(), visitor()];
  await Promise.all([ear.signIn("admin@tanaka.example"), mouth.signIn("admin@yamada.example")]);
  let heard = "";
  const request = https.get({
    host: "127.0.0.1",
    port: nginx.port,
    path: "/chat/stream",
    headers: { Cookie: ear.cookie() },
    agent: ear.agent,
  });
  request
    .on("response", (response) => {
      response.setEncoding("utf8").on("data", (text: string) => {
        heard += text;
      });
      response.on("error", () => {});
    })
    .on("error", () => {});
  // Sooner than the first heartbeat, which would carry along what nginx held back.
  await vi.waitFor(() => expect(heard).toContain("event: ready"), { timeout: 15_000 });
  const began = Date.now();
  await mouth.post(`/chat/${ROOM}/messages`, { id: randomUUID(), message: "前段を通して" });
  await vi.waitFor(() => expect(heard).toContain("前段を通して"), { timeout: 15_000 });
  expect(Date.now() - began).toBeLessThan(15_000);
  request.destroy();
});

test.runIf(hasNginx)(
  "two servers are restarted one after the other while people work: no request fails, no message is lost or said twice",
  async () => {
    const people = await Promise.all(
      ["admin@yamada.example", "genba@yamada.example", "admin@tanaka.example"].map(async (name) => {
        const one = visitor();
        await one.signIn(name);
        return one;
      }),
    );
    const wrong: string[] = [];
    const sent: string[] = [];
    let asked = 0;
    let over = false;
    const note = (what: string, answer: Promise<{ status: number }>) =>
      answer.then(
        ({ status }) => {
          asked += 1;
          if (status !== 200) wrong.push(`${what}: ${status}`);
        },
        (error: Error) => void wrong.push(`${what}: ${error.message}`),
      );
    const work = people.flatMap((one) => [
      (async () => {
        while (!over) await note("GET /chat", one.ask("/chat"));
      })(),
      (async () => {
        while (!over) {
          const id = randomUUID();
          sent.push(id);
          await note(
            "POST",
            one.post(`/chat/${ROOM}/messages`, { id, message: `再起動の間 ${sent.length}` }),
          );
          await new Promise((wait) => setTimeout(wait, 100));
        }
      })(),
    ]);
    const restart = async (server: Process) => {
      expect(await server.end("SIGTERM")).toBe(0);
      await server.start();
      await new Promise((wait) => setTimeout(wait, 500));
    };
    for (const server of [two.a, two.b]) await restart(server);
    over = true;
    await Promise.all(work);
    expect([wrong, wrong.length > 0 ? nginx.said() : ""]).toEqual([[], ""]);
    expect(asked).toBeGreaterThan(50);
    const { rows } = await owner.query(
      "select id, count(*)::int as times from message where id = any($1) group by id",
      [sent],
    );
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(rows.length).toBe(sent.length);
  },
);
