import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "~/lib/db/connection.server";
import { type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import { sendMail } from "~/lib/pool/mail.server";
import { makeCast } from "~/lib/sample/cast.server";
import type { App } from "~/lib/web/app";
import { makeReady, whereEmpty } from "./prepare.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("of three starts on one empty database one makes the sample world, and the others find it whole", async () => {
  const starts = [database.db, connect(database.app_url), connect(database.app_url)];
  const seen: string[] = [];
  await Promise.all(
    starts.map(async (db, at) => {
      await whereEmpty(db, async () => {
        seen.push(`makes ${at}`);
        await makeCast(db);
        seen.push(`made ${at}`);
      });
      seen.push("goes on");
    }),
  );
  const maker = seen[0]!.slice(-1);
  expect(seen).toEqual([`makes ${maker}`, `made ${maker}`, "goes on", "goes on", "goes on"]);
  await Promise.all(starts.slice(1).map((db) => db.$client.end()));
});

test("codes of people who are there already are never printed, even where the sample world is asked for", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["setInterval"] });
  await makeReady({ config: { sample_world: true }, db: database.db } as App);
  await sendMail(database.db, { to: "someone@example.com", subject: "確認コード", text: "123456" });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await database.db.$client.query("select 1");
  expect(said.mock.calls.flat().join("")).not.toContain("123456");
  said.mockRestore();
});

test("the sample world, whose passwords everybody knows, is served to this machine alone", () => {
  for (const script of ["bin/demo.mjs", "bin/dev.mjs"]) {
    const [before, after] = readFileSync(script, "utf8").split('process.env.HOST ??= "127.0.0.1";');
    expect([script, before!.includes("SAMPLE_WORLD"), after?.includes("build/index.js")]).toEqual([
      script,
      true,
      true,
    ]);
  }
});
