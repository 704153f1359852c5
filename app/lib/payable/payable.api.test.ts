import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import { diceOf } from "~/lib/sample/world.clock.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, sato: Person, tanaka: Person;
let ym = 190_001;
const DAY = today();

/** As issuing left it: sato bills yamada. */
async function issued(total: number, day: string, day_due: string, more: { corrects?: number } = {}) {
  ym += ym % 100 === 12 ? 89 : 1;
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time,
      corrects, correction)
    values ('sato', 'yamada', $1, $2, $3, $3, $3, $4, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', $5, 0, $5, $5, now(),
      $6::bigint, case when $6::bigint is null then null else 'red' end) returning key`,
    [`S-${ym}`, ym, day, day_due, total, more.corrects ?? null],
  );
  return Number(rows[0].key);
}

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, sato, tanaka] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
  await operator(t.db, (tx) => createCollaboration(tx, "yamada", "sato", MONTH_END));
});
afterAll(() => t.stop());

const paper = (more: object = {}) => ({
  partner_id: "sato",
  kind: "invoice",
  number: `P-${ym++}`,
  bill_date: addDays(DAY, -20),
  account: "outsourcing",
  base_10: "10000",
  ...more,
});
const enter = async (more: object = {}) => {
  const made = await yamada.post("/payables/bills", paper(more));
  expect(made.status).toBe(201);
  return made.body.key as number;
};
const pay = (debts: object[], more: object = {}) =>
  yamada.post("/payables/payments", { payment_date: DAY, kind: "transfer", debts, ...more });
const due = async (query = "") => (await yamada.get(`/payables/due${query}`)).body;
const openOf = async (id: string) => (await due()).items.find((row: any) => row.id === id)?.open ?? 0;
const wrongs = async () =>
  (
    await owner.query(
      "select rule, detail from check_invariants() where rule = '6 payables' or detail like '%payout%'",
    )
  ).rows;

test("nothing owed: no row, no tile", async () => {
  expect(await due()).toMatchObject({ items: [], sums: { open: 0 } });
  expect((await yamada.get("/payables/summary")).body).toMatchObject({ balance: 0, overdue: 0, soon: 0 });
  expect((await genba.get("/payables/due")).status).toBe(403);
  expect((await tanaka.get("/payables/due")).status).toBe(403);
});

test("a paper 請求書: its tax and due date, its 登録番号 checked, the same number once, its file beside it", async () => {
  const given = paper({
    number: "紙-1",
    bill_date: "2026-10-31",
    received_date: "2026-10-05",
    base_8: "999",
  });
  const made = await yamada.post("/payables/bills", given);
  expect(made).toMatchObject({ status: 201, body: { notes: [] } });
  const { key } = made.body;
  expect((await yamada.get(`/payables/bills/${key}`)).body).toMatchObject({
    subtotal: 10_999,
    tax: 1079,
    total: 12_078,
    due_date: "2026-11-30",
    deduction: 70,
    deductible: 755,
    paid: 0,
    files: [],
  });
  expect(await yamada.post("/payables/bills", given)).toMatchObject({
    status: 422,
    body: { errors: { number: [expect.stringContaining("計上済み")] } },
  });
  expect(await yamada.post("/payables/bills", paper({ registration_number: "8700110005901" }))).toMatchObject(
    {
      status: 422,
      body: { errors: { registration_number: [expect.any(String)] } },
    },
  );
  expect(
    (await yamada.post("/payables/bills", paper({ registration_number: "T8700110005902" }))).body.notes,
  ).toEqual([expect.stringContaining("検査数字")]);
  expect(await yamada.post("/payables/bills", paper({ tax_10: "1100" }))).toMatchObject({
    status: 422,
    body: { errors: { tax_10: [expect.stringContaining("1,000")] } },
  });
  expect((await yamada.post("/payables/bills", paper({ tax_10: "1100", as_printed: true }))).status).toBe(
    201,
  );
  expect((await yamada.post("/payables/bills", paper({ base_10: "" }))).status).toBe(422);
  expect((await yamada.post("/payables/bills", paper({ partner_id: "tanaka" }))).status).toBe(404);
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
  const stored = await yamada.upload(`/payables/bills/${key}/files`, [{ name: "請求書.pdf", bytes: pdf }]);
  expect(stored).toMatchObject({ status: 201, body: [{ name: "請求書.pdf", owner_kind: "payable_bill" }] });
  const content = `/files/${stored.body[0].key}/content`;
  expect((await yamada.bytes(content)).status).toBe(200);
  expect((await sato.bytes(content)).status).toBe(404);
  expect((await genba.bytes(content)).status).toBe(404);
  expect(await yamada.delete(`/files/${stored.body[0].key}`)).toMatchObject({ status: 409 });
  expect((await sato.get(`/payables/bills/${key}`)).status).toBe(404);
});

test("a due date later than the law allows is said when the paper comes in (R2-5)", async () => {
  await owner.query(
    "update collaboration set toriteki = 'covered' where (seller_id, buyer_id) = ('sato', 'yamada')",
  );
  const made = await yamada.post(
    "/payables/bills",
    paper({ bill_date: "2026-10-31", received_date: "2026-09-21", due_date: "2026-11-30" }),
  );
  expect(made.body.notes).toEqual([expect.stringContaining("2026/11/19")]);
  const row = (await due("?on=2026-11-10")).items.find((one: any) => one.id === `b${made.body.key}`);
  expect(row).toMatchObject({ days: 51, left: 9, level: "soon", days_overdue: null });
});

test("several papers are paid at once, one in part, a credit taken off; the rest stays open", async () => {
  const [a, b] = [await enter(), await enter({ base_10: "20000" })];
  const credit = await issued(-3000, addDays(DAY, -5), DAY);
  const debts = [{ debt: `b${a}` }, { debt: `b${b}`, amount: 5000 }, { debt: `i${credit}` }];
  const plan = (
    await yamada.post("/payables/payments/preview", { payment_date: DAY, kind: "transfer", debts })
  ).body;
  expect(plan).toMatchObject({ amount: 13_000, sent: 13_000, partners: [{ partner_id: "sato" }] });
  const made = await pay(debts, { seen: plan.seen });
  expect(made).toMatchObject({ status: 201, body: { amount: 13_000 } });
  expect([await openOf(`b${a}`), await openOf(`b${b}`), await openOf(`i${credit}`)]).toEqual([0, 17_000, 0]);
  expect(await pay([{ debt: `b${b}`, amount: 1 }], { seen: plan.seen })).toMatchObject({ status: 409 });
  expect(await pay([{ debt: `b${b}`, amount: 17_001 }])).toMatchObject({
    status: 422,
    body: { errors: { "debts[0].amount": [expect.stringContaining("17,000円を超えて")] } },
  });
  expect(await pay([{ debt: `b${a}` }])).toMatchObject({ status: 422 });
  expect(await yamada.post(`/payables/bills/${b}/cancel`, { reason: "誤り" })).toMatchObject({ status: 409 });
  expect(await wrongs()).toEqual([]);
  const [key] = made.body.keys;
  expect((await sato.get(`/payables/payments/${key}`)).status).toBe(404);
  expect((await yamada.get("/payables/payments")).body).toMatchObject({
    items: [{ key, amount: 13_000, state: "done" }],
    sums: { amount: 13_000, fee: 0, sent: 13_000 },
  });
});

test("値引・返品 on paper is taken off what is paid next, says why, and of who is protected wants their fault (R2-9)", async () => {
  const bill = await enter({ base_10: "50000" });
  const credit = { kind: "credit", number: "", base_10: "3000", base_8: "100", note: "寸法不良 3個の返品" };
  expect((await yamada.post("/payables/bills", paper({ ...credit, note: "" }))).body.errors).toEqual({
    note: [expect.stringContaining("理由")],
  });
  expect((await yamada.post("/payables/bills", paper({ ...credit, account: "interest" }))).status).toBe(422);
  expect((await yamada.post("/payables/bills", paper({ ...credit, base_10: "-3000" }))).status).toBe(422);
  const before = (await due()).sums.open;
  expect(await yamada.post("/payables/bills", paper(credit))).toMatchObject({
    status: 422,
    body: { errors: { is_their_fault: [expect.stringContaining("責任のない値引・返品")] } },
  });
  const key = await enter({ ...credit, is_their_fault: true });
  expect((await yamada.get(`/payables/bills/${key}`)).body).toMatchObject({
    subtotal: -3100,
    tax: -308,
    total: -3408,
    problem: null,
  });
  expect(await openOf(`b${key}`)).toBe(-3408);
  expect((await due()).sums.open).toBe(before - 3408);
  expect(
    (await yamada.post("/payables/bills", paper({ ...credit, is_their_fault: true }))).body.errors,
  ).toEqual({ twice: [expect.stringContaining("同じ金額の値引・返品が")] });
  expect(await pay([{ debt: `b${key}` }])).toMatchObject({ status: 422 });
  const part = await pay([{ debt: `b${bill}` }, { debt: `b${key}`, amount: -408 }]);
  expect(part).toMatchObject({ status: 201, body: { amount: 54_592 } });
  expect(await openOf(`b${key}`)).toBe(-3000);
  const states = async (state: string) =>
    (await yamada.get(`/payables/bills?state=${state}`)).body.items.map((row: any) => row.key);
  expect([await states("part"), await states("paid")]).toEqual([
    expect.arrayContaining([key]),
    expect.arrayContaining([bill]),
  ]);
  expect(await yamada.post(`/payables/bills/${key}/cancel`, { reason: "誤り" })).toMatchObject({
    status: 409,
  });
  const { items } = (await yamada.get("/payables/records")).body;
  expect(items.find((row: any) => row.id === `b${key}`)).toMatchObject({
    total: -3408,
    paid: -408,
    open: -3000,
    credit_reason: "寸法不良 3個の返品",
  });
  expect((await yamada.get(`/payables/payments/${part.body.keys[0]}`)).body.parts).toContainEqual(
    expect.objectContaining({ reason: "値引・返品　外注加工費", amount: -408 }),
  );
  await yamada.post(`/payables/payments/${part.body.keys[0]}/cancel`, { reason: "試し" });
  expect(await yamada.post(`/payables/bills/${key}/cancel`, { reason: "誤り" })).toMatchObject({
    status: 201,
  });
  expect((await due()).sums.open).toBe(before);
  expect(await wrongs()).toEqual([]);
});

test("the last paper of who is dealt with no more is entered, paid, and gets its original later", async () => {
  const partners = async () => (await yamada.get("/payables/partners")).body.items;
  expect(await partners()).toEqual([{ id: "sato", name: "佐藤鈑金工業株式会社", is_active: true }]);
  await owner.query(
    "update collaboration set is_active = false where (seller_id, buyer_id) = ('sato', 'yamada')",
  );
  expect(await partners()).toMatchObject([{ id: "sato", is_active: false }]);
  expect((await genba.get("/payables/partners")).status).toBe(403);
  const key = await enter({ base_10: "12345" });
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
  expect((await yamada.upload(`/payables/bills/${key}/files`, [])).status).toBe(422);
  expect((await sato.upload(`/payables/bills/${key}/files`, [{ name: "a.pdf", bytes: pdf }])).status).toBe(
    404,
  );
  await yamada.upload(`/payables/bills/${key}/files`, [{ name: "原本.pdf", bytes: pdf }]);
  expect((await yamada.get(`/payables/bills/${key}`)).body.files).toMatchObject([{ name: "原本.pdf" }]);
  expect((await pay([{ debt: `b${key}` }], { twice: true })).status).toBe(201);
  await owner.query(
    "update collaboration set is_active = true where (seller_id, buyer_id) = ('sato', 'yamada')",
  );
});

test("記録 goes page by page through 請求書 and papers, each once, there and back", async () => {
  const page = async (query: string) => (await yamada.get(`/payables/records?${query}`)).body;
  const all = (await page("size=100")).items.map((row: any) => row.id);
  expect(new Set(all.map((id: string) => id[0]))).toEqual(new Set(["i", "b"]));
  const [seen, pages]: [string[], any[]] = [[], []];
  for (let next: string | null = "size=3"; next; ) {
    const found: any = await page(next);
    seen.push(...found.items.map((row: any) => row.id));
    pages.push(found);
    next = found.next ? `size=3&after=${encodeURIComponent(found.next)}` : null;
  }
  expect(seen).toEqual(all);
  const [first, second] = pages;
  const back = await page(`size=3&before=${encodeURIComponent(second.previous)}`);
  expect(back.items.map((row: any) => row.id)).toEqual(first.items.map((row: any) => row.id));
});

test("残高 by 締日, and what is owed says under which 登録番号 (R1-11)", async () => {
  const [bare, known] = [
    await enter({ received_date: "2026-09-30" }),
    await enter({ registration_number: "T8700110005901" }),
  ];
  const rows = (await due()).items;
  const deductionOf = (key: number) => rows.find((row: any) => row.id === `b${key}`).deduction;
  expect([deductionOf(bare), deductionOf(known)]).toEqual([80, 100]);
  expect((await yamada.get("/payables/summary")).body.closing_days).toEqual([31]);
  const by = async (day: number) => (await yamada.get(`/payables/balances?closing_day=${day}`)).body;
  expect((await by(31)).items).toMatchObject([{ partner_id: "sato" }]);
  expect(await by(20)).toMatchObject({ items: [], total: 0, sums: { balance: 0 } });
  for (const key of [bare, known]) await yamada.post(`/payables/bills/${key}/cancel`, { reason: "試し" });
});

test("a payment taken back leaves everything as before; twice is refused", async () => {
  const a = await enter();
  const made = await pay([{ debt: `b${a}` }]);
  const [key] = made.body.keys;
  expect(await openOf(`b${a}`)).toBe(0);
  expect(await yamada.post(`/payables/payments/${key}/cancel`, { reason: "", version: 1 })).toMatchObject({
    status: 422,
  });
  const cancel = () =>
    yamada.post(`/payables/payments/${key}/cancel`, { reason: "振込先の誤り", version: 1 });
  expect((await cancel()).status).toBe(201);
  expect((await cancel()).status).toBe(409);
  expect(await openOf(`b${a}`)).toBe(11_000);
  expect((await yamada.get(`/payables/payments/${key}`)).body).toMatchObject({
    cancel_reason: "振込先の誤り",
    parts: [{ id: `b${a}`, amount: 11_000 }],
  });
  expect((await yamada.post(`/payables/bills/${a}/cancel`, { reason: "二重" })).status).toBe(201);
  expect(await openOf(`b${a}`)).toBe(0);
  expect(await wrongs()).toEqual([]);
});

test("the same press twice, and two at once, pay once", async () => {
  const a = await enter({ base_10: "12345" });
  const body = { payment_date: DAY, kind: "cash", debts: [{ debt: `b${a}` }] };
  const key = crypto.randomUUID();
  const first = await yamada.post("/payables/payments", body, key);
  expect((await yamada.post("/payables/payments", body, key)).body).toEqual(first.body);
  const b = await enter({ base_10: "54321" });
  const both = await Promise.all([pay([{ debt: `b${b}` }]), pay([{ debt: `b${b}` }])]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const c = await enter({ base_10: "54321" });
  expect(await pay([{ debt: `b${c}` }])).toMatchObject({
    status: 422,
    body: { errors: { twice: [expect.stringContaining("二重では")] } },
  });
  expect((await pay([{ debt: `b${c}` }], { twice: true })).status).toBe(201);
});

test("no fee is taken off where the law forbids it, and interest is said before paying (R2-6, R2-8)", async () => {
  const late = await enter({
    bill_date: "2026-04-30",
    received_date: "2026-04-01",
    base_10: "1000000",
    base_0: "0",
  });
  const debts = [{ debt: `b${late}`, amount: 1_000_000 }];
  const asked = { payment_date: "2026-06-30", kind: "transfer", debts };
  const plan = await yamada.post("/payables/payments/preview", asked);
  expect(plan.body.partners[0].interest).toBe(12_400);
  expect(plan.body.notes).toEqual([expect.stringContaining("¥12,400")]);
  const part = { ...asked, debts: [{ debt: `b${late}`, amount: 100_000 }], own_fee: "440" };
  const made = await yamada.post("/payables/payments", part);
  expect((await yamada.get(`/payables/payments/${made.body.keys[0]}`)).body).toMatchObject({
    interest: 1240,
    own_fee: 440,
    amount: 100_000,
  });
  await yamada.post(`/payables/payments/${made.body.keys[0]}/cancel`, { reason: "試し" });
  expect(await yamada.post("/payables/payments", { ...asked, fee: "440" })).toMatchObject({
    status: 422,
    body: { errors: { fee: [expect.stringContaining("取適法")] } },
  });
  expect(await yamada.post("/payables/payments", { ...asked, kind: "bill" })).toMatchObject({ status: 422 });
  expect(
    await yamada.post("/payables/payments", { ...asked, kind: "densai", maturity_date: "2026-09-30" }),
  ).toMatchObject({
    status: 422,
    body: { errors: { maturity_date: [expect.stringContaining("支払期日")] } },
  });
  expect(await yamada.post("/payables/payments", { ...asked, payment_date: addDays(DAY, 61) })).toMatchObject(
    {
      status: 422,
      body: { errors: { payment_date: [expect.any(String)] } },
    },
  );
});

test("an agreed 相殺 lowers what we owe as it lowers what they are owed; a 赤 takes its 請求書 back", async () => {
  const key = await issued(9000, addDays(DAY, -9), DAY);
  expect(await openOf(`i${key}`)).toBe(9000);
  await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    select 'yamada', 'sato', 'Y-1', 180001, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis, tax_rounding,
      show_carry_over, 0, 0, 0, 0, '[]', 4000, 0, 4000, 4000, now() from invoice where key = $1`,
    [key],
  );
  const made = await yamada.post("/offsets", { partner_id: "sato", amount: 4000 });
  expect(made.status).toBe(201);
  const before = (await yamada.get("/payables/summary")).body.balance;
  expect((await sato.post(`/offsets/${made.body.key}/say`, { word: "agreed" })).status).toBe(201);
  expect((await yamada.get("/payables/summary")).body.balance).toBe(before - 4000);
  const ledger = (await yamada.get("/payables/ledger?partner_id=sato")).body;
  expect(ledger.items).toContainEqual(expect.objectContaining({ kind: "offset", paid: 4000 }));
  const red = await issued(7000, addDays(DAY, -8), DAY);
  await issued(-7000, DAY, DAY, { corrects: red });
  expect(await openOf(`i${red}`)).toBe(0);
});

test("a paper dated ahead is in 支払予定表 and in 計上一覧, and in no balance before its day", async () => {
  const coming = addDays(DAY, 40);
  const number = "先の請求書-1";
  const asked = { number, bill_date: coming, received_date: DAY };
  expect(await yamada.post("/payables/bills", paper(asked))).toMatchObject({
    status: 422,
    body: { errors: { unusual_date: [expect.any(String)] } },
  });
  const before = (await yamada.get("/payables/summary")).body.balance;
  const key = await enter({ ...asked, unusual_date: true });
  expect((await yamada.get("/payables/summary")).body.balance).toBe(before);
  expect((await due(`?q=${encodeURIComponent(number)}`)).items).toMatchObject([
    { id: `b${key}`, coming: true, open: 11_000, days_overdue: null },
  ]);
  expect((await due(`?on=${DAY}&ids=b${key}`)).items).toEqual([]);
  expect((await due(`?on=${coming}&ids=b${key}`)).items).toMatchObject([{ coming: false }]);
  const listed = async (query: string) =>
    (await yamada.get(`/payables/bills?q=${encodeURIComponent(number)}${query}`)).body.items;
  expect(await listed("&state=coming")).toMatchObject([{ key, number, state: "coming", total: 11_000 }]);
  expect(await pay([{ debt: `b${key}` }])).toMatchObject({ status: 422 });
  expect((await yamada.post(`/payables/bills/${key}/cancel`, { reason: "誤り" })).status).toBe(201);
  expect(await listed("")).toMatchObject([{ key, state: "cancelled" }]);
  expect((await sato.get("/payables/bills")).body.items).toEqual([]);
  expect((await due(`?ids=b${key}`)).items).toEqual([]);
});

test("what is paid or set off is looked for no more; taken back, it is again", async () => {
  const until = async (id: string) =>
    (
      await owner.query(
        "select until::text from payable_open where coalesce('i' || invoice_key, 'b' || bill_key) = $1",
        [id],
      )
    ).rows.map((row) => row.until);
  const [bill, invoice] = [`b${await enter()}`, `i${await issued(4400, addDays(DAY, -3), DAY)}`];
  expect([await until(bill), await until(invoice)]).toEqual([["infinity"], ["infinity"]]);
  const made = await pay([{ debt: bill }, { debt: invoice }]);
  expect([await until(bill), await until(invoice)]).toEqual([[DAY], [DAY]]);
  await yamada.post(`/payables/payments/${made.body.keys[0]}/cancel`, { reason: "誤り" });
  expect([await until(bill), await until(invoice)]).toEqual([["infinity"], ["infinity"]]);
  await yamada.post(`/payables/bills/${bill.slice(1)}/cancel`, { reason: "誤り" });
  await issued(-4400, DAY, DAY, { corrects: Number(invoice.slice(1)) });
  expect([await until(bill), await until(invoice)]).toEqual([[DAY], [DAY]]);
  expect(await wrongs()).toEqual([]);
});

test("balance = ledger = Σ papers − Σ parts, at any day, whatever was done", async () => {
  const dice = diceOf(16);
  const pick = (most: number) => (most === 0 ? 0 : dice.whole(0, most - 1));
  for (let step = 0; step < 60; step += 1) {
    const act = pick(5);
    const { items } = await due();
    const debt = items[pick(items.length)];
    if (act === 0 && step % 3 === 0)
      await enter({
        kind: "credit",
        base_10: String(1 + pick(900)),
        note: "返品",
        is_their_fault: true,
        twice: true,
      });
    else if (act === 0 || !debt)
      await enter({ base_10: String(1 + pick(90_000)), bill_date: addDays(DAY, -pick(80)) });
    else if (act === 1)
      await issued(pick(2) ? 1 + pick(50_000) : -1 - pick(900), addDays(DAY, -pick(60)), DAY);
    else if (act === 2 && debt.open > 0)
      await pay([{ debt: debt.id, amount: 1 + pick(debt.open) }], { twice: true });
    else if (act === 3) {
      const done = (await yamada.get("/payables/payments?state=done")).body.items;
      const one = done[pick(done.length)];
      if (one) await yamada.post(`/payables/payments/${one.key}/cancel`, { reason: "試し" });
    } else if (debt.id.startsWith("b"))
      await yamada.post(`/payables/bills/${debt.key}/cancel`, { reason: "試し" });
  }
  for (const back of [0, 1, 7, 30, 61, 200]) {
    const on = addDays(DAY, -back);
    const debts = (await due(`?on=${on}`)).sums.open;
    const row = (await yamada.get(`/payables/balances?on=${on}`)).body.sums;
    const ledger = (await yamada.get(`/payables/ledger?partner_id=sato&from=2026-01-01&to=${on}`)).body;
    expect([on, row.billed, row.balance - row.unbilled]).toEqual([on, debts, debts]);
    expect([on, ledger.closing, ledger.items.at(-1).balance]).toEqual([on, debts, debts]);
    const { rows } = await owner.query(
      `select (select coalesce(sum(total), 0) from invoice where (seller_id, buyer_id) = ('sato', 'yamada') and invoice_date <= $1)
        + (select coalesce(sum(total), 0) from payable_bill where bill_date <= $1 and (cancelled_date is null or cancelled_date > $1))
        - (select coalesce(sum(amount), 0) from payout_part where settled_date <= $1)
        - (select coalesce(sum(x.amount), 0) from offset_part x join offset_word w using (offset_key)
          where x.seller_id = 'sato' and w.word = 'agreed' and (w.said_time at time zone 'Asia/Tokyo')::date <= $1) as owed`,
      [on],
    );
    expect([on, Number(rows[0].owed)]).toEqual([on, debts]);
  }
  expect(await wrongs()).toEqual([]);
});
