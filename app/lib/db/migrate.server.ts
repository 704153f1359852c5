import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

type Migration = { name: string; sql: string; checksum: string };

const folder = path.join("app", "lib", "db", "migrations");

/** The built server lies elsewhere than the sources, so the folder is looked for from both ends. */
function findFolder(): string {
  const starts = [process.cwd(), path.dirname(fileURLToPath(import.meta.url))];
  for (const start of starts) {
    for (let at = start; ; at = path.dirname(at)) {
      if (existsSync(path.join(at, folder))) return path.join(at, folder);
      if (at === path.dirname(at)) break;
    }
  }
  throw new Error(`${folder} not found`);
}

/** The migrations of this program, in order. */
export async function migrations(): Promise<Migration[]> {
  const from = findFolder();
  const names = (await readdir(from)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  if (numbers.size !== names.length) throw new Error(`two migrations share a number: ${names.join(" ")}`);
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(from, name), "utf8")).replaceAll("\r\n", "\n");
      return { name: name.slice(0, -4), sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

type Applied = { name: string; checksum: string };

/** What has still to be applied; throws when the database was made by another history than this program's. */
export function pendingMigrations(all: Migration[], applied: Applied[]): Migration[] {
  const done = new Map(applied.map((row) => [row.name, row.checksum]));
  const last = [...done.keys()].sort().at(-1) ?? "";
  for (const name of done.keys()) {
    if (!all.some((one) => one.name === name)) {
      throw new Error(`データベースがこのプログラムより新しい版です。(applied migration ${name} is unknown here)`);
    }
  }
  for (const one of all) {
    const checksum = done.get(one.name);
    if (checksum !== undefined && checksum !== one.checksum) {
      throw new Error(`適用済みのマイグレーションが変更されています。(applied migration ${one.name} was changed)`);
    }
    if (checksum === undefined && one.name < last) {
      throw new Error(`マイグレーションの順序が正しくありません。(${one.name} comes before the applied ${last})`);
    }
  }
  return all.filter((one) => !done.has(one.name));
}

/** Brings the schema up to this program's, or to the migration `last`; gives the names applied. Several processes may call it at once. */
export async function migrate(owner_url: string, last?: string): Promise<string[]> {
  const all = await migrations();
  const client = new pg.Client({ connectionString: owner_url, application_name: "koba-migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('koba.migrate'))");
    await client.query(`create table if not exists public.schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await client.query<Applied>("select name, checksum from public.schema_migration");
    const pending = pendingMigrations(all, applied.rows).filter((one) => last === undefined || one.name <= last);
    for (const one of pending) await apply(client, one);
    return pending.map((one) => one.name);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, one: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(one.sql);
    await client.query("insert into public.schema_migration (name, checksum) values ($1, $2)", [one.name, one.checksum]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    const { message, position } = cause as { message?: string; position?: string };
    const line = position ? ` line ${one.sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new Error(`マイグレーションに失敗しました。(${one.name}${line}: ${message})`, { cause });
  }
}
