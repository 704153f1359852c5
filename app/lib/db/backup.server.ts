import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import pg from "pg";
import { copyOut } from "./copy.server";

export type TableCopy = { table: string; columns: string[] };
/** The last line: how many rows were written of each table. Backups before 0.3 have none. */
export type Tail = { rows: Record<string, number> };
/**
 * The first line of the file, which gzip packs. Each table follows: a line of JSON (TableCopy), then its rows
 * in COPY text up to `\.`; last comes the Tail. Drawings and photos are not in it. `secret`: APP_SECRET,
 * where the app made it.
 */
export type Head = {
  koba: 1;
  made: string;
  migrations: { name: string; checksum: string }[];
  secret: string | null;
  secret_hash: string;
  sequences: { name: string; last: string; called: boolean }[];
};

export const END = "\\.\n";
export const hashOf = (secret: string) =>
  createHash("sha256").update(`koba backup ${secret}`).digest("base64url");

const TABLES = `select format('%I.%I', n.nspname, c.relname) as table,
    array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pool') and not (n.nspname = 'public' and c.relname = 'schema_migration') order by 1`;
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as last, last_value is not null as called
  from pg_sequences where schemaname in ('public', 'pool') order by 1`;

/** The tables of the app's schemas; the migrations that made them are told in the head. */
export const tablesOf = async (client: pg.Client) => (await client.query<TableCopy>(TABLES)).rows;

const WHY: Record<string, string> = {
  ENOENT: "フォルダーがありません。",
  ENOSPC: "ディスクの空きがありません。",
  EACCES: "書く権限がありません。",
};

const unwritten = (file: string, cause: NodeJS.ErrnoException) =>
  new Error(
    `控えを ${file} に書けません。${WHY[cause.code ?? ""] ?? ""}(${cause.code}: cannot write the backup)`,
    {
      cause,
    },
  );

export async function backUp(owner_url: string, secret: string, own: boolean, file: string): Promise<number> {
  const client = new pg.Client({
    connectionString: owner_url,
    application_name: "koba-backup",
    options: "-c statement_timeout=0 -c jit=off",
  });
  client.on("error", () => {});
  await client.connect();
  const draft = `${file}.${process.pid}`;
  const packed = createGzip({ level: 1, strategy: constants.Z_DEFAULT_STRATEGY, chunkSize: 256 * 1024 });
  const out = packed.pipe(createWriteStream(draft, { mode: 0o600, flush: true }));
  packed.on("error", () => {});
  out.on("error", (error) => packed.destroy(error));
  const written = finished(out);
  written.catch(() => {});
  try {
    await client.query("begin isolation level repeatable read read only");
    const tables = await tablesOf(client);
    const head: Head = {
      koba: 1,
      made: new Date().toISOString(),
      secret: own ? secret : null,
      secret_hash: hashOf(secret),
      migrations: (
        await client.query<Head["migrations"][0]>("select name, checksum from schema_migration order by name")
      ).rows,
      sequences: (await client.query<Head["sequences"][0]>(SEQUENCES)).rows,
    };
    packed.write(`${JSON.stringify(head)}\n`);
    const tail: Tail = { rows: {} };
    for (const one of tables) {
      packed.write(`${JSON.stringify(one)}\n`);
      tail.rows[one.table] = await copyOut(
        client,
        `copy ${one.table} (${one.columns.join(", ")}) to stdout`,
        packed,
      );
      if (out.errored) throw out.errored;
      packed.write(END);
    }
    packed.write(`${JSON.stringify(tail)}\n`);
    await client.query("commit");
    packed.end();
    await written;
    await rename(draft, file);
    return tables.length;
  } catch (error) {
    packed.destroy();
    await rm(draft, { force: true });
    throw out.errored ? unwritten(file, out.errored) : error;
  } finally {
    await client.end();
  }
}
