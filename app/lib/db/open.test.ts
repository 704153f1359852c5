import pg from "pg";
import { expect, test } from "vitest";
import { connect } from "./connection.server";
import { openBeside, openDatabase } from "./open.server";
import { testDatabase } from "./testing.server";

const secret = "a-secret-of-thirty-two-characters";

test("a database of one's own needs APP_SECRET", async () => {
  await expect(openDatabase({ DATABASE_URL: "postgres://nowhere/none" })).rejects.toThrow("APP_SECRET");
});

test("a database of one's own opens when its schema is current, and says what to do when it is not", async () => {
  const database = await testDatabase();
  const env = { DATABASE_URL: database.app_url, APP_SECRET: secret };
  const opened = await openDatabase(env);
  expect(opened).toMatchObject({ owner_url: null, secret });
  await opened.stop();

  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  await owner.query("delete from schema_migration where name = (select max(name) from schema_migration)");
  await owner.end();
  await expect(openDatabase(env)).rejects.toThrow("DATABASE_OWNER_URL");
  await database.drop();
});

test("the owner's address is refused for serving", async () => {
  const database = await testDatabase();
  await expect(openDatabase({ DATABASE_URL: database.owner_url, APP_SECRET: secret })).rejects.toThrow(
    "所有者",
  );
  await database.drop();
});

test("on a database of one's own, too, a server that runs is seen: what needs it stopped is refused", async () => {
  const database = await testDatabase();
  const env = { DATABASE_URL: database.app_url, APP_SECRET: secret };
  const seen = async () => {
    const beside = await openBeside(env, false);
    await beside.stop();
    return beside.is_running;
  };
  expect(await seen()).toBe(false);
  const server = connect(database.app_url);
  await server.$client.query("select 1");
  expect(await seen()).toBe(true);
  await server.$client.end();
  await expect.poll(seen).toBe(false);
  await database.drop();
});

test("a PostgreSQL that compiles its queries, as it does by default, compiles none of ours", async () => {
  const database = await testDatabase();
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  await owner.query(`alter database ${new URL(database.owner_url).pathname.slice(1)} set jit = on`);
  await owner.end();
  const opened = await openDatabase({ DATABASE_URL: database.app_url, APP_SECRET: secret });
  expect((await opened.db.$client.query("show jit")).rows).toEqual([{ jit: "off" }]);
  await opened.stop();
  await database.drop();
});
