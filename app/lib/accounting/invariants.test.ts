import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { request } from "~/lib/task/testing.server";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  t = await testApp();
  const yamada = await t.as("keiri@yamada.example");
  const cards = [await shipped(t), await shipped(t, { num_items: "3", num_units: "3", unit_price: "19.6" })];
  const extras = [{ name: "送料", num_units: "1", unit_price: "305", tax_kind: "reduced" }];
  const made = await yamada.post(
    "/deliveries",
    order(cards, { delivery_date: "2026-06-05", grouping: "card", extras }),
  );
  expect(made.status).toBe(201);
  const closed = await yamada.post("/closings", { ym: 202606, buyer_ids: ["tanaka"] });
  expect(closed.status).toBe(201);
  await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-07-20",
    lines: [{ kind: "transfer", amount: 1000 }],
  });
  const later = await yamada.post("/deliveries", order([await shipped(t)], { delivery_date: "2026-07-05" }));
  await yamada.post("/closings", { ym: 202607, buyer_ids: ["tanaka"] });
  const more = await yamada.post("/deliveries", order([await shipped(t)], { delivery_date: "2026-08-05" }));
  await yamada.post(`/deliveries/${more.body.key}/cancel`, { reason: "試し" });
  expect(later.status).toBe(201);
  await request(t);
  owner = await t.owner();
});
afterAll(() => t.stop());

const broken = async () =>
  (await owner.query<{ rule: string; detail: string }>("select rule, detail from check_invariants()")).rows;

test("all holds after the main road; the app may ask", async () => {
  expect(await broken()).toEqual([]);
  const rows = await tenant(
    t.db,
    { company_id: "yamada", username: "admin@yamada.example" },
    (db) => db.execute(sql`select * from check_invariants()`),
    "read",
  );
  expect(rows.rows).toEqual([]);
});

const first = "(select min(key) from card where num_delivered > 0)";
const note = "(select min(key) from delivery)";
const bill = "(select min(key) from invoice)";

test.each([
  [
    "1 line amounts",
    `update delivery_line set price = price + 1 where delivery_key = ${note} and line_no = 1`,
  ],
  ["1 delivery totals", `update delivery set tax = tax + 1, total = total + 1 where key = ${note}`],
  [
    "1 delivery totals",
    `update delivery set by_rate = jsonb_set(by_rate, '{0,tax}', '1') where key = ${note}`,
  ],
  [
    "1 delivery totals",
    `update delivery set tax_rounding = 'ceil' where key = (select max(delivery_key) from delivery_line where price = 58)`,
  ],
  ["1 invoice totals", `update invoice set subtotal = subtotal + 1, total = total + 1 where key = ${bill}`],
  ["1 invoice totals", `update invoice set by_rate = '[]' where key = ${bill}`],
  ["1 invoice summary", `update invoice set billed_now = billed_now + 1 where key = ${bill}`],
  [
    "1 invoice summary",
    `update invoice set prev_billed = prev_billed + 1, carried_over = carried_over + 1, billed_now = billed_now + 1 where key = ${bill}`,
  ],
  ["2 delivered once", `update card set num_delivered = num_delivered - 1 where key = ${first}`],
  [
    "2 delivered once",
    `insert into delivery_line select delivery_key, 99, seller_id, buyer_id, card_key, card_id, order_id, sales_date, name, drawing_no, num_items,
      order_unit, num_units, unit, unit_price, price, tax_rate, note, billing_ym, null, true from delivery_line where delivery_key = ${note} and line_no = 1`,
  ],
  ["2 live lines", `update delivery set cancelled_time = now() where key = ${note}`],
  ["2 billed once", `update delivery_line set invoice_key = null where delivery_key = ${note}`],
  [
    "2 billed once",
    `insert into invoice_line select (select max(key) from invoice), 9, seller_id, buyer_id, delivery_key, delivery_line_no, delivery_number, sales_date,
      order_id, name, drawing_no, num_units, unit, unit_price, price, tax_rate, note from invoice_line where invoice_key = ${bill} and line_no = 1`,
  ],
  ["2 frozen lines", `update invoice_line set name = 'べつの品' where invoice_key = ${bill} and line_no = 1`],
  ["2 document numbers", "update counter set value = value + 1 where kind = 'N2606'"],
  ["2 document numbers", "update delivery set number = 'N2606-0009' where number = 'N2606-0001'"],
  ["2 document numbers", "delete from counter where kind = 'S2606'"],
  ["4 card counts", `update card set num_partial = 1 where key = ${first}`],
  [
    "4 divided cards",
    `update activity set kind = 'divided', before = '{"num_items": "9"}', after = after || '{"num_items": "3"}'
      where subject = 'card' and subject_key = ${first} and seq = 2`,
  ],
  [
    "4 card status",
    `alter table card drop constraint card_check; update card set group_id = 3 where key = ${first}`,
  ],
  ["4 card log", `update card set name = 'べつの品' where key = ${first}`],
  [
    "4 card log",
    "update activity set after = after || '{\"num_good\": \"1\"}' where key = (select max(key) from activity where kind = 'shipped')",
  ],
  ["4 log gaps", `delete from activity where subject = 'card' and subject_key = ${first} and seq = 1`],
  ["4 log gaps", `update delivery set version = version + 1 where key = ${note}`],
  ["6 company crossing", `update delivery_line set buyer_id = 'suzuki' where delivery_key = ${note}`],
  [
    "6 company crossing",
    `update activity set buyer_id = 'suzuki' where subject = 'invoice' and subject_key = ${bill}`,
  ],
  ["6 settlements", "update settlement set amount = 999999"],
  ["6 settlements", "update payment_line set amount = 1"],
  ["6 settlements", "update payment set cancelled_time = now(), cancelled_date = '2026-08-01'"],
  ["6 settlements", "update settlement set settled_date = '2026-06-01'"],
  [
    "6 settlements",
    `insert into settlement (seller_id, buyer_id, payment_key, invoice_key, amount, settled_date, recorded_time, reverses)
      select seller_id, buyer_id, payment_key, invoice_key, -1, settled_date, recorded_time, key from settlement`,
  ],
  ["6 company crossing", "update settlement set buyer_id = 'suzuki'"],
  ["8 closed periods", "update closed_period set start_date = start_date + 1 where ym = 202607"],
  ["8 closed periods", "update closed_period set ym = 202608 where ym = 202607"],
  ["8 invoice periods", `update closed_period set invoice_key = null where ym = 202606`],
])("%s: %s is named", async (rule, statement) => {
  await owner.query("begin");
  try {
    await owner.query(statement);
    expect((await broken()).map((row) => row.rule)).toContain(rule);
  } finally {
    await owner.query("rollback");
  }
  expect(await broken()).toEqual([]);
});
