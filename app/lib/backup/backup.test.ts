import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { automatic } from "~/lib/api/who";
import { operator, tenant } from "~/lib/db/connection.server";
import { castDatabase, emptyDatabase, TEST_SECRET, type TestDatabase } from "~/lib/db/testing.server";
import { startBucket } from "~/lib/file/bucket.testing.server";
import { keepFiles } from "~/lib/file/file.server";
import { openStorage } from "~/lib/file/storage.open.server";
import { newName } from "~/lib/file/take.server";
import { type BackupRun, backupName, backupProblems, dueDay, judgeBackup, outdated } from "./backup";
import { fileProblems } from "./check.server";
import { safekeep } from "./command.server";
import { drill } from "./drill.server";
import { backupState, claimDay, endRun } from "./run.server";
import { startBackups } from "./schedule.server";

const ground = mkdtempSync(path.join(tmpdir(), "koba-backups-"));
const BYTES = Buffer.from("図面のバイト列");
const BLOB = newName();
let house: TestDatabase;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let env: Record<string, string>;
const said: string[] = [];

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
  vi.spyOn(console, "error").mockImplementation((text) => void said.push(String(text)));
  [house, bucket] = await Promise.all([castDatabase(), startBucket("koba", true)]);
  env = {
    DATABASE_URL: house.app_url,
    DATABASE_OWNER_URL: house.owner_url,
    APP_SECRET: TEST_SECRET,
    FILES_DIR: path.join(ground, "files"),
    BACKUP_DIR: path.join(ground, "backups"),
    BACKUP_KEEP: "2",
  };
  const storage = openStorage(env);
  await storage.put(BLOB, BYTES, "application/pdf");
  await storage.put(`${BLOB}.thumb`, Buffer.from("小"), "image/webp");
  const who = automatic("yamada", new Date().toISOString(), { company_type: "seller", permissions: [] });
  const owner = { kind: "seal" as const, key: "yamada", seller_id: "yamada", buyer_id: "yamada" };
  const stored = { blob: BLOB, name: "図面.pdf", media_type: "application/pdf", size: BYTES.length };
  await tenant(house.db, who, (tx) =>
    keepFiles(tx, who, owner, [{ ...stored, width: null, height: null, has_thumb: true }]),
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await house.drop();
  await bucket.stop();
  rmSync(ground, { recursive: true, force: true });
});

const dumpsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".gz"))
    .sort();
const state = () => operator(house.db, backupState, "read");
const lastWord = () => said.at(-1)!;

test("a backup is due from its Tokyo time on, for that Tokyo day", () => {
  expect(dueDay(120, "2026-11-27T16:59:00Z")).toBe(null);
  expect(dueDay(120, "2026-11-27T17:00:00Z")).toBe("2026-11-28");
  expect(dueDay(0, "2026-11-27T15:00:00Z")).toBe("2026-11-28");
  expect(backupName("2026-11-27T17:00:05Z")).toBe("koba-20261128-020005.gz");
});

test("only the oldest beyond what is kept go, and nothing that is no backup", () => {
  const names = ["koba-20260102-020000.gz", "koba-20260103-020000.gz", "notes.gz", "koba-20260101-020000.gz"];
  expect(outdated(names, 2)).toEqual(["koba-20260101-020000.gz"]);
  expect(outdated(names, 3)).toEqual([]);
});

test("settings that would make no backup are told before anything starts", () => {
  const all = (given: Record<string, string>) =>
    backupProblems(given).map((text) => /\((.*)\)$/.exec(text)![1]);
  expect(all({ BACKUP_AT: "25:00", BACKUP_DIR: "x" })).toEqual(["BACKUP_AT: 25:00 is no time"]);
  expect(all({ BACKUP_AT: "2:00" })).toEqual(["set BACKUP_DIR or BACKUP_S3_BUCKET, too"]);
  expect(all({ BACKUP_DIR: "x", BACKUP_S3_BUCKET: "y" })).toEqual([
    "set BACKUP_DIR or BACKUP_S3_BUCKET, not both",
  ]);
  expect(all({ BACKUP_KEEP: "0" })).toEqual(["BACKUP_KEEP: 0"]);
  expect(all({ BACKUP_AT: "02:00", BACKUP_DIR: "x", DATABASE_URL: "postgres://a" })).toEqual([
    "set DATABASE_OWNER_URL, too",
  ]);
  expect(all({ BACKUP_AT: "02:00", BACKUP_DIR: "x" })).toEqual([]);
});

test("the state of backups is told: none, whole, late, failed since", () => {
  const now = "2026-11-28T03:00:00Z";
  const run = (began_time: string, problem: string | null = null): BackupRun => ({
    day: null,
    began_time,
    ended_time: began_time,
    name: "koba-x.gz",
    place: "/b",
    num_bytes: 1,
    num_rows: 1,
    num_files: 0,
    made_ms: 1,
    checked_ms: 1,
    problem,
  });
  const good = run("2026-11-27T17:00:00Z");
  const old = run("2026-11-26T17:00:00Z");
  const failed = run("2026-11-27T18:00:00Z", "full");
  const level = (...given: [BackupRun | null, BackupRun | null, boolean]) =>
    judgeBackup({ last: given[0], good: given[1] }, given[2], now).level;
  expect(level(null, null, true)).toBe("warn");
  expect(level(good, good, true)).toBe("ok");
  expect(level(old, old, true)).toBe("bad");
  expect(level(old, old, false)).toBe("warn");
  expect(level(failed, good, true)).toBe("bad");
  expect(judgeBackup({ last: failed, good }, true, now).text).toContain("full");
});

test("of several processes one takes a day's turn; one that failed is tried again an hour later", async () => {
  const claim = (now: string) => claimDay(house.db, "2026-01-05", "/b", now);
  const first = await Promise.all(Array.from({ length: 5 }, () => claim("2026-01-05T00:00:00Z")));
  const [key, ...others] = first.filter((one) => one !== null);
  expect([typeof key, others]).toEqual(["number", []]);
  expect(await claim("2026-01-05T02:59:00Z")).toBe(null);
  await endRun(house.db, key!, { problem: "置き場所がいっぱい" });
  expect(await claim("2026-01-05T00:59:00Z")).toBe(null);
  expect(await claim("2026-01-05T01:01:00Z")).toBe(key);
  await endRun(house.db, key!, { made: { name: "koba-20260105-100000.gz" } });
  expect(await claim("2026-01-05T23:00:00Z")).toBe(null);
});

test("a file that is not there, or is not as long as it was, is named", () => {
  const blobs = [
    { blob: "a", size: 3, has_thumb: false },
    { blob: "b", size: 4, has_thumb: true },
  ];
  const problems = (...there: [string, number][]) => fileProblems(blobs, new Map(there));
  expect(problems(["a", 3], ["b", 4], ["b.thumb", 1])).toEqual([]);
  expect(problems(["a", 2], ["b", 4], ["b.thumb", 1])).toEqual([
    expect.stringContaining("1件が、ないか、大きさが違います。(a)"),
  ]);
  expect(problems(["a", 3], ["b", 4])).toEqual([expect.stringContaining("(b)")]);
});

test("a backup to a folder holds the files, is restored to be checked, is written down, and the oldest goes", async () => {
  const folder = env.BACKUP_DIR!;
  mkdirSync(folder);
  for (const day of ["20250101", "20250102"]) writeFileSync(path.join(folder, `koba-${day}-020000.gz`), day);
  expect(await safekeep(env, ["backup"])).toBe(true);
  expect(readFileSync(path.join(folder, "files", BLOB.slice(0, 2), BLOB))).toEqual(BYTES);
  const { last, good } = await state();
  expect(last).toEqual(good);
  expect(good).toMatchObject({ name: dumpsIn(folder)[1], problem: null, num_files: 1, day: null });
  expect([good!.num_rows! > 50, good!.checked_ms! > 0, good!.num_bytes! > 1000]).toEqual([true, true, true]);
  expect(dumpsIn(folder)).toEqual(["koba-20250102-020000.gz", good!.name]);
}, 120_000);

test("the drill restores the newest and says how long it took; what does not come back ends it with 1", async () => {
  const told = async (...given: Parameters<typeof drill>) => [await drill(...given), lastWord()];
  expect(await told(env, [])).toEqual([
    0,
    expect.stringMatching(/図面・写真 1件[^]*戻せます。全部で \d+\.\d 秒/),
  ]);
  const newest = path.join(env.BACKUP_DIR!, dumpsIn(env.BACKUP_DIR!).at(-1)!);
  const cut = path.join(ground, "cut.gz");
  writeFileSync(cut, readFileSync(newest).subarray(0, -400));
  expect(await told(env, [cut])).toEqual([1, expect.stringContaining("読めません")]);
  expect(await told(env, ["--nonsense"])).toEqual([2, expect.stringContaining("npm run operator -- drill")]);
}, 120_000);

test("where a drawing is gone the backup fails, that is written down, and older ones stay", async () => {
  const before = dumpsIn(env.BACKUP_DIR!);
  const [lost, elsewhere] = [path.join(ground, "empty"), path.join(ground, "others")];
  await expect(safekeep({ ...env, FILES_DIR: lost, BACKUP_DIR: elsewhere }, ["backup"])).rejects.toThrow(
    `図面・写真 ${BLOB} が置き場所にありません`,
  );
  const { last, good } = await state();
  expect(last!.problem).toContain(BLOB);
  expect(good!.name).toBe(before.at(-1));
  expect(dumpsIn(env.BACKUP_DIR!)).toEqual(before);
}, 120_000);

test("a server's own backup that fails is a line of its log, and is written down", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  const stop = startBackups(house.db, {
    ...env,
    NODE_ENV: "production",
    PATH: process.env.PATH,
    BACKUP_AT: "00:00",
    DATABASE_OWNER_URL: "postgres://nobody@127.0.0.1:1/koba",
  });
  try {
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 60_000, interval: 100 });
  } finally {
    stop();
    spy.mockRestore();
  }
  const line = JSON.parse(lines[0]!);
  expect(line).toMatchObject({ level: "error", event: "backup_failed", ms: expect.any(Number) });
  await vi.waitFor(async () => expect((await state()).last!.problem).toBe(line.message), { timeout: 20_000 });
}, 120_000);

test("a backup to a bucket comes back from it whole, files and all", async () => {
  const { S3_BUCKET: BACKUP_S3_BUCKET, ...keys } = bucket.env;
  const { BACKUP_DIR: _, ...rest } = env;
  const away = { ...rest, ...keys, BACKUP_S3_BUCKET };
  await safekeep(away, ["backup"]);
  expect((await state()).good!.place).toBe("s3://koba/backup/");
  const fresh = await emptyDatabase();
  const files = path.join(ground, "restored");
  try {
    const target = {
      ...away,
      DATABASE_URL: fresh.app_url,
      DATABASE_OWNER_URL: fresh.owner_url,
      FILES_DIR: files,
    };
    await safekeep(target, ["restore", "newest"]);
    expect(await query(fresh.owner_url, "select name from file")).toEqual([{ name: "図面.pdf" }]);
    expect(Buffer.from((await openStorage(target).get(BLOB))!)).toEqual(BYTES);
    expect(await openStorage(target).get(`${BLOB}.thumb`)).not.toBe(null);
  } finally {
    await fresh.drop();
    await rm(files, { recursive: true, force: true });
  }
}, 120_000);
