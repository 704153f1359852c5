import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertPlainRole, connect } from "./connection.server";
import { type TestDatabase, testDatabase } from "./testing.server";

declare global {
  interface ImportMeta {
    glob<T>(pattern: string, options: { eager: true }): Record<string, T>;
  }
}

const files = import.meta.glob<Record<string, unknown>>("../**/*.table.server.ts", { eager: true });
const defined = [...new Set(Object.values(files).flatMap((file) => Object.values(file)))]
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableConfig(table));

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test("a function that acts as the owner finds its tables in public before any that a caller has made for itself", async () => {
  const { rows } =
    await owner.query(`select oid::regprocedure::text as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
    and (coalesce(array_to_string(proconfig, ','), '') !~ 'search_path=.*pg_temp$' or has_function_privilege('public', oid, 'execute'))`);
  expect(rows).toEqual([]);
});

const shape = `
  select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
    coalesce(a.attnum = any(k.conkey), false) as key
  from pg_attribute a left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
  where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped order by a.attname`;

const describe = (row: { name: string; type: string; not_null: boolean; key: boolean }) =>
  `${row.name} ${row.type}${row.not_null ? " not null" : ""}${row.key ? " key" : ""}`;

/** The database spells each defined type its own way, so it is asked to. */
async function spelled(types: string[]): Promise<string[]> {
  await owner.query("drop table if exists pg_temp.spelling");
  await owner.query(`create temp table spelling (${types.map((type, at) => `c${at} ${type}`).join(", ")})`);
  const rows = await owner.query<{ type: string }>(`
    select format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = 'pg_temp.spelling'::regclass and attnum > 0 order by attnum`);
  return rows.rows.map((row) => row.type);
}

test("migrations and table definitions agree", async () => {
  expect(defined.length).toBeGreaterThan(0);
  for (const table of defined) {
    const name = `${table.schema ?? "public"}.${table.name}`;
    const keys = new Set(table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
    const types = await spelled(table.columns.map((column) => column.getSQLType()));
    const said = table.columns.map((column, at) => {
      const key = column.primary || keys.has(column.name);
      return describe({ name: column.name, type: types[at]!, not_null: column.notNull || key, key });
    });
    const made = await owner.query(shape, [name]);
    expect({ [name]: said.sort() }).toEqual({ [name]: made.rows.map(describe).sort() });
  }
});

test("every table with a company, seller or buyer is closed to other companies by row-level security", async () => {
  const open = await owner.query<{ name: string }>(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.attname ~ '^(company|seller|buyer|factory)(_id)?$'
      and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`);
  expect(open.rows).toEqual([]);
});

test("views do not slip past row-level security", async () => {
  const open = await owner.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any(reloptions) or 'security_invoker=on' = any(reloptions), false)`);
  expect(open.rows).toEqual([]);
});

test("the app connects as a role that row-level security binds", async () => {
  await assertPlainRole(database.db);
  const role = await owner.query(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'koba_app'",
  );
  expect(role.rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
  ]);
  const owned = await owner.query(
    "select relname from pg_class where pg_get_userbyid(relowner) = 'koba_app'",
  );
  expect(owned.rows).toEqual([]);
});

test("the server refuses to work as the database's owner", async () => {
  const strong = connect(database.owner_url);
  await expect(assertPlainRole(strong)).rejects.toThrow("所有者でも特権利用者でもない");
  await strong.$client.end();
});
