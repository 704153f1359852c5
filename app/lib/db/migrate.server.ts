import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { say } from "~/lib/telemetry/logger.server";

type Migration = { name: string; sql: string; checksum: string };

const folder = path.join("app", "lib", "db", "migrations");

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

const isSame = (one: Migration, applied: Applied) =>
  one.name === applied.name || one.checksum === applied.checksum;

/**
 * The migrations of this program that a database or a backup has had, in whatever wording; throws where it
 * had more.
 */
export function knownMigrations(all: Migration[], applied: Applied[]): Migration[] {
  for (const row of applied) {
    if (all.some((one) => isSame(one, row))) continue;
    throw new Error(
      `データベースがこのプログラムより新しい版です。(applied migration ${row.name} is unknown here)`,
    );
  }
  return all.filter((one) => applied.some((row) => isSame(one, row)));
}

/**
 * Those whose text was another when they were applied: what they made can't be brought up to date where it
 * stands.
 */
export const changedMigrations = (all: Migration[], applied: Applied[]): string[] =>
  applied.filter((row) => !all.some((one) => one.checksum === row.checksum)).map((row) => row.name);

export function pendingMigrations(all: Migration[], applied: Applied[]): Migration[] {
  const known = knownMigrations(all, applied);
  const changed = changedMigrations(all, applied);
  if (changed.length > 0) {
    throw new Error(
      "このデータベースは、そのままでは今の版に更新できない古い版のものです。データは無事です。" +
        "npm run backup で控えを取り、空の置き場所に npm run restore で戻すと、今の版で開けます。" +
        `(applied migrations were changed since: ${changed.join(", ")}; carry the data over by backup and restore)`,
    );
  }
  return all.filter((one) => !known.includes(one));
}

export async function migrate(owner_url: string, only?: string[]): Promise<string[]> {
  const all = await migrations();
  const client = new pg.Client({ connectionString: owner_url, application_name: "koba-migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('koba.migrate'))");
    await client.query(`create table if not exists public.schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const applied = await client.query<Applied>("select name, checksum from public.schema_migration");
    const pending = pendingMigrations(all, applied.rows).filter((one) => !only || only.includes(one.name));
    // Under the name they have here, so that a backup tells it.
    for (const { name, checksum } of all.filter((one) =>
      applied.rows.some((row) => row.name !== one.name && row.checksum === one.checksum),
    )) {
      await client.query("update public.schema_migration set name = $1 where checksum = $2", [
        name,
        checksum,
      ]);
    }
    for (const one of pending) {
      const from = Date.now();
      await apply(client, one);
      say("info", "migration", { name: one.name, ms: Date.now() - from });
    }
    return pending.map((one) => one.name);
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, one: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(one.sql);
    await client.query("insert into public.schema_migration (name, checksum) values ($1, $2)", [
      one.name,
      one.checksum,
    ]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    const { message, position } = cause as { message?: string; position?: string };
    const line = position ? ` line ${one.sql.slice(0, Number(position)).split("\n").length}` : "";
    throw new Error(`マイグレーションに失敗しました。(${one.name}${line}: ${message})`, { cause });
  }
}
