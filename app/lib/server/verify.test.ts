import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { addDays, today } from "~/lib/time/date";
import { sealLog } from "./invariants.server";
import { type TestApp, testApp } from "./testing.server";
import { verify } from "./verify.server";

let t: TestApp;
let owner: pg.Client;
let key: number;
beforeAll(async () => {
  t = await testApp();
  const yamada = await t.as("keiri@yamada.example");
  const made = await yamada.post("/deliveries", order([await shipped(t)], { delivery_date: "2026-06-05" }));
  key = made.body.key;
  await yamada.post("/closings", { ym: 202606, buyer_ids: ["tanaka"] });
  const line = {
    name: "軸受",
    num_items: "2",
    order_unit: "piece",
    unit: "piece",
    unit_price: "500",
    delivery_date: addDays(today(), 14),
  };
  const ordered = {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 7,
    destination: "本社工場",
    lines: [line],
  };
  const kobai = await t.as("kobai@tanaka.example");
  expect((await kobai.post("/orders", ordered)).status).toBe(201);
  owner = await t.owner();
});
afterAll(() => t.stop());

const number = async (table: string, column = "number") =>
  (await owner.query(`select ${column} as number from ${table} order by key limit 1`)).rows[0]
    .number as string;
/** What verify names, after a change by somebody who owns the database; the change is taken back. */
async function after(...statements: string[]) {
  await owner.query("begin");
  for (const statement of statements) await owner.query(statement);
  const { rows } = await owner.query<{ rule: string; detail: string }>(
    "select rule, detail from check_chain()",
  );
  await owner.query("rollback");
  return rows.map(({ rule, detail }) => `${rule}: ${detail}`);
}

test("an untouched log and untouched documents hold", async () => {
  const { broken, text } = await verify(t.db);
  expect([broken, text.split("\n").at(-1)]).toEqual([0, "変わったところはありません。"]);
});

test("a changed log entry is named by its subject, and only the first of the subject", async () => {
  const [entry] = (await owner.query("select key, seq from activity where subject = 'delivery' and seq = 2"))
    .rows;
  expect(await after(`update activity set reason = '別の理由' where key = ${entry.key}`)).toEqual([
    `7 log chain: delivery ${await number("delivery")} entry 2 (activity ${entry.key}): altered`,
  ]);
  expect(
    await after(`update activity set at = at + interval '1 microsecond' where subject = 'delivery'`),
  ).toHaveLength(1);
});

test("what an issued document says is held by its first entry", async () => {
  const note = await number("delivery");
  for (const change of [
    `update delivery_line set name = name || '改' where delivery_key = ${key}`,
    `update delivery set buyer = jsonb_set(buyer, '{name}', '"別の会社"') where key = ${key}`,
    `delete from delivery_line where delivery_key = ${key}`,
  ])
    expect(await after(change)).toEqual([expect.stringContaining(`7 log chain: delivery ${note} entry 1 (`)]);
  expect(await after("update invoice set due_date = due_date + 1")).toEqual([
    expect.stringContaining(`7 log chain: invoice ${await number("invoice")} entry 1 (`),
  ]);
  expect(
    await after("update order_line set price = price + 1 where order_key = (select min(key) from orders)"),
  ).toEqual([expect.stringContaining(`7 log chain: order ${await number("orders", "order_id")} entry 1 (`)]);
});

test("what documents have said since is bound too; one issued before that holds by the wording of its day", async () => {
  const note = await number("delivery");
  const line = `where delivery_key = ${key} and line_no = 1`;
  for (const change of ["close_reason = '設計変更'", `replaces_key = ${key}, replaces_line = 1`])
    expect(await after(`update delivery_line set ${change} ${line}`)).toEqual([
      expect.stringContaining(`7 log chain: delivery ${note} entry 1 (`),
    ]);
  for (const change of [
    "update invoice_line set num_items = num_items - 1",
    "update invoice set is_single = true",
  ])
    expect(await after(change)).toEqual([
      expect.stringContaining(`7 log chain: invoice ${await number("invoice")} entry 1 (`),
    ]);
  const old = [
    "update activity a set digest = activity_digest(a, null) where a.subject = 'delivery' and a.seq = 1",
    `update activity a set digest = activity_digest(a, (select p.digest from activity p
       where (p.subject, p.subject_key, p.seq) = (a.subject, a.subject_key, 1))) where a.subject = 'delivery' and a.seq = 2`,
  ];
  expect(await after(...old)).toEqual([]);
  expect(await after(...old, `update delivery_line set name = name || '改' ${line}`)).toHaveLength(1);
});

test("an entry taken out breaks the next, and a whole log taken out is missed", async () => {
  expect(await after(`delete from activity where subject = 'delivery' and seq = 1`)).toEqual([
    expect.stringContaining("entry 2 ("),
  ]);
  expect(await after(`delete from activity where subject = 'invoice'`)).toEqual([
    `7 log chain: invoice ${await number("invoice")}: no log`,
  ]);
});

test("what was sealed can't be written anew, even with its chain", async () => {
  const seal = async () => {
    await owner.query("update log_seal set sealed_time = sealed_time - interval '1 hour'");
    await sealLog(t.db);
  };
  await seal();
  await seal();
  const sealed = (await owner.query("select number, num_entries::int from log_seal order by number")).rows;
  expect(sealed).toHaveLength(3);
  expect(sealed[2].num_entries).toBeGreaterThan(3);
  expect(await after()).toEqual([]);
  const rewritten = [
    `update delivery_line set name = name || '改' where delivery_key = ${key}`,
    `update activity a set digest = activity_digest(a, null) where a.subject = 'delivery' and a.seq = 1`,
    `update activity a set digest = activity_digest(a, (select p.digest from activity p where p.subject = 'delivery' and p.seq = 1))
       where a.subject = 'delivery' and a.seq = 2`,
  ];
  expect(await after(...rewritten)).toEqual([
    expect.stringMatching(/^7 log seals: seal 2 \(activity \d+ to \d+\): (\d+) entries then, \1 now$/),
  ]);
});

test("the app itself may neither change the log nor make a seal of its own", async () => {
  const app = async (statement: string) => {
    await owner.query("begin; set local role koba_app");
    const answer = await owner.query(statement).then(
      () => "done",
      (error: Error) => error.message,
    );
    await owner.query("rollback");
    return answer;
  };
  expect(await app("update activity set reason = 'x'")).toContain("permission denied");
  expect(await app("insert into log_seal values (9, now(), 1, 1, 1, '')")).toContain("permission denied");
});
