import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safekeep } from "~/lib/backup/command.server";
import { makeCast, SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeApp } from "~/lib/server/app.server";
import { backUp, tablesOf } from "./backup.server";
import { copyOut } from "./copy.server";
import { openDatabase } from "./open.server";
import { restore } from "./restore.server";
import { castDatabase, emptyDatabase, type TestDatabase, testDatabase } from "./testing.server";

const SECRET = "a secret of the tests, 32 letters or more";
const folder = mkdtempSync(path.join(tmpdir(), "koba-backup-"));
const file = path.join(folder, "koba.gz");
const ODD = "tab\t, line\n\\.\nbackslash \\ 𠮷 「」";
let from: TestDatabase, to: TestDatabase;

async function as<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return run(client).finally(() => client.end());
}

/** How many rows each table has and what they hold; where each sequence stands. */
const contents = (url: string) =>
  as(url, async (client) => {
    const found: Record<string, string> = {};
    for (const { table } of await tablesOf(client)) {
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t`,
      );
      found[table] = rows[0].sum;
    }
    const { rows } = await client.query(
      "select schemaname || '.' || sequencename as name, coalesce(last_value::text, 'new') as at from pg_sequences",
    );
    for (const { name, at } of rows) found[name] = at;
    return found;
  });

const shape = (url: string) =>
  as(
    url,
    async (client) =>
      (
        await client.query(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as def
  from pg_constraint where connamespace in ('public'::regnamespace, 'pool'::regnamespace)
  union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`)
      ).rows,
  );

beforeAll(async () => {
  [from, to] = await Promise.all([castDatabase(), testDatabase()]);
  await as(from.owner_url, (client) =>
    client.query("update factory set name = $1 where id = 'yamada'", [ODD]),
  );
});
afterAll(async () => {
  await Promise.all([from.drop(), to.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a backup, put into an empty database, is what it was: every row, every sequence, every tie; and it is nobody else's to read", async () => {
  const before = await shape(to.owner_url);
  await backUp(from.owner_url, SECRET, false, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await restore(to.owner_url, SECRET, file);
  const seen = await contents(to.owner_url);
  expect(seen).toEqual(await contents(from.owner_url));
  expect(seen["public.member"]).not.toMatch(/^0 /);
  expect(await shape(to.owner_url)).toEqual(before);
  await as(to.owner_url, async (client) => {
    expect((await client.query("select name from factory where id = 'yamada'")).rows).toEqual([
      { name: ODD },
    ]);
    expect((await client.query("select * from check_invariants()")).rows).toEqual([]);
  });
});

test("what is not empty stays as it is; a file that is cut off, or another secret, restores nothing", async () => {
  const was = await contents(to.owner_url);
  await expect(restore(to.owner_url, SECRET, file)).rejects.toThrow("空ではありません");
  expect(await contents(to.owner_url)).toEqual(was);
  const empty = await testDatabase();
  try {
    await expect(restore(empty.owner_url, `${SECRET}!`, file)).rejects.toThrow("APP_SECRET");
    const nothing = await contents(empty.owner_url);
    const cut = path.join(folder, "cut.gz");
    copyFileSync(file, cut);
    truncateSync(cut, readFileSync(file).length - 400);
    await expect(restore(empty.owner_url, SECRET, cut)).rejects.toThrow("バックアップのファイルを読めません");
    expect(await contents(empty.owner_url)).toEqual(nothing);
    await restore(empty.owner_url, SECRET, file);
  } finally {
    await empty.drop();
  }
});

test("a backup that can't be written is told in a sentence, and one that isn't there", async () => {
  const nowhere = path.join(folder, "nowhere", "koba.gz");
  await expect(backUp(from.owner_url, SECRET, false, nowhere)).rejects.toThrow(
    `控えを ${nowhere} に書けません。フォルダーがありません。`,
  );
  await expect(restore(to.owner_url, SECRET, nowhere)).rejects.toThrow(
    `控えのファイル ${nowhere} がありません`,
  );
});

test("a folder is no backup", async () => {
  await expect(restore(to.owner_url, SECRET, folder)).rejects.toThrow(`${folder} はフォルダーです`);
});

test("a disk that fills up while a table is written ends the copy; nothing waits for room", async () => {
  const full = new Writable({
    write: (_bytes, _encoding, done) => void setTimeout(done, 5, new Error("no room")),
  });
  full.on("error", () => {});
  await as(from.owner_url, async (client) => {
    const rows = await copyOut(
      client,
      "copy (select repeat('x', 1000) from generate_series(1, 9000)) to stdout",
      full,
    );
    expect([rows, full.errored?.message]).toEqual([9000, "no room"]);
  });
});

test("a database that can't be updated where it stands says so, and is carried over by backup and restore, rows and all", async () => {
  const [old, fresh] = [await castDatabase(), await emptyDatabase()];
  const carried = path.join(folder, "carried.gz");
  try {
    await as(old.owner_url, async (client) => {
      await client.query(
        "update schema_migration set checksum = 'another wording' where name = '0023_notice'",
      );
      await client.query(
        "alter table carriage drop column is_test, add column tries integer not null default 0",
      );
      await client.query(`with one as (insert into notice (company_id, kind, text, path, at, actor) values ('yamada', 'order', 'x', '/', now(), 'a') returning key)
        insert into carriage (company_id, notice_key, actor, due_time, tries) select 'yamada', key, 'somebody', now(), 3 from one`);
    });
    await expect(
      openDatabase({ DATABASE_URL: old.app_url, DATABASE_OWNER_URL: old.owner_url, APP_SECRET: SECRET }),
    ).rejects.toThrow("npm run restore");
    await backUp(old.owner_url, SECRET, false, carried);
    await restore(fresh.owner_url, SECRET, carried);
    const opened = await openDatabase({
      DATABASE_URL: fresh.app_url,
      DATABASE_OWNER_URL: fresh.owner_url,
      APP_SECRET: SECRET,
    });
    await opened.stop();
    expect(await contents(fresh.owner_url)).toMatchObject({
      "public.member": (await contents(old.owner_url))["public.member"],
    });
    expect(await shape(fresh.owner_url)).toEqual(await shape(to.owner_url));
    await as(fresh.owner_url, async (client) => {
      expect((await client.query("select company_id, actor from carriage")).rows).toEqual([
        { company_id: "yamada", actor: "somebody" },
      ]);
      expect((await client.query("select * from check_invariants()")).rows).toEqual([]);
    });
  } finally {
    await Promise.all([old.drop(), fresh.drop()]);
  }
}, 120_000);

test("the embedded database goes into one's own by the same commands, and whoever could sign in there can here", async () => {
  chmodSync(folder, 0o755);
  const [data, kept] = [path.join(folder, "embedded"), path.join(folder, "moved.gz")];
  const embedded = await openDatabase({ KOBA_DATA: data });
  const own = await testDatabase();
  try {
    await makeCast(embedded.db);
    await makeApp({ NODE_ENV: "test" }, embedded.db, embedded.secret).provider.signIn(
      "admin@yamada.example",
      SAMPLE_PASSWORD,
    );
    // While it runs; afterwards nothing of it is needed but its secret.
    expect(await safekeep({ KOBA_DATA: data }, ["backup", kept])).toBe(true);
    const given = {
      DATABASE_URL: own.app_url,
      DATABASE_OWNER_URL: own.owner_url,
      APP_SECRET: embedded.secret,
    };
    expect(await safekeep(given, ["restore", kept])).toBe(true);
    // The backup itself is written down after it was made.
    const {
      "public.backup_run": run,
      "public.backup_run_key_seq": at,
      ...was
    } = await contents(embedded.owner_url!);
    expect([run!.startsWith("1 "), at]).toEqual([true, "1"]);
    expect(await contents(own.owner_url)).toMatchObject(was);
    const opened = await openDatabase(given);
    const answer = await makeApp({ NODE_ENV: "test" }, opened.db, opened.secret).provider.signIn(
      "admin@yamada.example",
      SAMPLE_PASSWORD,
    );
    await opened.stop();
    expect(answer.kind).toBe("tokens");
  } finally {
    await embedded.stop();
    await own.drop();
  }
}, 120_000);
