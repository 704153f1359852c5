import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCast } from "~/lib/db/cast.server";
import { connect } from "~/lib/db/connection.server";
import { testDatabase, type TestDatabase } from "~/lib/db/testing.server";
import { whereEmpty } from "./prepare.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("of three starts on one empty database one makes the sample world, and the others find it whole", async () => {
  const starts = [database.db, connect(database.app_url), connect(database.app_url)];
  const seen: string[] = [];
  await Promise.all(starts.map(async (db, at) => {
    await whereEmpty(db, async () => {
      seen.push(`makes ${at}`);
      await makeCast(db);
      seen.push(`made ${at}`);
    });
    seen.push("goes on");
  }));
  const maker = seen[0]!.slice(-1);
  expect(seen).toEqual([`makes ${maker}`, `made ${maker}`, "goes on", "goes on", "goes on"]);
  await Promise.all(starts.slice(1).map((db) => db.$client.end()));
});
