import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import type { Preview } from "./journal.schema";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, sato] = await t.people("keiri@yamada", "admin@sato");
});
afterAll(() => t.stop());

const OCTOBER = { from: "2026-10-01", to: "2026-10-31", product: "moneyforward" };
const look = async (more: object = {}): Promise<Preview> =>
  (await yamada.get(`/journal/preview?${new URLSearchParams({ ...OCTOBER, ...more })}`)).body;
const give = async (more: object = {}) => {
  const { seen } = await look(more);
  return yamada.post("/journal/exports", { ...OCTOBER, ...more, seen });
};
const brief = ({ entries }: Pick<Preview, "entries">) =>
  entries.map(({ date, rows }) => [
    date,
    ...rows.map(({ debit, credit }) =>
      [debit, credit].map((side) => (side ? `${side.account} ${side.amount} ${side.tax}` : "")).join(" / "),
    ),
  ]);

/** As issuing left it: sato bills yamada for two days of deliveries, one before 経過措置 went down to 70 %. */
async function billed(number: string, day: string, registration_number: string | null) {
  const { rows } = await owner.query(
    `with made as (insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms,
        invoice_basis, tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now,
        issued_time)
      values ('sato', 'yamada', $1, $4, $2, $2, $2, '2026-11-30', $3, '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0,
        '[{"tax_rate":10,"base":30000,"tax":3000}]', 30000, 3000, 33000, 33000, now()) returning key)
    select key::int from made`,
    [number, day, { name: "佐藤工業", registration_number }, Number(`21${number.slice(2)}01`)],
  );
  return rows[0].key as number;
}
const EXPENSE = {
  partner_id: "sato",
  kind: "expense",
  bill_date: "2026-10-20",
  account: "freight",
  base_10: "1000",
  base_8: "500",
};

test("請求書 that came, expenses and payments come with the month, each once", async () => {
  await billed("S-1", "2026-10-31", "T8700110005901");
  await billed("S-2", "2026-10-30", null);
  const bill = (await yamada.post("/payables/bills", EXPENSE)).body.key;
  const debts = [{ debt: `b${bill}` }];
  const asked = { payment_date: "2026-10-25", kind: "transfer", debts, own_fee: "330" };
  const paid = (await yamada.post("/payables/payments", asked)).body.keys[0];
  expect(brief(await look())).toEqual([
    ["2026-10-20", "荷造運賃 1100 課税仕入 10% / 買掛金 1640 対象外", "荷造運賃 540 課税仕入 (軽)8% / "],
    [
      "2026-10-25",
      "買掛金 1640 対象外 / 普通預金 1640 対象外",
      "支払手数料 330 課税仕入 10% / 普通預金 330 対象外",
    ],
    ["2026-10-30", "外注加工費 33000 課税仕入 10% / 買掛金 33000 対象外"],
    ["2026-10-31", "外注加工費 33000 課税仕入 10% / 買掛金 33000 対象外"],
  ]);
  const made = await give();
  expect(made.status).toBe(201);
  const { content } = (await yamada.get(`/journal/exports/${made.body.key}`)).body;
  expect(content).toContain(",適格,33000,3000,");
  expect(content).toContain(",70％控除,33000,,");
  expect(content).toContain("経過措置 70%控除対象");
  expect((await look()).num_entries).toBe(0);
  await yamada.post(`/payables/payments/${paid}/cancel`, { reason: "誤り" });
  await yamada.post(`/payables/bills/${bill}/cancel`, { reason: "誤り" });
  const later = await look({ from: today(), to: today() });
  expect(brief(later)).toEqual([
    [today(), "買掛金 1640 対象外 / 荷造運賃 1100 課税仕入 10%", " / 荷造運賃 540 課税仕入 (軽)8%"],
    [
      today(),
      "普通預金 1640 対象外 / 買掛金 1640 対象外",
      "普通預金 330 対象外 / 支払手数料 330 課税仕入 10%",
    ],
  ]);
});

test("a 請求書 that its issuer cancels is turned round on that day, and restored with the next", async () => {
  const key = await billed("S-3", "2026-10-29", "T8700110005901");
  expect((await give()).status).toBe(201);
  const cancelled = await sato.post(`/invoices/${key}/cancel`, { reason: "誤り" });
  expect(cancelled.status).toBe(201);
  const range = { from: "2026-10-01", to: today() };
  const gone = (await look(range)).entries.filter(({ summary }) => summary.includes("S-3"));
  expect(gone.map(({ summary }) => summary)).toEqual([expect.stringContaining("仕入の取消 S-3")]);
});

test("a period given out before purchases were in it is not said to be late", async () => {
  await owner.query("update journal_export set has_purchases = false where company_id = 'yamada'");
  await billed("S-4", "2026-10-28", null);
  const november = await look({ from: "2026-11-01", to: "2026-11-30" });
  expect(november.entries.filter(({ summary }) => summary.includes("S-4"))).toEqual([]);
  expect((await look()).entries.map(({ summary }) => summary)).toContainEqual(expect.stringContaining("S-4"));
});

test("値引・返品 stands on the other side of its 科目, at the rate of its day", async () => {
  const credit = { ...EXPENSE, kind: "credit", bill_date: "2026-10-21", note: "返品", account: "material" };
  expect((await yamada.post("/payables/bills", credit)).status).toBe(201);
  const { entries } = await look({ from: "2026-10-21", to: "2026-10-21" });
  expect(brief({ entries })).toEqual([
    ["2026-10-21", "買掛金 1640 対象外 / 材料費 1100 課税仕入 10%", " / 材料費 540 課税仕入 (軽)8%"],
  ]);
  expect(entries[0]!.summary).toContain("仕入の値引・返品 経過措置 70%控除対象");
});

test("買掛金 of all that is given out is what the ledger says is owed", async () => {
  const all = { from: "2000-01-01", to: today(), product: "freee" };
  const sums = (await look(all)).accounts.find(({ account }) => account === "買掛金")!;
  const owed = (await yamada.get("/payables/due")).body.sums.open;
  expect(sums.credit - sums.debit).toBe(owed);
});

test("above 100 million yen a year of one who is not registered it is told, and the entries keep the rate (R1-11)", async () => {
  expect((await look({ from: "2026-11-01", to: "2026-11-30" })).caps).toEqual([]);
  const paper = { partner_id: "sato", kind: "expense", bill_date: "2026-11-10", account: "material" };
  const { body } = await yamada.post("/payables/bills", { ...paper, base_10: "100000000" });
  const november = await look({ from: "2026-11-01", to: "2026-11-30" });
  expect(november.caps).toEqual([expect.stringContaining("2026年の仕入は、¥110,")]);
  expect(november.entries.flatMap(({ rows }) => rows.map(({ debit }) => debit?.amount))).toContain(
    110_000_000,
  );
  expect((await look({ from: "2025-12-01", to: "2025-12-31" })).caps).toEqual([]);
  await yamada.post(`/payables/bills/${body.key}/cancel`, { reason: "誤り" });
  expect((await look({ from: "2026-11-01", to: "2026-11-30" })).caps).toEqual([]);
});
