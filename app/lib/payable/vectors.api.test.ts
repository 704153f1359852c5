import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import vectors from "~/lib/japan-vectors.json";
import ageing from "~/lib/receivable/ageing-vectors.json";
import money from "~/lib/receivable/receivable-vectors.json";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBankDays } from "~/lib/time/bankday";
import { addDays, today } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";

let t: TestApp;
let owner: pg.Client;
let admin: Person, keiri: Person;
const DAY = today();

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  for (const seller of ["tanaka", "suzuki"])
    await operator(t.db, (tx) => createCollaboration(tx, seller, "yamada", MONTH_END));
  [admin, keiri] = await t.people("admin@yamada", "keiri@yamada");
});
afterAll(async () => {
  const wrong =
    "select rule, detail from check_invariants() where rule = '6 payables' or detail like '%payout%'";
  expect((await owner.query(wrong)).rows).toEqual([]);
  await t.stop();
});

const enter = async (partner_id: string, base_0: string, bill_date: string, more: object = {}) => {
  const bill = { partner_id, kind: "expense", account: "other", bill_date, base_0, twice: true };
  return keiri.post("/payables/bills", { ...bill, unusual_date: true, ...more });
};
const pay = async (payment_date: string, debts: object[], kind = "cash") =>
  keiri.post("/payables/payments", { payment_date, kind, debts, twice: true });

test.each(vectors.transitional_deduction)(
  "a paper without 登録番号 for what came on $date: $percent% of its tax (R1-11)",
  async ({ date, percent }) => {
    const made = await enter("suzuki", "", date, { base_10: "10010" });
    if (date > addDays(DAY, 366)) {
      expect(made.body.errors).toHaveProperty("received_date");
      return;
    }
    expect((await keiri.get(`/payables/bills/${made.body.key}`)).body).toMatchObject({
      deduction: percent,
      deductible: Math.floor((1001 * (percent ?? 0)) / 100),
    });
  },
);

test("what goes beyond 100 million yen a year of a supplier without a number is told as it is entered (R1-11)", async () => {
  const bill = (more: object = {}) =>
    enter("tanaka", "99999000", "2026-10-05", { account: "material", ...more });
  const [first, second] = [await bill(), await bill({ base_0: "1001" })];
  expect([first.body.notes, second.body.notes]).toEqual([[], [expect.stringContaining("¥100,000,001")]]);
  const registered = await bill({ base_0: "1002", registration_number: "T8700110005901" });
  expect(registered.body.notes).toEqual([]);
  for (const { body } of [first, second, registered])
    await keiri.post(`/payables/bills/${body.key}/cancel`, { reason: "試し" });
});

test.each(vectors.toriteki_terms)(
  "$name with a partner that the law protects: $verdict (R2-5)",
  async ({ name, closing_day, months_after, pay_day, max_days, verdict }) => {
    const last = closing_day === 31;
    const saved = await admin.post("/factories/collaborators", {
      kind: "new",
      relation: "seller",
      name: `${name}の外注`,
      is_payment_last_date: last,
      payment_date: last ? undefined : closing_day,
      pay_month: months_after,
      pay_day,
      amount_rounding: "floor",
      tax_rounding: "floor",
      show_carry_over: true,
      invoice_basis: "monthly",
      fee_bearer: "payer",
      toriteki: "covered",
    });
    if (verdict === "violation")
      expect(Object.values(saved.body.errors).flat().join()).toContain(`最長${max_days}日`);
    else expect(saved.status).toBe(201);
  },
);

test("元帳 and 残高 of a past day: nothing later leaks in (money.statement, money.ageing)", async () => {
  const [{ in: period, out }] = ageing["money.statement"] as [(typeof ageing)["money.statement"][number]];
  const made = new Map<string, string>();
  for (const [date, what, amount] of period.rows as [string, string, string, string][])
    if (what.startsWith("請求")) made.set(what.at(-1)!, `b${(await enter("sato", amount, date)).body.key}`);
  const id = (name: string) => ({ debt: made.get(name)! });
  const paid = [
    await pay("2026-10-20", [id("A"), { ...id("B"), amount: 5000 }]),
    await pay("2026-11-10", [{ ...id("B"), amount: 60_000 }]),
  ];
  expect(paid.map(({ status }) => status)).toEqual([201, 201]);
  const asked = `partner_id=sato&from=${period.frm}&to=${period.to}`;
  const { items, closing } = (await keiri.get(`/payables/ledger?${asked}`)).body;
  const moved = items.filter((row: any) => ["bill", "payout"].includes(row.kind));
  expect(moved.map((row: any) => [row.date, row.balance])).toEqual(
    out.rows.map(([date, _what, balance]) => [date, balance]),
  );
  expect([moved[0].balance + moved[0].paid, closing]).toEqual([out.opening, out.closing]);
  const at = async (on: string) => (await keiri.get(`/payables/due?on=${on}&partner_id=sato`)).body.sums.open;
  const [now, october] = ageing["money.ageing"];
  expect([await at(october!.in.asof), await at("2026-10-10")]).toEqual([october!.out.合計, out.opening]);
  // What is cancelled counts no more from today on, and did until then.
  await keiri.post(`/payables/bills/${made.get("D")!.slice(1)}/cancel`, { reason: "取消D" });
  expect([await at(DAY), await at(october!.in.asof)]).toEqual([now!.out.合計, october!.out.合計]);
});

test("a 赤 of 100 used for 10 has 90 left, and no more is taken off (money.credit)", async () => {
  const [{ in: given, out }] = money.credit as [(typeof money)["credit"][number]];
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    values ('tanaka', 'yamada', 'C-1', 190001, $1, $1, $1, $1, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', -$2::int, 0, -$2::int,
      -$2::int, now()) returning key::int`,
    [addDays(DAY, -9), given.note],
  );
  const note = `i${rows[0].key}`;
  const bill = async () =>
    `b${(await enter("tanaka", given.invoice, addDays(DAY, -5), { note: crypto.randomUUID() })).body.key}`;
  const open = async (id: string) => (await keiri.get(`/payables/due?ids=${id}`)).body.items[0]?.open ?? 0;
  const [first, second] = [await bill(), await bill()];
  expect((await pay(DAY, [{ debt: first }, { debt: note, amount: -Number(given.used[0]) }])).status).toBe(
    201,
  );
  expect(await open(note)).toBe(-out.usable);
  const over = await pay(DAY, [{ debt: second }, { debt: note, amount: -out.usable - 1 }]);
  expect(over.body.errors["debts[1].amount"][0]).toContain("残額 -90円");
  expect((await pay(DAY, [{ debt: second, amount: 100 }, { debt: note }])).status).toBe(201);
  expect([await open(note), await open(second)]).toEqual([0 - out.note_left, 100]);
});

test("a payment taken back opens what it paid, and no other's part (money.undo)", async () => {
  const [{ in: given, out }] = money.undo as [(typeof money)["undo"][number]];
  const ids = new Map<string, string>();
  for (const name of new Set(given.settlements.map(([, , bill]) => bill!)))
    ids.set(name, `b${(await enter("suzuki", "100000", addDays(DAY, -5), { note: name })).body.key}`);
  const made = new Map<string, number>();
  for (const [key, , bill, amount] of given.settlements) {
    const paid = await pay(DAY, [{ debt: ids.get(bill!)!, amount: Number(amount) }]);
    made.set(key!, paid.body.keys[0]);
  }
  const back = await keiri.post(`/payables/payments/${made.get(given.drop)}/cancel`, { reason: "誤り" });
  expect(back.status).toBe(201);
  for (const [name, amount] of Object.entries(out.paid)) {
    const { items } = (await keiri.get(`/payables/due?ids=${ids.get(name)}`)).body;
    expect([name, items[0].paid]).toEqual([name, amount]);
  }
});

/** Where a file of ours has its own day, its own number of the payee and 1 for a payee that is new. */
const OWN: [number, number][][] = [[[54, 58]], [[90, 101]], [[90, 101]], [], []];
const masked = (lines: string[]) =>
  lines.map((line, at) =>
    [...line].map((sign, n) => (OWN[at]!.some(([from, to]) => n >= from && n < to) ? "?" : sign)).join(""),
  );

test("the sample file of R6-5, byte for byte but for its day and the payees' numbers", async () => {
  const paying = {
    ...{ bank_name: "テスト銀行", branch_name: "本店", bank_code: "9999", bank_kana: "テスト" },
    ...{ branch_code: "001", branch_kana: "ホンテン", kind: "普通", number: "1234567", line_end: "crlf" },
    ...{ consignor_code: "1234567890", consignor_name: "カ）テストセイサクショ" },
  };
  const account_key = (await admin.post("/payings", paying)).body.key;
  const payees = {
    sato: {
      ...{ bank_code: "9998", bank_kana: "テストギンコウ", branch_code: "123", branch_kana: "ミナミ" },
      ...{ kind: "普通", number: "0012345", name: "ユ）ダイイチカコウ" },
    },
    tanaka: {
      ...{ bank_code: "9997", bank_kana: "レイシンキン", branch_code: "045", branch_kana: "ヒガシ" },
      ...{ kind: "当座", number: "7654321", name: "ヤマダ タロウ" },
    },
  };
  const rows: { payout: number }[] = [];
  for (const [partner_id, amount] of [
    ["sato", "16614"],
    ["tanaka", "1234567"],
  ] as const) {
    expect((await admin.put(`/payees/${partner_id}`, { version: 0, ...payees[partner_id] })).status).toBe(
      200,
    );
    const bill = await enter(partner_id, amount, addDays(DAY, -3));
    const paid = await pay(DAY, [{ debt: `b${bill.body.key}` }], "transfer");
    rows.push({ payout: paid.body.keys[0] });
  }
  const input = { account_key, pay_date: addBankDays(DAY, 3), rows };
  const { seen, problems } = (await keiri.post("/transfers/preview", input)).body;
  expect(problems ?? []).toEqual([]);
  const made = await keiri.post("/transfers", { ...input, seen });
  const { take } = (await keiri.post(`/transfers/${made.body.key}/takes`)).body;
  const file = (await keiri.get(`/transfers/${made.body.key}/takes/${take}`)).body;
  const bytes = Buffer.from(file.content, "base64");
  const { lines, crlf_bytes } = vectors.zengin_sougou;
  expect(bytes.length).toBe(crlf_bytes);
  const written = new TextDecoder("shift_jis").decode(bytes).split("\r\n").filter(Boolean);
  expect(masked(written)).toEqual(masked(lines));
});
