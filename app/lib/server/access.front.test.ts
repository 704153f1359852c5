import { request } from "node:http";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { jar, startFront } from "~/lib/web/front.testing.server";
import { freePort } from "~/lib/web/port.testing.server";

let front: Awaited<ReturnType<typeof startFront>>;
let metrics: string;
let cookie: string;
const SECRETS = [
  "山田",
  "田中",
  "keiri@yamada.example",
  "koba-demo-2026",
  "見本の秘密",
  "%E8%A6%8B",
  "eyJ",
  "Bearer",
];

type Line = { event: string; level: string; time: string } & Record<string, string | number | undefined>;
const lines = (): Line[] =>
  front.log.text
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Line);
const linesOf = (event: string) => lines().filter((line) => line.event === event);
async function lineOf(event: string, fits: (line: Line) => boolean): Promise<Line> {
  for (let tries = 0; tries < 200; tries++) {
    const found = linesOf(event).find(fits);
    if (found) return found;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`no such line of ${event}:\n${front.log.text}`);
}

async function owner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: front.owner_url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  front = await startFront({ METRICS_PORT: String(port), LOG_LEVEL: "debug" });
  cookie = await front.cookieOf("keiri@yamada.example");
});
afterAll(() => front.stop());

test("each line is JSON with its level, time and event, and the start says where it listens", async () => {
  const start = await lineOf("start", () => true);
  expect(start).toMatchObject({ level: "info", port: front.port, processes: 1 });
  for (const { level, time, event } of lines()) {
    expect(["debug", "info", "warn", "error"]).toContain(level);
    expect(Date.parse(time)).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(event).toMatch(/^[a-z_]+$/);
  }
});

test("a page's line tells company, person and time taken by ids alone", async () => {
  const [person] = (
    await operator(front.db, (tx) =>
      tx.execute<{ id: number }>(sql`select id from member where email = 'keiri@yamada.example'`),
    )
  ).rows;
  await front.ask("/task/kanban?q=%E8%A6%8B%E6%9C%AC%E3%81%AE%E7%A7%98%E5%AF%86", {
    headers: { Cookie: cookie },
  });
  const line = await lineOf("access", ({ path, status }) => path === "/task/kanban" && status === 200);
  expect(line).toMatchObject({ method: "GET", company: "yamada", person: Number(person!.id) });
  expect(line.number).toMatch(/^[0-9a-f]{8}$/);
  expect(line.ms).toBeGreaterThan(0);
});

test("signing in and failing to are lines too, and tell by a hash whose it was", async () => {
  expect(await lineOf("security", ({ kind }) => kind === "signed_in")).toMatchObject({ level: "info" });
  await front.post("/login", { username: "keiri@yamada.example", password: "見本の秘密ではない" });
  const failed = await lineOf("security", ({ kind }) => kind === "sign_in_failed");
  expect(failed).toMatchObject({ level: "warn", reason: "password" });
  expect(failed.name_hash).toMatch(/^[\w-]{16}$/);
  const access = await lineOf("access", ({ number }) => number === failed.number);
  expect(access).toMatchObject({ method: "POST", path: "/login" });
});

test("the number on an error page is the number of its lines", async () => {
  const admin = await front.cookieOf("admin@yamada.example");
  await owner("alter table destination rename to destination_away");
  const broken = await front.ask("/setting/destination", { headers: { Cookie: admin } });
  await owner("alter table destination_away rename to destination");
  expect(broken.status).toBe(500);
  const number = />([0-9a-f]{8})<\/span>/.exec(broken.text)?.[1];
  const access = await lineOf("access", (line) => line.number === number);
  expect(access).toMatchObject({ level: "error", status: 500, company: "yamada" });
  const told = linesOf("api_failed").filter((line) => line.number === number);
  expect(told[0]).toMatchObject({ level: "error", code: "42P01", company: "yamada" });
});

test("a refused write from elsewhere, an unknown address and a wrong token are told without what was sent", async () => {
  await front.ask("/task/new", {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: "見本の秘密",
  });
  await lineOf("security", ({ kind }) => kind === "foreign_post");
  await front.ask("/%E8%A6%8B%E6%9C%AC%E3%81%AE%E7%A7%98%E5%AF%86/keiri@yamada.example", {
    headers: { Cookie: cookie },
  });
  expect((await lineOf("access", ({ status }) => status === 404)).path).toBe("/*/*");
  await front.ask("/api/users/self", { headers: { "X-Auth": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln" } });
  await lineOf("access", ({ path, status }) => path === "/api/users/self" && status === 401);
});

test("no name, address, token, cookie or anything sent reaches the log, whatever is done", async () => {
  const form = { username: "keiri@yamada.example", password: "koba-demo-2026" };
  const session = jar(await front.post("/login", form));
  const headers = { Cookie: session };
  await front.post("/reset", { username: "keiri@yamada.example", step: "send" });
  await front.post("/task/new", { name: "見本の秘密", buyer_id: "tanaka", num_items: "x" }, headers);
  await front.post("/setting/self", { name: "見本の秘密", version: "1" }, headers);
  await front.post("/graphql", { query: "見本の秘密" }, headers);
  for (const path of [
    "/chat/yamada_tanaka",
    "/setting/user",
    "/accounting/invoice",
    "/task/list?q=田中",
    "/logout",
  ])
    await front.ask(encodeURI(path), { headers });
  const token = session.split("=")[1]!.slice(0, 20);
  await lineOf("access", ({ path }) => path === "/task/list");
  expect(linesOf("access").length).toBeGreaterThan(12);
  for (const secret of [...SECRETS, token]) expect(front.log.text).not.toContain(secret);
});

test("figures for Prometheus: requests, pool, queues, event loop", async () => {
  const answer = await fetch(metrics);
  const text = await answer.text();
  expect(answer.headers.get("Content-Type")).toContain("version=0.0.4");
  const value = (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}]/g, "\\$&")} ([\\d.e+-]+)$`, "m").exec(text)?.[1]);
  expect(value('koba_http_requests_total{route="task.kanban",method="GET",status="200"}')).toBeGreaterThan(0);
  expect(value('koba_http_request_duration_seconds_count{route="login"}')).toBeGreaterThan(1);
  expect(value('koba_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(value('koba_outcomes_total{subject="security",outcome="sign_in_failed"}')).toBe(1);
  expect(value("koba_database_up")).toBe(1);
  expect(value("koba_database_size_bytes")).toBeGreaterThan(1e6);
  for (const name of [
    "koba_queue{",
    "koba_streams{",
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
  ])
    expect(text).toContain(name);
  expect((await fetch(metrics.replace("/metrics", "/"))).status).toBe(404);
});

test("an open stream is counted while it is open, and told when it ends", async () => {
  const open = async () =>
    /^koba_streams\{kind="chat"\} (\d+)/m.exec(await (await fetch(metrics)).text())?.[1];
  const stream = request({ port: front.port, path: "/chat/stream", headers: { Cookie: cookie } }).end();
  await new Promise((done) => stream.once("response", done));
  expect(await open()).toBe("1");
  stream.destroy();
  expect(await lineOf("stream", () => true)).toMatchObject({ status: 200, company: "yamada" });
  expect(await open()).toBe("0");
});

test("being alive is apart from being ready", async () => {
  for (const path of ["/health", "/health/live", "/health/ready"])
    expect((await front.ask(path)).status).toBe(200);
});
