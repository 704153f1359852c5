import pg from "pg";
import { expect, test } from "vitest";
import { migrate, migrations, pendingMigrations } from "./migrate.server";
import { testDatabase } from "./testing.server";

const one = (name: string, checksum = name) => ({ name, sql: "select 1", checksum });

test("only what is new is applied, in order", () => {
  const all = [one("0001_a"), one("0002_b"), one("0003_c")];
  expect(pendingMigrations(all, [])).toEqual(all);
  expect(pendingMigrations(all, [one("0001_a")]).map((next) => next.name)).toEqual(["0002_b", "0003_c"]);
});

test("a changed, unknown or late migration is refused", () => {
  expect(() => pendingMigrations([one("0001_a", "x")], [one("0001_a", "y")])).toThrow("変更されています");
  expect(() => pendingMigrations([one("0001_a")], [one("0001_a"), one("0002_b")])).toThrow("新しい版");
  expect(() => pendingMigrations([one("0001_a"), one("0002_b")], [one("0002_b")])).toThrow("順序");
});

test("two processes that migrate at once do it once", async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const schemas = await client.query<{ name: string }>("select nspname as name from pg_namespace where nspname !~ '^(pg_|information)'");
  for (const { name } of schemas.rows) await client.query(`drop schema ${name} cascade`);
  await client.query("create schema public");
  const names = (await migrations()).map((migration) => migration.name);
  const applied = await Promise.all([migrate(database.owner_url), migrate(database.owner_url)]);
  expect(applied.flat()).toEqual(names);
  await client.end();
  await database.drop();
});
