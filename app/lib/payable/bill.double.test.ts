import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { dayProblems } from "./bill";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada] = await t.people("keiri@yamada");
});
afterAll(() => t.stop());

const enter = (more: object) =>
  yamada.post("/payables/bills", {
    partner_id: "sato",
    kind: "invoice",
    bill_date: addDays(DAY, -20),
    account: "outsourcing",
    base_10: "21700",
    ...more,
  });
const expense = (more: object = {}) => enter({ kind: "expense", base_10: "6", ...more });

test("a 請求書 received in KOBA is not entered as paper under its number, until it is cancelled", async () => {
  const [{ key }] = (
    await owner.query(
      `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
        tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
      values ('sato', 'yamada', 'S2608-0002', 202608, $1, $1, $1, $1, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', 1, 0, 1, 1, now())
      returning key`,
      [addDays(DAY, -20)],
    )
  ).rows;
  for (const number of ["S2608-0002", "s2608-0002", "Ｓ２６０８－０００２", "S2608 - 0002"])
    expect(await enter({ number })).toMatchObject({
      status: 422,
      body: { errors: { number: [expect.stringContaining("KOBAで受け取った請求書です")] } },
    });
  await owner.query(
    `update invoice set cancelled_time = now(), cancel_reason = 'x', version = version + 1 where key = $1`,
    [key],
  );
  expect((await enter({ number: "S2608-0002" })).status).toBe(201);
});

test("a number is the same in any width, case and spacing", async () => {
  expect((await enter({ number: "X-1" })).status).toBe(201);
  for (const number of ["x-1", "X -1", "Ｘ－１", "ｘ　－1"]) {
    const again = await enter({ number });
    expect(again.body.errors?.number?.[0], number).toContain("計上済みです（X-1");
  }
  expect((await enter({ number: "X-11" })).status).toBe(201);
});

test("the same expense without a number asks whether it is entered twice", async () => {
  expect((await expense()).status).toBe(201);
  const again = await expense();
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { twice: [expect.stringContaining("二重ではありませんか")] } },
  });
  expect((await expense({ twice: true })).status).toBe(201);
  expect((await expense({ base_10: "7" })).status).toBe(201);
});

test("a day that no paper bears is refused, one that few bear is asked about", async () => {
  const of = (bill_date: string, received_date = bill_date, due_date = received_date) =>
    Object.keys(dayProblems({ bill_date, received_date, due_date }, "2026-11-24"));
  expect(of("2026-10-31")).toEqual([]);
  expect(of("1901-12-31")).toEqual(["bill_date", "received_date", "due_date"]);
  expect(of("2026-10-31", "2026-10-31", "2199-12-31")).toEqual(["due_date"]);
  expect([of("2026-11-25"), of("2026-10-31", "2026-12-01"), of("2024-11-01")]).toEqual([
    ["unusual_date"],
    ["unusual_date"],
    ["unusual_date"],
  ]);
  const early = { number: "DAY-1", bill_date: addDays(DAY, 10) };
  expect((await enter({ ...early, bill_date: "1901-12-31" })).body.errors).toHaveProperty("bill_date");
  expect((await enter(early)).body.errors).toEqual({ unusual_date: [expect.stringContaining("この日付")] });
  expect((await enter({ ...early, unusual_date: true })).status).toBe(201);
});
