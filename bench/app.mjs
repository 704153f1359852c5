// The built product on a throw-away database, to be measured from outside: an embedded one, or one of its own on
// the PostgreSQL that TEST_OWNER_URL and TEST_APP_URL name (as for the tests).
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

const PASSWORD = "koba-demo-2026";

/** Open to PostgreSQL's own user where this runs as root: elsewhere the data would stay behind. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "koba-bench-"));
  chmodSync(folder, 0o755);
  return folder;
}

const { TEST_OWNER_URL, TEST_APP_URL } = process.env;
/** Whether the database is another's: it can't be stopped, filled up or moved away here. */
export const isGiven = Boolean(TEST_OWNER_URL && TEST_APP_URL);

async function onServer(text) {
  const client = new pg.Client({ connectionString: TEST_OWNER_URL });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** An empty database on the PostgreSQL that was given: how the product finds it, and its end. */
async function newDatabase() {
  const name = `koba_bench_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name}`);
  const named = (url) => Object.assign(new URL(url), { pathname: name }).href;
  return {
    env: {
      DATABASE_URL: named(TEST_APP_URL),
      DATABASE_OWNER_URL: named(TEST_OWNER_URL),
      APP_SECRET: randomBytes(32).toString("hex"),
    },
    // The product has ended: PostgreSQL waits some seconds for what is left, and nobody's rights are needed.
    drop: () => onServer(`drop database ${name}`),
  };
}

/** The embedded database of a running product: its main process, and its owner's address. */
function databaseIn(folder) {
  const pointer = join(folder, "location");
  const home = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : folder;
  const lines = readFileSync(join(home, "data", "postmaster.pid"), "utf8")
    .split("\n")
    .map((line) => line.trim());
  const password = readFileSync(join(home, "owner.password"), "utf8").trim();
  const socket = lines[4] && `?host=${encodeURIComponent(lines[4])}`;
  return {
    pid: Number(lines[0]),
    home,
    owner_url: `postgres://koba_owner:${password}@127.0.0.1:${lines[3]}/koba${socket}`,
  };
}

/**
 * Starts the product with the sample world (none: null), enlarged to `cards` cards, in `folder`, and waits
 * until it answers.
 */
export async function start(cards, port, folder = newFolder()) {
  const base = `http://127.0.0.1:${port}`;
  if (
    await fetch(`${base}/health`).then(
      () => true,
      () => false,
    )
  )
    throw new Error(`something else answers on port ${port}`);
  const given = isGiven ? await newDatabase() : null;
  const env = {
    ...process.env,
    ...given?.env,
    NODE_ENV: "production",
    PORT: String(port),
    KOBA_DATA: folder,
    SAMPLE_WORLD: cards === null ? "" : "1",
    SAMPLE_CARDS: String(cards ?? 0),
  };
  let child;
  async function run() {
    child = spawn(
      process.execPath,
      ["--max-semi-space-size=32", "--import", "./bench/heap.mjs", "build/index.js"],
      { env, stdio: ["ignore", "ignore", "inherit", "ipc"] },
    );
    for (let tries = 0; ; tries++) {
      if (
        await fetch(`${base}/health`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return;
      if (tries > 36_000 || child.exitCode !== null) throw new Error("the server did not start");
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  const began = performance.now();
  await run();
  const ready_ms = performance.now() - began;
  async function ended(signal = "SIGTERM") {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }
  async function stop() {
    await ended();
    await given?.drop();
    for (const one of [folder, `${folder}-files`]) rmSync(one, { recursive: true, force: true });
  }
  /** Ends it without a word, and starts it again on what it left. */
  async function killed() {
    await ended("SIGKILL");
    await run();
  }
  /** What it holds once its garbage is collected, in bytes. */
  const memory = () =>
    new Promise((told) => {
      child.once("message", told);
      child.send("memory");
    });
  return {
    base,
    folder,
    stop,
    ended,
    again: run,
    killed,
    memory,
    ready_ms,
    pid: () => child.pid,
    database: () =>
      given
        ? { pid: null, home: null, owner_url: given.env.DATABASE_OWNER_URL, app_url: given.env.DATABASE_URL }
        : databaseIn(folder),
  };
}

/** Signs in over plain HTTP and returns the Cookie header. */
export async function signIn(base, username) {
  const response = await fetch(`${base}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: base, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ username, password: PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  if (response.status !== 303 || !cookie)
    throw new Error(`sign-in of ${username} was answered ${response.status}`);
  return cookie;
}

/** The address of the first link on a page that matches. */
export async function linkOn(base, cookie, path, pattern) {
  const html = await (await fetch(base + path, { headers: { Cookie: cookie } })).text();
  const found = [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href]) => href.replaceAll("&amp;", "&"))
    .find((href) => pattern.test(href));
  if (!found) throw new Error(`no link like ${pattern} on ${path}`);
  return found;
}

/**
 * So many requests before any is counted: a server has drawn each of its pages often before anybody measures
 * it.
 */
export const WARM = 200;

/** One after the other over one connection: milliseconds of each answer, and what it weighs as brotli. */
export async function latency(base, path, cookie, times) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const get = () =>
    new Promise((done, failed) => {
      const began = performance.now();
      http
        .get(base + path, { agent, headers: { Cookie: cookie, "Accept-Encoding": "br" } }, (response) => {
          let bytes = 0;
          response.on("data", (part) => {
            bytes += part.length;
          });
          response.on("end", () =>
            response.statusCode === 200
              ? done([performance.now() - began, bytes])
              : failed(new Error(`${path}: ${response.statusCode}`)),
          );
        })
        .on("error", failed);
    });
  for (let i = 0; i < Math.min(WARM, times); i++) await get();
  const all = [];
  let bytes = 0;
  for (let i = 0; i < times; i++) {
    const [ms, size] = await get();
    all.push(ms);
    bytes = size;
  }
  agent.destroy();
  return { p50: at(all, 0.5), p99: at(all, 0.99), bytes };
}

export function at(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
