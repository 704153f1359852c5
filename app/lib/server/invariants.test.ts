import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operator, tenant } from "~/lib/db/connection.server";
import { checkPromises } from "./invariants.server";
import { type TestApp, testApp } from "./testing.server";

const PLACE = { product: "KOBA", origin: "https://koba.example" };
let t: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  t = await testApp();
  owner = new pg.Client({ connectionString: t.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.stop();
});

const check = (now: string) => checkPromises(t.db, now, PLACE);
const shown = async () => (await (await t.as("staff@ops.example")).get("/promises")).body.items;
const letters = async () =>
  (
    await operator(t.db, (tx) =>
      tx.execute<{ recipient: string; subject: string; body: string }>(
        sql`select recipient, subject, body from pool.outbox order by recipient`,
      ),
    )
  ).rows;

test("each Tokyo day is checked once, from 3:00 on, whichever process looks first; what is whole is said of nobody", async () => {
  expect(await check("2026-11-21T17:59:59.000Z")).toBeNull();
  const both = await Promise.all([check("2026-11-21T18:00:00.000Z"), check("2026-11-21T18:00:00.000Z")]);
  expect(both.filter((one) => one !== null)).toEqual([[]]);
  expect(await check("2026-11-22T14:59:00.000Z")).toBeNull();
  expect(await check("2026-11-22T18:10:00.000Z")).toEqual([]);
  expect(await shown()).toMatchObject([
    { day: "2026-11-23", num_broken: 0, ended_time: expect.any(String) },
    { day: "2026-11-22", num_broken: 0 },
  ]);
  expect(await letters()).toEqual([]);
});

test("a broken promise stands in the log and on the staff's page, and everybody of the staff is written to", async () => {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "崩れる",
    num_items: "3",
    order_unit: "piece",
    unit: "piece",
  });
  await owner.query("update card set num_good = 1 where key = $1", [body.key]);
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const found = await check("2026-11-23T18:10:00.000Z");
  const log = String(said.mock.calls);
  said.mockRestore();
  expect(found!.length).toBeGreaterThan(0);
  expect(log).toContain(`"event":"invariants","num":${found!.length},`);
  expect((await shown())[0]).toMatchObject({ day: "2026-11-24", num_broken: found!.length, broken: found });
  const mail = await letters();
  expect(mail.map(({ recipient }) => recipient)).toEqual(["staff@ops.example", "writer@ops.example"]);
  expect(mail[0]!.subject).toBe(`[KOBA] データの整合性が崩れています（${found!.length}件）`);
  expect(mail[0]!.body).toContain(`${found![0]!.rule}: ${found![0]!.detail}`);
});

test("a check that died with its process is taken up after an hour, not before", async () => {
  await operator(t.db, (tx) =>
    tx.execute(
      sql`insert into promise_check (day, began_time) values ('2026-11-30', '2026-11-29T18:05:00Z')`,
    ),
  );
  expect(await check("2026-11-29T19:04:00.000Z")).toBeNull();
  expect(await check("2026-11-29T19:06:00.000Z")).not.toBeNull();
});

test("nobody but the staff reads what was found", async () => {
  for (const name of ["admin@yamada.example", "admin@tanaka.example"])
    expect((await (await t.as(name)).get("/promises")).status).toBe(403);
  const reached = { company_id: "yamada", username: "admin@yamada.example" };
  expect(
    (await tenant(t.db, reached, (tx) => tx.execute(sql`select from promise_check`), "read")).rows,
  ).toEqual([]);
});
