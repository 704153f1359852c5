import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, sato: Person;
let ym = 210_001;
const DAY = today();

/** As issuing left it. */
async function issued(seller_id: string, buyer_id: string, total: number): Promise<number> {
  ym += ym % 100 === 12 ? 89 : 1;
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    values ($1, $2, $3, $4, $5, $5, $5, $5, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', $6, 0, $6, $6, now()) returning key`,
    [seller_id, buyer_id, `${seller_id}-${ym}`, ym, addDays(DAY, -9), total],
  );
  return Number(rows[0].key);
}

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, sato] = await t.people("keiri@yamada", "admin@sato");
  await operator(t.db, (tx) => createCollaboration(tx, "yamada", "sato", MONTH_END));
  await issued("yamada", "sato", 500_000);
});
afterAll(() => t.stop());

const pay = (key: number, amount?: number) =>
  yamada.post("/payables/payments", {
    payment_date: DAY,
    kind: "transfer",
    debts: [{ debt: `i${key}`, amount }],
    twice: true,
  });
const propose = (by: Person, key: number, amount: number) => {
  const mine = { [by === yamada ? "theirs" : "ours"]: [{ invoice_key: key, amount }] };
  return by.post("/offsets", { partner_id: by === yamada ? "sato" : "yamada", amount, ...mine });
};
const say = (by: Person, key: number, word: string) =>
  by.post(`/offsets/${key}/say`, { word, words: "金額が違うため" });
const debt = async (key: number) => (await yamada.get(`/payables/due?ids=i${key}`)).body.items[0];

test("what waits in a 相殺 that was proposed is not paid as well, the rest of it is", async () => {
  const key = await issued("sato", "yamada", 71_407);
  const made = await propose(yamada, key, 69_630);
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  expect(await debt(key)).toMatchObject({ open: 71_407, waiting: 69_630 });
  const whole = await pay(key);
  expect(whole).toMatchObject({
    status: 422,
    body: { errors: { "debts[0].amount": [expect.stringContaining("¥69,630は、相殺の提案で回答待ちです")] } },
  });
  expect(whole.body.errors["debts[0].amount"][0]).toContain("1,777円まで");
  expect((await pay(key, 1777)).status).toBe(201);
  expect((await say(sato, made.body.key, "agreed")).status).toBe(201);
  expect(await debt(key)).toBeUndefined();
});

test("a 請求書 that was paid is not open to set off, and nobody agrees to set it off", async () => {
  const key = await issued("sato", "yamada", 30_000);
  const waits = await propose(sato, key, 30_000);
  expect(waits, JSON.stringify(waits.body)).toMatchObject({ status: 201 });
  expect((await pay(key)).status).toBe(422);
  expect((await say(yamada, waits.body.key, "refused")).status).toBe(201);
  expect((await pay(key)).status).toBe(201);
  const { theirs } = (await yamada.get("/offsets/books?partner_id=sato")).body;
  expect(theirs.some((one: { key: number }) => one.key === key)).toBe(false);
  expect((await propose(yamada, key, 30_000)).status).toBe(422);
  // In the books of whoever bills it nothing was received yet.
  const theirsNow = await propose(sato, key, 30_000);
  expect(theirsNow.status).toBe(201);
  const seen = (await yamada.get(`/offsets/${theirsNow.body.key}`)).body;
  expect([seen.may, seen.moved]).toEqual([["refused"], expect.stringContaining("支払が登録されています")]);
  expect(await say(yamada, theirsNow.body.key, "agreed")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("二重の支払") },
  });
  expect((await say(yamada, theirsNow.body.key, "refused")).status).toBe(201);
});

test("paying and setting off at once: whoever comes second is refused, nothing is paid twice", async () => {
  for (let round = 0; round < 4; round += 1) {
    const key = await issued("sato", "yamada", 10_000 + round);
    const [paid, made] = await Promise.all([pay(key), propose(yamada, key, 10_000 + round)]);
    expect([paid.status, made.status].filter((status) => status === 201)).toHaveLength(1);
    if (made.status === 201) {
      const [late, agreed] = await Promise.all([pay(key), say(sato, made.body.key, "agreed")]);
      expect([late.status, agreed.status]).toEqual([422, 201]);
    }
    expect(await debt(key)).toBeUndefined();
  }
  expect(
    (await owner.query("select * from check_invariants() where rule like '6%' or detail like '%payout%'"))
      .rows,
  ).toEqual([]);
});
