import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import type { Preview } from "./journal.schema";

let t: TestApp;
let yamada: Person, admin: Person, tanaka: Person, genba: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, admin, tanaka, genba] = await t.people(
    "keiri@yamada",
    "admin@yamada",
    "admin@tanaka",
    "genba@yamada",
  );
});
afterAll(() => t.stop());

const JUNE = { from: "2026-06-01", to: "2026-06-30", product: "yayoi" };
const look = async (asked: Record<string, string> = JUNE): Promise<Preview> =>
  (await yamada.get(`/journal/preview?${new URLSearchParams(asked)}`)).body;
const give = (asked: Record<string, string>, seen: string, more = {}) =>
  yamada.post("/journal/exports", { ...asked, ...more, seen });
async function bill(delivery_date: string, price: string, ym: number) {
  const card = await shipped(t, { unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
  expect((await yamada.post("/deliveries", order([card], { delivery_date }))).status).toBe(201);
  const made = await yamada.post("/closings", { ym, buyer_ids: ["tanaka"] });
  expect(made.status).toBe(201);
  return made.body.invoices[0] as { key: number; number: string };
}
const brief = (shown: Pick<Preview, "entries">) =>
  shown.entries.map(({ date, rows }) => [
    date,
    ...rows.map(({ debit, credit }) =>
      [debit, credit].map((side) => side && `${side.account} ${side.amount}`).join(" / "),
    ),
  ]);

test("settings: usual names until the administrator sets the company's own; others may not", async () => {
  const before = (await yamada.get("/journal/rules")).body;
  expect(before).toMatchObject({
    version: 0,
    product: "yayoi",
    bank: "城南信用金庫",
    accounts: { sales: "売上高" },
  });
  const own = {
    ...before,
    accounts: { ...before.accounts, returns: "売上値引・返品" },
    tax_names: { yayoi: before.tax_names.yayoi },
  };
  expect((await yamada.put("/journal/rules", own)).status).toBe(403);
  expect((await tanaka.get("/journal/rules")).status).toBe(403);
  expect((await genba.get(`/journal/preview?${new URLSearchParams(JUNE)}`)).status).toBe(403);
  expect(
    (await admin.put("/journal/rules", { ...own, accounts: { ...own.accounts, sales: "" } })).body.errors,
  ).toEqual({
    "accounts.sales": ["科目（売上）を入力してください"],
  });
  expect((await admin.put("/journal/rules", own)).body).toMatchObject({
    version: 1,
    accounts: { returns: "売上値引・返品" },
  });
  expect((await admin.put("/journal/rules", own)).status).toBe(409);
});

test("a month's 請求書 and receipts come once; asked for again the file is the same", async () => {
  const { number } = await bill("2026-06-05", "15105", 202606);
  const paid = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-06-25",
    lines: [
      { kind: "transfer", amount: 16_000 },
      { kind: "fee", amount: 440 },
      { kind: "transfer", amount: 1_000 },
    ],
  });
  expect(paid.status).toBe(201);
  const shown = await look();
  const tax = Math.floor(15105 * 0.1);
  const total = 15105 + tax;
  expect(brief(shown)).toEqual([
    ["2026-06-20", `売掛金 ${total} / 売上高 ${total}`],
    [
      "2026-06-25",
      `普通預金 16000 / 売掛金 ${total}`,
      `売上値引・返品 440 / 前受金 ${17_440 - total}`,
      "普通預金 1000 / ",
    ],
  ]);
  expect(shown).toMatchObject({
    num_entries: 2,
    num_rows: 4,
    num_late: 0,
    num_before: 0,
    total: total + 17_440,
    refused: null,
  });
  for (const side of ["debit", "credit"] as const)
    expect(shown.accounts.reduce((sum: number, one: any) => sum + one[side], 0)).toBe(shown.total);

  expect((await give(JUNE, "0".repeat(16))).status).toBe(409);
  const made = await give(JUNE, shown.seen);
  expect(made).toMatchObject({
    status: 201,
    body: { num_entries: 2, first_no: 1, last_no: 2, exported_by: "山本 経子" },
  });
  const file = (await yamada.get(`/journal/exports/${made.body.key}`)).body.content as string;
  expect(file.split("\r\n")[0]).toBe(
    `2000,1,,2026/06/20,売掛金,田中産業機械株式会社,,対象外,${total},,売上高,,,課税売上込10%,${total},,田中産業機械株式会社 6月分請求 ${number},,,0,,,0,0,no`,
  );
  expect(await look()).toMatchObject({ num_entries: 0, num_before: 2 });
  expect((await give(JUNE, (await look()).seen)).body.detail).toContain("まだ出力していない仕訳はありません");
  expect((await yamada.get(`/journal/exports/${made.body.key}`)).body.content).toBe(file);
});

test("another product is given all of it, with numbers of its own", async () => {
  const asked = { ...JUNE, product: "moneyforward" };
  expect(await look(asked)).toMatchObject({ num_entries: 2, num_before: 0, entries: [{ no: 1 }, { no: 2 }] });
});

test("what changes a period that was given out comes with the next as an entry of its own", async () => {
  const { key, number } = await bill("2026-07-05", "30000", 202607);
  const late = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-06-28",
    lines: [{ kind: "cash", amount: 100 }],
    rest: "advance",
    allocations: [],
  });
  expect(late.status).toBe(201);
  const july = { ...JUNE, from: "2026-07-01", to: "2026-07-31" };
  const shown = await look(july);
  expect(shown.entries.map(({ no, late: added, date }: any) => [no, added, date])).toEqual([
    [3, true, "2026-06-28"],
    [4, false, "2026-07-20"],
  ]);
  expect((await give(july, shown.seen)).body).toMatchObject({
    num_entries: 2,
    num_late: 1,
    first_no: 3,
    last_no: 4,
  });

  expect((await yamada.post(`/invoices/${key}/cancel`, { reason: "単価の誤り" })).status).toBe(201);
  const back = await look({ ...JUNE, from: "2026-07-01", to: "2099-12-31" });
  expect(
    back.entries.map(({ summary, rows }: any) => [summary, rows[0].debit.account, rows[0].credit.account]),
  ).toEqual([[`田中産業機械株式会社 請求の取消 ${number}`, "売上高", "売掛金"]]);

  const all = { ...JUNE, from: "2026-07-01", to: "2099-12-31" };
  const next = async () => {
    const { entries, seen } = await look(all);
    expect((await give(all, seen)).status).toBe(201);
    return entries.map(({ summary, rows: [{ debit, credit }] }: any) => [
      summary,
      debit.account,
      credit.account,
      debit.amount,
    ]);
  };
  const made = await yamada.post("/closings", { ym: 202607, buyer_ids: ["tanaka"] });
  const [closed] = made.body.invoices;
  expect(await next()).toHaveLength(2);
  const sale = ["売掛金", "売上高", 33_000];
  const turned = ["売上高", "売掛金", 33_000];
  for (const [what, word, sides] of [
    ["cancel", "取消", turned],
    ["restore", "復元", sale],
    ["cancel", "取消", turned],
  ] as const) {
    expect((await yamada.post(`/invoices/${closed.key}/${what}`, { reason: "誤り" })).status).toBe(201);
    expect(await next()).toEqual([[`田中産業機械株式会社 請求の${word} ${closed.number}`, ...sides]]);
  }
});

test("赤黒 comes as the sale turned round and the new one; 売掛金 stays the sum of what is open", async () => {
  const { key, number } = await bill("2026-07-06", "10000", 202607);
  const before = (await yamada.get(`/invoices/${key}`)).body;
  const payment = {
    buyer_id: "tanaka",
    payment_date: "2026-07-31",
    lines: [{ kind: "cash", amount: 44_000 }],
  };
  const allocations = [{ invoice_key: key }];
  expect((await yamada.post("/payments", { ...payment, allocations })).status).toBe(201);
  const input = {
    mode: "red_black",
    reason: "単価の誤り",
    lines: before.lines.map(({ line_no, name, num_units, unit, unit_price }: any) => ({
      id: line_no,
      name,
      num_units,
      unit,
      unit_price: unit_price === "10000" ? "9000" : unit_price,
    })),
    carry_paid: true,
    due_date: "2027-01-31",
  };
  const { seen } = (await yamada.post(`/invoices/${key}/correction/preview`, input)).body;
  expect((await yamada.post(`/invoices/${key}/correction`, { ...input, seen })).status).toBe(201);
  const all = (await look({ from: "2026-07-06", to: "2099-12-31", product: "freee" })).entries;
  const sales = all.filter(({ source }) => source.startsWith("billed")).slice(-3);
  expect(
    sales.map(({ rows: [row] }) => [
      row?.debit?.account,
      row?.credit?.account,
      row?.debit?.amount,
      row?.credit?.tax,
    ]),
  ).toEqual([
    ["売掛金", "売上高", 44_000, "課税売上10%"],
    ["売上高", "売掛金", 44_000, "対象外"],
    ["売掛金", "売上高", 42_900, "課税売上10%"],
  ]);
  // The money stays with the 請求書 it came for: what the 赤 leaves pays the 黒 within 売掛金.
  expect(all.filter(({ source }) => source.startsWith("settled"))).toEqual([]);
  expect(sales[1]?.summary).toContain("の訂正");
  expect(sales[0]?.summary).toContain(number);

  // What was cancelled and closed anew under the same date is one sale of that month.
  const july = await look({ from: "2026-07-01", to: "2026-07-31", product: "freee" });
  const sold = july.accounts.filter(({ account }) => account === "売上高");
  expect(sold.map(({ debit, credit }) => credit - debit)).toEqual([44_000]);

  const whole = (await look({ from: "2020-01-01", to: "2099-12-31", product: "freee" })).accounts;
  const balance = (...accounts: string[]) =>
    whole
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, one) => sum + one.debit - one.credit, 0);
  const owner = await t.owner();
  const { rows } =
    await owner.query(`select (select coalesce(sum(total), 0) from invoice where cancelled_time is null and seller_id = 'yamada')
    - (select coalesce(sum(l.amount), 0) from payment_line l join payment p on p.key = l.payment_key where p.seller_id = 'yamada' and p.cancelled_time is null) as balance`);
  expect(balance("売掛金", "前受金")).toBe(Number(rows[0].balance));
});

test("two who press at once: one gives it out, the other is told", async () => {
  const asked = { ...JUNE, to: "2099-12-31" };
  const { seen } = await look(asked);
  const answers = await Promise.all([give(asked, seen), give(asked, seen)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("what Shift_JIS can't hold is named and asked about; nothing is out of order afterwards", async () => {
  const owner = await t.owner();
  await owner.query("update factory set name = '𠮷田産業' where id = 'tanaka'");
  const asked = { ...JUNE, product: "freee" };
  const shown = await look(asked);
  expect(shown.unwritable[0]).toEqual({ row: 1, char: "𠮷" });
  expect((await give(asked, shown.seen)).body.errors.replace[0]).toContain("Shift_JISで書けない文字");
  expect((await give(asked, shown.seen, { replace: true })).status).toBe(201);
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
});
