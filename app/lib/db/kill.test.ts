import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCast, SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "~/lib/server/app.server";
import { freePort } from "~/lib/web/port.testing.server";
import { runningEmbedded } from "./embedded.server";
import { openDatabase } from "./open.server";

const WRITES = 200;
const folder = mkdtempSync(path.join(tmpdir(), "koba-kill-"));
let port = 0;
let token = "";
let home = "";
let server: ChildProcess | undefined;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const base = () => `http://127.0.0.1:${port}`;
const postmaster = () =>
  Number(readFileSync(path.join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);

/** Starts the built server; answers the milliseconds until it serves. */
async function start(): Promise<number> {
  const { DATABASE_URL: _, SAMPLE_WORLD: __, ...rest } = process.env;
  const from = Date.now();
  server = spawn(process.execPath, ["build/index.js"], {
    stdio: "inherit",
    env: {
      ...rest,
      NODE_ENV: "production",
      WEB_PROCESSES: "1",
      DRAIN_MS: "0",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_ORIGIN: base(),
      KOBA_DATA: folder,
    },
  });
  while (
    !(await fetch(`${base()}/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() - from > 90_000) throw new Error("the server does not start");
    await wait(20);
  }
  return Date.now() - from;
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  const gone = once(server!, "exit");
  server!.kill(signal);
  await gone;
}

beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("build first: npm run build");
  chmodSync(folder, 0o755);
  port = await freePort();
  const opened = await openDatabase({ KOBA_DATA: folder });
  await makeCast(opened.db);
  const answer = await makeApp({ NODE_ENV: "test" }, opened.db, opened.secret).provider.signIn(
    "admin@yamada.example",
    SAMPLE_PASSWORD,
  );
  if (answer.kind === "tokens") token = answer.tokens.id_token;
  await opened.stop();
  await start();
  home = (await runningEmbedded(folder))!.home;
});

afterAll(async () => {
  if (server && server.exitCode === null && server.signalCode === null) await kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const rude: string[] = [];
type Acknowledged = {
  status: number;
  body: { key: number; version: number; detail?: string };
  replayed: boolean;
};

/** Posts until there is an answer: a lost one is asked for again with the same key. */
async function post(where: string, body: object, key: string): Promise<Acknowledged> {
  for (;;) {
    try {
      const answer = await fetch(`${base()}/api${where}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: {
          "Content-Type": "application/json",
          "X-Auth": token,
          Origin: base(),
          "Idempotency-Key": key,
        },
      });
      const read = await answer.json();
      // While the database is away everybody is asked to come again.
      if (answer.status >= 500)
        rude.push(
          ...[`${answer.status} ${answer.headers.get("Retry-After")}`].filter((one) => one !== "503 5"),
        );
      if (answer.status < 500)
        return { status: answer.status, body: read, replayed: answer.headers.has("Idempotent-Replayed") };
    } catch {
      // No answer: whether it was done is what this test asks.
    }
    await wait(50);
  }
}

test("the server and its database die in the middle of 200 writes: nothing acknowledged is lost, nothing is done twice", async () => {
  const made = new Map<number, number>();
  const restarts: number[] = [];
  let acknowledged = 0;
  let replayed = 0;
  const note = ({ status, body, replayed: again }: Acknowledged) => {
    expect([status, body.detail]).toEqual([201, undefined]);
    acknowledged += 1;
    replayed += again ? 1 : 0;
    return body;
  };
  // Each makes cards and moves every one of them.
  const worker = async (from: number) => {
    for (let n = from; n < WRITES / 2; n += 5) {
      const card = note(
        await post(
          "/cards",
          {
            buyer_id: "tanaka",
            name: `K${n}`,
            num_items: "3",
            order_unit: "piece",
            unit: "piece",
            unit_price: "10",
          },
          `make-${n}`,
        ),
      );
      made.set(n, card.key);
      note(
        await post(`/cards/${card.key}/move`, { version: card.version, group_id: 3 + (n % 3) }, `move-${n}`),
      );
    }
  };
  const fault = async (at: number, app: boolean, database: boolean) => {
    while (acknowledged < at) await wait(5);
    const main = postmaster();
    const gone = app ? kill("SIGKILL") : undefined;
    if (database) process.kill(main, "SIGKILL");
    await gone;
    if (app) restarts.push(await start());
  };
  await Promise.all([
    ...[0, 1, 2, 3, 4].map(worker),
    fault(50, true, false)
      .then(() => fault(100, false, true))
      .then(() => fault(150, true, true)),
  ]);
  expect(acknowledged).toBe(WRITES);
  expect(rude).toEqual([]);

  // What was acknowledged is answered the same when it is sent again.
  const first = await post(
    "/cards",
    { buyer_id: "tanaka", name: "K0", num_items: "3", order_unit: "piece", unit: "piece", unit_price: "10" },
    "make-0",
  );
  expect([first.replayed, first.body.key]).toEqual([true, made.get(0)]);

  const owner = new pg.Client({ connectionString: (await runningEmbedded(folder))!.owner_url });
  await owner.connect();
  const { rows: cards } = await owner.query<{
    key: number;
    name: string;
    group_id: number;
    kinds: string[];
  }>(`
    select key::int, name, group_id, (select array_agg(kind order by seq) from activity where subject = 'card' and subject_key = card.key) as kinds
    from card order by substr(name, 2)::int`);
  const { rows: broken } = await owner.query("select * from check_invariants()");
  await owner.end();
  expect(cards).toEqual(
    [...made]
      .sort(([a], [b]) => a - b)
      .map(([n, key]) => ({ key, name: `K${n}`, group_id: 3 + (n % 3), kinds: ["created", "moved"] })),
  );
  expect(broken).toEqual([]);
  console.info(
    `restarts ${restarts.join(" and ")} ms; ${replayed} of ${WRITES} writes were asked for again and had been done`,
  );
}, 240_000);
