import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate, migrations, pendingMigrations } from "./migrate.server";
import { testDatabase } from "./testing.server";

/** What every database since 0.1.0 has had. */
const FIRST_40 = "aaa7d976231724a68a835f8a94a56cac1ebae03e4787b3714fff9448c2b966f1";

const one = (name: string, checksum = name) => ({ name, sql: "select 1", checksum });

test("only what is new is applied, in order", () => {
  const all = [one("0001_a"), one("0002_b"), one("0003_c")];
  expect(pendingMigrations(all, [])).toEqual(all);
  expect(pendingMigrations(all, [one("0001_a")]).map((next) => next.name)).toEqual(["0002_b", "0003_c"]);
});

test("a lower number that another branch brought is applied; one that had another name then is known by its text", () => {
  const all = [one("0001_a"), one("0002_b"), one("0003_c")];
  expect(pendingMigrations(all, [one("0001_a"), one("0003_c")]).map((next) => next.name)).toEqual(["0002_b"]);
  expect(
    pendingMigrations(all, [one("0001_a"), one("0009_old_name", "0002_b")]).map((next) => next.name),
  ).toEqual(["0003_c"]);
});

test("a database of a newer program is refused; one whose migrations were worded otherwise is told the way by backup and restore", () => {
  expect(() => pendingMigrations([one("0001_a")], [one("0001_a"), one("0002_b")])).toThrow("新しい版");
  expect(() => pendingMigrations([one("0001_a", "x")], [one("0001_a", "y")])).toThrow(
    /npm run backup.*npm run restore.*0001_a/,
  );
});

test("no migration that was ever in main is changed, renamed or numbered below another: CHECKSUMS lists them all, in order", async () => {
  const listed = readFileSync("app/lib/db/migrations/CHECKSUMS", "utf8").trim().split("\n");
  const there = (await migrations()).map(({ name, checksum }) => `${checksum}  ${name}.sql`);
  // A new migration adds its line at the end (sha256sum); a line that is there stays as it is.
  expect(there).toEqual(listed);
  expect(createHash("sha256").update(listed.slice(0, 40).join("\n")).digest("hex")).toBe(FIRST_40);
});

test("two processes that migrate at once do it once", async () => {
  const database = await testDatabase();
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const schemas = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^(pg_|information)'",
  );
  for (const { name } of schemas.rows) await client.query(`drop schema ${name} cascade`);
  await client.query("create schema public");
  const names = (await migrations()).map((migration) => migration.name);
  const applied = await Promise.all([migrate(database.owner_url), migrate(database.owner_url)]);
  expect(applied.flat()).toEqual(names);
  await client.end();
  await database.drop();
});
