import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { senderOf } from "~/lib/chat/push.server";
import { TEST_SECRET, type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import {
  type Finding,
  isBad,
  judgeCertificate,
  judgeClock,
  judgeConnections,
  judgeEncoding,
  judgeSpace,
  judgeVersion,
  report,
} from "./doctor";
import { doctor, examine } from "./doctor.server";
import { operate } from "./operate.server";

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  folder = mkdtempSync(path.join(tmpdir(), "koba-doctor-"));
  env = {
    ...process.env,
    DATABASE_URL: database.app_url,
    DATABASE_OWNER_URL: database.owner_url,
    APP_SECRET: TEST_SECRET,
    FILES_DIR: path.join(folder, "files"),
    // A port that nobody has: nothing answers there.
    PORT: "1",
  };
});
afterAll(async () => {
  await owner.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** But for what a database of the tests is on purpose. */
const wrong = (found: Finding[]) =>
  found.filter((one) => one.level === "bad" && !one.text.startsWith("fsync"));
const levels = (...found: Finding[]) => found.map(({ level }) => level);
const about = (found: Finding[], name: string) => found.filter((one) => one.about === name);
/** Of what is looked at without leaving the machine. */
const inside = (more: Record<string, string> = {}) => examine({ ...env, ...more }, true);

test("versions 15 to 18 are known, older ones refused, later ones told", () => {
  expect(levels(...[14, 15, 18, 19].map((major) => judgeVersion(major, `${major}.1`)))).toEqual([
    "bad",
    "ok",
    "ok",
    "warn",
  ]);
});

test("only UTF8 will do", () => {
  expect(levels(judgeEncoding("UTF8"), judgeEncoding("SQL_ASCII"), judgeEncoding("EUC_JP"))).toEqual([
    "ok",
    "bad",
    "bad",
  ]);
});

test("clocks two seconds apart are told, a minute apart are wrong, and it says which is ahead", () => {
  expect(levels(...[1_999, -2_000, 59_999, -60_000].map(judgeClock))).toEqual(["ok", "warn", "warn", "bad"]);
  expect(judgeClock(61_000).text).toContain("61.0 秒進んで");
  expect(judgeClock(-61_000).text).toContain("61.0 秒遅れて");
});

test("below a gigabyte is told, below what writing needs is wrong", () => {
  const mb = 1024 * 1024;
  const space = (free: number) => judgeSpace("空き", "/srv", free);
  expect(levels(space(1024 * mb), space(1024 * mb - 1), space(96 * mb), space(96 * mb - 1))).toEqual([
    "ok",
    "warn",
    "warn",
    "bad",
  ]);
});

test("a certificate is told from two weeks before its end, and wrong after it", () => {
  const now = new Date("2026-11-24T00:00:00Z");
  const until = (day: string) => judgeCertificate("s3.example", new Date(`${day}T00:00:00Z`), now);
  expect(levels(until("2026-12-08"), until("2026-12-07"), until("2026-11-24"), until("2026-11-22"))).toEqual([
    "ok",
    "warn",
    "warn",
    "bad",
  ]);
  expect(until("2026-12-01").text).toBe("s3.example の証明書は、あと7日で切れます。");
});

test("how many servers a database has connections for", () => {
  expect(judgeConnections(100, 3).text).toContain("4 つまで");
  expect(levels(judgeConnections(27, 3), judgeConnections(26, 3))).toEqual(["ok", "warn"]);
});

test("a report has a line for each, and sums up what is to be mended", () => {
  const found: Finding[] = [
    { about: "設定", level: "ok", text: "よし" },
    { about: "時計", level: "warn", text: "3秒" },
    { about: "表", level: "bad", text: "ない" },
  ];
  expect(report(found)).toBe(
    "○ 設定: よし\n△ 時計: 3秒\n× 表: ない\n\n直すところが 1、気をつけるところが 1 あります。",
  );
  expect([isBad(found), isBad(found.slice(0, 2))]).toEqual([true, false]);
  expect(report(found.slice(0, 1))).toContain("どこにも問題はありません。");
});

test("of a database in order nothing is wrong, and looking changes nothing", async () => {
  await senderOf(database.db, TEST_SECRET, "http://localhost");
  const rows = () =>
    owner.query(`select c.relname, query_to_xml(format('select count(*), max(xmin::text::bigint) from public.%I', c.relname), true, true, '')::text as held
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const before = (await rows()).rows;
  const found = await inside();
  expect(wrong(found)).toEqual([]);
  for (const name of [
    "データベースの版",
    "文字コード",
    "時計",
    "接続の利用者",
    "会社の間の壁",
    "所有者",
    "表",
    "鍵",
  ])
    expect(about(found, name)).toMatchObject([{ level: "ok" }]);
  expect(about(found, "図面・写真の置き場所")).toMatchObject([{ level: "ok" }]);
  expect((await rows()).rows).toEqual(before);
});

test("a table whose wall is down is named", async () => {
  await owner.query("alter table member disable row level security");
  try {
    expect(about(await inside(), "会社の間の壁")).toEqual([
      expect.objectContaining({ level: "bad", text: expect.stringContaining("member") }),
    ]);
  } finally {
    await owner.query("alter table member enable row level security");
  }
});

test("a table that the role was not given is named", async () => {
  await owner.query("revoke insert on member from koba_app");
  try {
    expect(about(await inside(), "接続の利用者")).toEqual([
      expect.objectContaining({ level: "bad", text: expect.stringContaining("member（1件）") }),
    ]);
  } finally {
    await owner.query("grant insert on member to koba_app");
  }
});

test("the owner is no user for the server, and his name is told", async () => {
  const [found] = about(await inside({ DATABASE_URL: database.owner_url }), "接続の利用者");
  expect(found).toMatchObject({ level: "bad", text: expect.stringContaining("DATABASE_URLの利用者") });
});

test("a migration that is still to be applied asks for the owner, or for a start where he is known", async () => {
  const { rows } = await owner.query(
    "delete from schema_migration where name = (select max(name) from schema_migration) returning *",
  );
  try {
    expect(about(await inside(), "表")).toMatchObject([
      { level: "warn", text: expect.stringContaining(rows[0].name) },
    ]);
    expect(about(await inside({ DATABASE_OWNER_URL: "" }), "表")).toMatchObject([
      { level: "bad", text: expect.stringContaining("DATABASE_OWNER_URL") },
    ]);
  } finally {
    const { name, checksum, applied_at } = rows[0];
    await owner.query("insert into schema_migration values ($1, $2, $3)", [name, checksum, applied_at]);
  }
});

test("another secret than the database's is told by its name", async () => {
  const [found] = about(await inside({ APP_SECRET: "y".repeat(40) }), "鍵");
  expect(found).toMatchObject({ level: "bad", text: expect.stringContaining("APP_SECRET") });
});

test("an empty database is no fault: a start makes the tables", async () => {
  const name = `empty_${process.pid}`;
  await owner.query(`create database ${name}`);
  const at = (url: string) => Object.assign(new URL(url), { pathname: name }).href;
  try {
    const found = await inside({
      DATABASE_URL: at(database.app_url),
      DATABASE_OWNER_URL: at(database.owner_url),
    });
    expect(about(found, "表")).toMatchObject([
      { level: "warn", text: expect.stringContaining("起動すると作ります") },
    ]);
    expect(wrong(found)).toEqual([]);
  } finally {
    await owner.query(`drop database ${name}`);
  }
});

test("what can't be reached is told in sentences, all of it at once, and no stack", async () => {
  const closed = await new Promise<number>((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  const { code, text: said } = await doctor(
    {
      ...env,
      DATABASE_URL: `postgres://koba:x@127.0.0.1:${closed}/koba`,
      DATABASE_OWNER_URL: "",
      FILES_DIR: path.join(file, "under"),
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      PUSH_HOSTS: "",
      BACKEND_URL: `https://127.0.0.1:${closed}`,
    },
    [],
  );
  expect(code).toBe(1);
  for (const line of ["× 設定: FILES_DIR", "× データベース: ", "× メール: 127.0.0.1", "× 証明書: 127.0.0.1"])
    expect(said).toContain(line);
  expect(said).not.toMatch(/\n\s+at |Error:/);
});

test("a mail server is greeted, and nothing is sent", async () => {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom: (from, _session, done) => {
      taken.push(from.address);
      done();
    },
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  const found = await examine({ ...env, SMTP_URL: `smtp://127.0.0.1:${port}`, PUSH_HOSTS: "" }, false);
  await new Promise<void>((done) => server.close(done));
  expect(about(found, "メール")).toMatchObject([
    { level: "ok", text: expect.stringContaining(`127.0.0.1:${port}`) },
  ]);
  expect(taken).toEqual([]);
});

test("a doctor tells how to be used, refuses other words, and the program tells its version", async () => {
  const said: string[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void said.push(text)),
  );
  const codes = [];
  for (const words of [["doctor", "--help"], ["doctor", "--fast"], ["doctor", "now"], ["version"]])
    codes.push(await operate(env, words));
  spies.forEach((spy) => spy.mockRestore());
  expect(codes).toEqual([0, 2, 2, 0]);
  expect(said[0]).toContain("終了コード");
  expect(said.at(-1)).toMatch(/^KOBA \d+\.\d+\.\d+（.*データベース \d{4}_\w+、Node\.js /);
});
