import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let tanaka: Person, keiri: Person, suzuki: Person;
const DAY = today();
let count = 0;

/** As issuing left it: yamada bills tanaka, who only orders. */
async function billed(total: number, day: string, day_due = addDays(DAY, 20)) {
  count += 1;
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    values ('yamada', 'tanaka', $1, $2, $3, $3, $3, $4, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', $5, 0, $5, $5, now())
    returning key::int`,
    [`Y-${count}`, 190_001 + count * 100, day, day_due, total],
  );
  return rows[0].key as number;
}
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [tanaka, keiri, suzuki] = await t.people("admin@tanaka", "keiri@yamada", "admin@suzuki");
});
afterAll(() => t.stop());

const rows = async (query = "") => (await tanaka.get(`/payables${query}`)).body;
const mark = (keys: number[], more: object = {}) =>
  tanaka.post("/paid-marks", { keys, payment_date: DAY, kind: "transfer", ...more });

test("a company that only orders marks what it has paid, and takes it back with a reason", async () => {
  const [a, b] = [await billed(11_000, addDays(DAY, -9)), await billed(5000, addDays(DAY, -2))];
  expect(await rows()).toMatchObject({ sums: { total: 16_000, paid: 0, open: 16_000 } });
  expect((await mark([a])).body).toEqual({ paid: 1, skipped: 0, amount: 11_000 });
  expect((await mark([a, b])).body).toEqual({ paid: 1, skipped: 1, amount: 5000 });
  const paid = await rows("?state=paid");
  expect(paid.items).toContainEqual(
    expect.objectContaining({ key: a, state: "paid", paid: 11_000, open: 0, paid_date: DAY, running: 0 }),
  );
  expect((await rows("?state=unpaid")).items).toEqual([]);
  expect((await tanaka.post("/paid-marks/undo", { keys: [a] })).body.errors).toHaveProperty("reason");
  const undone = await tanaka.post("/paid-marks/undo", { keys: [a], reason: "誤り" });
  expect(undone.body).toEqual({ cancelled: 1 });
  expect((await rows("?state=unpaid")).items).toMatchObject([{ key: a, open: 11_000, paid_date: null }]);
  expect((await tanaka.post("/paid-marks/undo", { keys: [a], reason: "誤り" })).body).toEqual({
    cancelled: 0,
  });
  const wrong = "select * from check_invariants() where detail like '%payout%'";
  expect((await owner.query(wrong)).rows).toEqual([]);
});

test("two presses mark once; a day before the 請求書 is told by its number, and nothing is marked", async () => {
  const [a, b] = [await billed(700, DAY), await billed(800, addDays(DAY, -5))];
  const key = crypto.randomUUID();
  const asked = { keys: [b], payment_date: DAY, kind: "cash" };
  const first = await tanaka.post("/paid-marks", asked, key);
  expect((await tanaka.post("/paid-marks", asked, key)).body).toEqual(first.body);
  const early = await mark([a], { payment_date: addDays(DAY, -1) });
  expect(early).toMatchObject({ status: 422, body: { errors: { payment_date: [expect.any(String)] } } });
  expect(early.body.errors.payment_date[0]).toContain("Y-3：");
  expect((await rows("?state=unpaid")).items.map((row: { key: number }) => row.key)).toContain(a);
  expect((await mark([a], { kind: "densai" })).status).toBe(422);
  const both = await Promise.all([mark([a]), mark([a])]);
  expect(both.map(({ body }) => body.paid).sort()).toEqual([0, 1]);
});

test("what is open from months before stays in sight, late by so many days, until it is paid", async () => {
  const a = await billed(640, addDays(DAY, -90), addDays(DAY, -60));
  const seen = async () => (await rows()).items.find((row: { key: number }) => row.key === a);
  expect(await seen()).toMatchObject({ key: a, days_overdue: 60, state: "unpaid", answer: "none" });
  await mark([a]);
  expect(await seen()).toBeUndefined();
  expect((await rows(`?to=${addDays(DAY, -60)}`)).items).toMatchObject([{ key: a, days_overdue: null }]);
});

test("another company's 請求書 is not there, and who sells keeps books instead", async () => {
  const a = await billed(900, DAY);
  expect((await suzuki.post("/paid-marks", { keys: [a], payment_date: DAY, kind: "cash" })).status).toBe(404);
  expect((await suzuki.post("/paid-marks/undo", { keys: [a], reason: "x" })).status).toBe(404);
  expect((await keiri.post("/paid-marks", { keys: [a], payment_date: DAY, kind: "cash" })).status).toBe(403);
});
