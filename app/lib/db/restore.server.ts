import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { END, type Head, hashOf, type TableCopy, type Tail, tablesOf } from "./backup.server";
import { GROUND, REMADE, RETIRED } from "./carryover";
import { copyIn } from "./copy.server";
import { changedMigrations, knownMigrations, migrate, migrations } from "./migrate.server";

const BROKEN =
  "バックアップのファイルを読めません。途中で切れているか、KOBAのバックアップではありません。(not a whole KOBA backup)";
const UNREAD: Record<string, string> = {
  ENOENT: "がありません",
  EACCES: "を読む権限がありません",
  EISDIR: "はフォルダーです",
};
const LF = 10;
const LAST = Buffer.from(END);

class Reader {
  private left = Buffer.alloc(0);
  private readonly parts: AsyncIterator<Buffer>;

  constructor(private readonly file: string) {
    const packed = createReadStream(file, { highWaterMark: 256 * 1024 });
    const plain = createGunzip({ chunkSize: 256 * 1024 });
    packed.on("error", (error) => plain.destroy(error));
    this.parts = packed.pipe(plain)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.parts.next().catch((cause: NodeJS.ErrnoException) => {
      const why = UNREAD[cause.code ?? ""];
      throw why
        ? new Error(`控えのファイル ${this.file} ${why}。(${cause.code})`)
        : new Error(BROKEN, { cause });
    });
    if (!done) this.left = Buffer.concat([this.left, value]);
    return !done;
  }

  /** The next line, as JSON; null at the end. */
  async line<T>(): Promise<T | null> {
    let end: number;
    while ((end = this.left.indexOf(LF)) < 0) {
      if (await this.more()) continue;
      if (this.left.length > 0) throw new Error(BROKEN);
      return null;
    }
    const text = this.left.toString("utf8", 0, end);
    this.left = this.left.subarray(end + 1);
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      throw new Error(BROKEN, { cause });
    }
  }

  /** Whole lines up to the one that ends a table. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const empty = this.left.subarray(0, END.length).equals(LAST);
      const end = empty ? 0 : this.left.indexOf(`\n${END}`) + 1;
      if (empty || end > 0) {
        if (end > 0) yield this.left.subarray(0, end);
        this.left = this.left.subarray(end + END.length);
        return;
      }
      const last = this.left.lastIndexOf(LF) + 1;
      if (last > 0) {
        yield this.left.subarray(0, last);
        this.left = this.left.subarray(last);
      }
      if (!(await this.more())) throw new Error(BROKEN);
    }
  }
}

type Tie = { table: string; name: string; text: string };
const TIES = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pool'::regnamespace)`;

async function fillTable(
  client: pg.Client,
  { table, columns }: TableCopy,
  own: string[],
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const left = columns.filter((name) => !own.includes(name));
  if (left.some((name) => !RETIRED[table]?.includes(name)))
    throw new Error(`${BROKEN} ${table}: ${left.join(", ")}`);
  const kept = columns.filter((name) => own.includes(name));
  if (left.length === 0) return copyIn(client, `copy ${table} (${kept.join(", ")}) from stdin`, rows);
  await client.query(`create temp table carried on commit drop as select * from ${table} with no data`);
  for (const name of left) await client.query(`alter table carried add column ${name} text`);
  await copyIn(client, `copy carried (${columns.join(", ")}) from stdin`, rows);
  await client.query(
    `insert into ${table} (${kept.join(", ")}) overriding system value select ${kept.join(", ")} from carried; drop table carried`,
  );
}

async function checkRows(client: pg.Client, { rows: written }: Tail): Promise<void> {
  for (const [table, num] of Object.entries(written)) {
    const { rows } = await client.query<{ num: string }>(`select count(*) as num from ${table}`);
    if (Number(rows[0]!.num) !== num) throw new Error(`${BROKEN} ${table}: ${rows[0]!.num} of ${num} rows`);
  }
}

/** `carried`: names of migrations whose wording was another when the backup's rows were made. */
async function fill(client: pg.Client, reader: Reader, head: Head, carried: string[]): Promise<number> {
  const tables = await tablesOf(client);
  const { rows: ties } = await client.query<Tie>(TIES);
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`);
  // Rows come table by table; who belongs to whom is checked once all are there.
  for (const { table, name } of ties) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`truncate ${tables.map(({ table }) => table).join(", ")}`);
  let num = 0;
  const next = () => reader.line<TableCopy | Tail>();
  for (let one = await next(); one; one = await next()) {
    if ("rows" in one) {
      await checkRows(client, one);
      continue;
    }
    const { table } = one;
    const known = tables.find((own) => own.table === table);
    if (!known) throw new Error(BROKEN);
    await fillTable(client, one, known.columns, reader.rows());
    num += 1;
  }
  if (num !== tables.length && carried.length === 0) throw new Error(BROKEN);
  for (const name of carried) if (REMADE[name]) await client.query(REMADE[name]);
  for (const { name, last, called } of head.sequences)
    await client.query("select setval($1::text::regclass, $2::bigint, $3)", [name, last, called]);
  for (const { table, name, text } of ties)
    await client.query(`alter table ${table} add constraint ${name} ${text}`);
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`);
  return num;
}

export async function headOf(file: string): Promise<Head> {
  const head = await new Reader(file).line<Head>();
  if (head?.koba !== 1) throw new Error(BROKEN);
  return head;
}

/**
 * Fills an empty database from a backup: first the schema as it was then, then the rows, all or none, then
 * what the schema has become since.
 */
export async function restore(owner_url: string, secret: string, file: string): Promise<number> {
  const reader = new Reader(file);
  const head = await reader.line<Head>();
  if (head?.koba !== 1) throw new Error(BROKEN);
  if (hashOf(secret) !== head.secret_hash) {
    throw new Error(
      "このバックアップを取ったときのAPP_SECRETを設定してください。(set the APP_SECRET that the backup was made with)",
    );
  }
  const all = await migrations();
  const known = knownMigrations(all, head.migrations).map((one) => one.name);
  const carried = changedMigrations(all, head.migrations);
  await migrate(owner_url, [...GROUND, ...known]);
  const client = new pg.Client({
    connectionString: owner_url,
    application_name: "koba-restore",
    options: "-c statement_timeout=0 -c jit=off",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("select name from schema_migration order by name");
    if (rows.some(({ name }) => !known.includes(name) && !GROUND.includes(name))) {
      throw new Error(
        "戻す先のデータベースの版が、バックアップと違います。空のデータベースを用意してください。(the target's schema is another)",
      );
    }
    const used = await client.query<{ used: boolean }>(
      "select exists (select from factory) or exists (select from member) as used",
    );
    if (used.rows[0]!.used)
      throw new Error(
        "戻す先のデータベースは空ではありません。何も変えていません。(the target is not empty)",
      );
    await client.query("begin");
    const num = await fill(client, reader, head, carried);
    await client.query("commit");
    await client.query("analyze");
    await migrate(owner_url);
    return num;
  } finally {
    await client.end();
  }
}
