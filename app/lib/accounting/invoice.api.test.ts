import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { stored } from "~/lib/task/testing.server";
import { INVOICE_STATES, type InvoiceState } from "./invoice";
import { listInvoices } from "./invoice.read.server";
import { pintFaults } from "./pint.rules.testing";
import { order, shipped } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, kobai: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, kobai, suzuki, sato] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const priced = (price: string) => ({ unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
async function deliver(delivery_date: string, price: string, more: Record<string, unknown> = {}) {
  const card = await shipped(t, { ...priced(price), ...more });
  const made = await yamada.post("/deliveries", order([card], { delivery_date, buyer_id: card.buyer_id }));
  expect(made.status).toBe(201);
  return { ...(made.body as { key: number; number: string }), card };
}
const candidate = async (ym: number, closing_day = 20, name = "田中産業機械株式会社") =>
  (await yamada.get(`/closings?closing_day=${closing_day}&ym=${ym}`)).body.items.find(
    (item: any) => item.buyer_name === name,
  );
const close = (ym: number, more: Record<string, unknown> = {}) =>
  yamada.post("/closings", { ym, buyer_ids: ["tanaka"], ...more });

test("nothing delivered, nothing to close", async () => {
  expect(await candidate(202605)).toMatchObject({
    num_lines: 0,
    is_zero: true,
    problem: "今回の売上も残高もありません。",
    start_date: "2026-04-21",
    end_date: "2026-05-20",
  });
  expect(await close(202605)).toMatchObject({
    status: 409,
    body: { detail: "田中産業機械株式会社: 今回の売上も残高もありません。" },
  });
});

test("a month's notes become one qualified invoice, tax rounded once; closing twice is refused", async () => {
  const notes = [
    await deliver("2026-05-21", "105"),
    await deliver("2026-06-05", "105"),
    await deliver("2026-06-20", "105"),
  ];
  await deliver("2026-06-21", "9999");
  expect(await candidate(202606)).toMatchObject({
    subtotal: 315,
    tax: 31,
    total: 346,
    billed_now: 346,
    num_lines: 3,
    num_notes: 3,
    warnings: [],
    num_undelivered: 0,
    problem: null,
  });
  expect(await candidate(202607)).toMatchObject({
    problem: "2026年6月分が未締めです。先に2026年6月分を締めてください。",
    open_ym: 202606,
  });

  const trial = (await yamada.get("/closings/trial?ym=202606&buyer_ids=tanaka")).body.items;
  expect(trial).toMatchObject([
    {
      number: null,
      subtotal: 315,
      tax: 31,
      billed_now: 346,
      lines: [{ line_no: 1, delivery_number: notes[0]!.number }, {}, {}],
    },
  ]);
  expect((await yamada.get("/invoices")).body.total).toBe(0);

  const made = await close(202606, { note: "お振込手数料はご負担ください。" });
  expect(made).toMatchObject({
    status: 201,
    body: { invoices: [{ number: "S2606-0001", buyer_id: "tanaka" }] },
  });
  const { key } = made.body.invoices[0];
  expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({
    number: "S2606-0001",
    ym: 202606,
    start_date: "2026-05-21",
    end_date: "2026-06-20",
    invoice_date: "2026-06-20",
    due_date: "2026-07-20",
    prev_billed: 0,
    received: 0,
    adjustment: 0,
    carried_over: 0,
    by_rate: [{ tax_rate: 10, base: 315, tax: 31 }],
    billed_now: 346,
    invoice_basis: "monthly",
    seller: { registration_number: "T8700110005901", bank_accounts: [{ number: "0012345" }] },
    lines: [{ sales_date: "2026-05-21", price: 105 }, {}, {}],
    state: "overdue",
    paid: 0,
    open: 346,
    cannot_cancel: null,
    log: [{ kind: "issued" }],
  });
  expect((await yamada.get(`/deliveries/${notes[0]!.key}`)).body.seller.bank_accounts).toEqual([]);
  expect(await close(202606)).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(
        /^田中産業機械株式会社: 2026年6月分は締め済みです。.+さんが 20\d\d\/\d\d\/\d\d \d\d:\d\d に締め、請求書 S2606-0001 を発行しました。$/,
      ),
    },
  });
  expect(await candidate(202606)).toMatchObject({
    invoice_key: key,
    invoice_number: "S2606-0001",
    warnings: [],
    subtotal: 315,
    num_lines: 3,
    num_notes: 3,
  });
  expect((await yamada.get(`/deliveries/${notes[0]!.key}`)).body).toMatchObject({
    state: "billed",
    invoices: [{ number: "S2606-0001" }],
    log: [{ kind: "issued" }, { kind: "billed" }],
  });
  expect(
    (await yamada.get("/deliveries?state=billed")).body.items.map((row: any) => [
      row.number,
      row.invoice_number,
      row.invoice_ym,
    ]),
  ).toEqual([...notes].reverse().map((note) => [note.number, "S2606-0001", 202606]));
  expect((await yamada.get("/deliveries?state=issued")).body.items).toMatchObject([
    { delivery_date: "2026-06-21", invoice_number: null, invoice_ym: null },
  ]);
  expect(await yamada.post(`/deliveries/${notes[0]!.key}/cancel`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("S2606-0001") },
  });
  expect(await yamada.post(`/deliveries/${notes[0]!.key}/postpone`)).toMatchObject({ status: 409 });
  expect((await stored(t, notes[0]!.card.key)).log.at(-1)).toMatchObject({
    kind: "billed",
    reason: "請求書 S2606-0001",
  });
});

test("a note dated in a closed month is billed with the next, and a note can be put off", async () => {
  const late = await deliver("2026-06-10", "1000");
  expect((await yamada.get(`/deliveries/${late.key}`)).body.lines).toMatchObject([
    { sales_date: "2026-06-10", billing_ym: 202607 },
  ]);
  const off = await deliver("2026-07-01", "5000");
  expect(await yamada.post(`/deliveries/${off.key}/postpone`, { version: 1 })).toMatchObject({
    status: 201,
    body: { version: 2 },
  });
  expect((await yamada.get(`/deliveries/${off.key}`)).body).toMatchObject({
    lines: [{ billing_ym: 202608 }],
    log: [{}, { kind: "postponed", after: { billing_ym: 202608 } }],
  });
  expect(await candidate(202607)).toMatchObject({
    subtotal: 9999 + 1000,
    num_lines: 2,
    warnings: ["前の期間の納品が1件含まれます"],
  });
});

test("payments come off the next invoice, with the bank's fee as an adjustment; the summary carries on (R4-1)", async () => {
  const paid = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-07-20",
    lines: [
      { kind: "transfer", amount: "３００" },
      { kind: "fee", amount: 40 },
    ],
  });
  expect(paid).toMatchObject({ status: 201, body: { settled: [{ amount: 340 }], unapplied: 0 } });
  const [first] = (await yamada.get("/invoices?ym=202606")).body.items;
  expect(first).toMatchObject({ paid: 340, open: 6, state: "overdue" });
  expect(await yamada.post(`/invoices/${first.key}/cancel`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("入金") },
  });
  expect(await candidate(202607)).toMatchObject({
    prev_billed: 346,
    received: 300,
    adjustment: 40,
    carried_over: 6,
    subtotal: 10999,
    tax: 1099,
    billed_now: 6 + 12098,
  });
  const { key } = (await close(202607)).body.invoices[0];
  expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({
    number: "S2607-0001",
    carried_over: 6,
    total: 12098,
    billed_now: 12104,
    open: 12098,
  });
});

test("closings are undone newest first, lines return, the number stays and the next is a new one", async () => {
  const [june] = (await yamada.get("/invoices?ym=202606")).body.items;
  const [july] = (await yamada.get("/invoices?ym=202607")).body.items;
  expect(await yamada.post(`/invoices/${june.key}/cancel`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("S2607-0001 をあとから発行") },
  });
  expect(
    await yamada.post(`/invoices/${july.key}/cancel`, { reason: "単価の誤り", version: 1 }),
  ).toMatchObject({ status: 201 });
  expect((await yamada.get("/invoices?ym=202607&state=cancelled")).body.items).toMatchObject([
    { number: "S2607-0001", state: "cancelled", paid: null },
  ]);
  expect(await candidate(202607)).toMatchObject({ subtotal: 10999, carried_over: 6, problem: null });
  expect((await close(202607)).body.invoices).toMatchObject([{ number: "S2607-0002" }]);
  expect(await yamada.post(`/invoices/${july.key}/cancel`, { reason: "x" })).toMatchObject({ status: 409 });
});

test("too much money is kept as 前受: it comes off the next bill, and no invoice is paid of it by itself", async () => {
  const paid = await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-08-20",
    lines: [{ kind: "transfer", amount: 6 + 12098 + 2000 }],
  });
  expect(paid.body).toMatchObject({ settled: [{ amount: 6 }, { amount: 12098 }], unapplied: 2000 });
  expect(await candidate(202608)).toMatchObject({ subtotal: 5000, carried_over: -2000, billed_now: 3500 });
  const { key } = (await close(202608)).body.invoices[0];
  expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({ total: 5500, paid: 0, open: 5500 });
  expect((await yamada.get("/invoices?state=paid")).body.items.map((row: any) => row.ym)).toEqual([
    202607, 202606,
  ]);
  expect((await yamada.get("/invoices?state=overdue")).body.items.map((row: any) => row.ym)).toEqual([
    202608,
  ]);
  expect((await yamada.get("/invoices?state=unpaid")).body.items).toEqual([]);
  // Of all that stand, without what one carries over into the next; the page may hold fewer.
  const standing = (await yamada.get("/invoices")).body.items.filter((row: any) => row.state !== "cancelled");
  expect((await yamada.get("/invoices?size=1")).body.sums).toMatchObject({
    total: standing.reduce((sum: number, row: any) => sum + row.total, 0),
  });
  const named = (allocations: unknown) =>
    yamada.post("/payments", {
      buyer_id: "tanaka",
      payment_date: "2026-09-01",
      lines: [{ kind: "cash", amount: 6000 }],
      allocations,
    });
  expect(await named([{ invoice_key: key, amount: 5501 }])).toMatchObject({
    status: 422,
    body: { errors: { allocations: ["充当額 5,501円が、請求書の残額 5,500円を超えています。"] } },
  });
  expect(await named([{ invoice_key: key, amount: 5500 }])).toMatchObject({
    status: 201,
    body: { settled: [{ invoice_key: key, amount: 5500 }], unapplied: 500 },
  });
  expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({ state: "paid", open: 0 });
});

const periods = () =>
  tenant(
    t.db,
    { company_id: "yamada", username: "admin@yamada.example" },
    async (db) =>
      (
        await db.execute<any>(
          sql`select ym, start_date, end_date, invoice_key is null as empty from closed_period where buyer_id = 'tanaka' and ym > 202608 order by ym`,
        )
      ).rows,
    "read",
  );

test("a month without sales is closed on the way, or billed on request", async () => {
  await deliver("2026-11-10", "700");
  expect(await candidate(202610)).toMatchObject({
    is_zero: true,
    problem: null,
    billed_now: 5500 - 2000 - 6000,
  });
  expect(await close(202610)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("今回の売上がありません") },
  });
  expect((await close(202610, { with_zero: true })).body.invoices).toMatchObject([{ number: "S2610-0001" }]);
  expect(await periods()).toEqual([
    { ym: 202609, start_date: "2026-08-21", end_date: "2026-09-20", empty: true },
    { ym: 202610, start_date: "2026-09-21", end_date: "2026-10-20", empty: false },
  ]);
  const [october] = (await yamada.get("/invoices?ym=202610")).body.items;
  expect((await yamada.post(`/invoices/${october.key}/cancel`, { reason: "不要" })).status).toBe(201);
  expect(await periods()).toEqual([]);
});

test("what is closed is what was seen: a note, a payment or a cancellation in between is told with both figures, and nothing is issued", async () => {
  const { seen } = await candidate(202611);
  const late = await deliver("2026-11-15", "3000");
  const refused = async (before: string) => (await close(202611, { seen: [before] })).body.detail as string;
  expect(await refused(seen)).toBe(
    "他の人が更新しました。まだ発行していません。田中産業機械株式会社: 今回売上額 700円 → 3,700円、消費税 70円 → 370円、" +
      "今回請求額 -1,730円 → 1,570円、明細 1行 → 2行。新しい金額を確認してから、もう一度操作してください。",
  );
  const trial = `/closings/trial?ym=202611&buyer_ids=tanaka&seen=${encodeURIComponent(seen)}`;
  expect((await yamada.get(trial)).status).toBe(409);
  const then = (await candidate(202611)).seen as string;
  expect(
    (await yamada.get(`/closings/trial?ym=202611&buyer_ids=tanaka&seen=${encodeURIComponent(then)}`)).body
      .items,
  ).toMatchObject([{ subtotal: 3700 }]);
  await yamada.post(`/deliveries/${late.key}/cancel`, { reason: "誤り" });
  const other = await deliver("2026-11-15", "3000");
  expect(await refused(then)).toContain("明細または条件が変わりました");
  await yamada.post(`/deliveries/${other.key}/cancel`, { reason: "誤り" });
  expect((await yamada.get("/invoices?ym=202611")).body.total).toBe(0);
  for (const bad of ["tanaka", "tanaka:1.2", "x".repeat(300)])
    expect((await close(202611, { seen: [bad] })).status).toBe(422);
});

test("a period that has not ended asks before it is closed; months before the first closing have no figures", async () => {
  const december = await deliver("2026-11-21", "20");
  expect(await candidate(202612)).toMatchObject({
    is_unended: true,
    warnings: expect.arrayContaining([expect.stringContaining("期間の途中です")]),
  });
  expect(await candidate(202611)).toMatchObject({ is_unended: false });
  const asked = await close(202612);
  expect(asked).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("2026年11月分が未締めです") },
  });
  await yamada.post(`/deliveries/${december.key}/cancel`, { reason: "試し" });
  for (const ym of [202605, 202601]) {
    expect(await candidate(ym)).toMatchObject({
      is_past: true,
      received: 0,
      prev_billed: 0,
      billed_now: 0,
      subtotal: 0,
      num_lines: 0,
      invoice_key: null,
      problem: `2026年${ym % 100}月分は、最初に締めた2026年6月分より前です。締めるものはありません。`,
    });
  }
  expect(await candidate(202606)).toMatchObject({
    is_past: false,
    invoice_number: "S2606-0001",
    person: expect.any(String),
    issued_time: expect.any(String),
  });
});

test("the months on the way are closed with the next invoice", async () => {
  expect((await close(202611)).body.invoices).toMatchObject([{ number: "S2611-0001" }]);
  expect(await periods()).toMatchObject([
    { ym: 202609, empty: true },
    { ym: 202610, empty: true },
    { ym: 202611, empty: false },
  ]);
});

test("each state names in the list what is in it, long after the day too; what 前受 covers is never 期限超過", async () => {
  const who = { ...(await yamada.get("/users/self")).body, now: "2027-03-01T00:00:00.000Z" };
  const page = { sort: "-invoice_date", size: 50 };
  const listed = (state?: InvoiceState) =>
    tenant(t.db, who, async (db) => (await listInvoices(db, who, { ...page, state } as never)).items, "read");
  const all = await listed();
  for (const state of INVOICE_STATES)
    expect(await listed(state)).toEqual(all.filter((row) => row.state === state));
  expect(all.find(({ number }) => number === "S2611-0001")).toMatchObject({
    total: 770,
    billed_now: -1730,
    open: 770,
    state: "unpaid",
  });
});

test("a day of payment on a bank holiday moves as agreed, on what is issued from then on", async () => {
  const owner = await t.owner();
  const shift = (to: string) =>
    owner.query(
      "update collaboration set bank_shift = $1 where seller_id = 'yamada' and buyer_id = 'tanaka'",
      [to],
    );
  const [november] = (await yamada.get("/invoices?ym=202611")).body.items;
  expect(november).toMatchObject({ due_date: "2026-12-20" });
  await yamada.post(`/invoices/${november.key}/cancel`, { reason: "支払日の変更" });
  await shift("previous");
  expect(await candidate(202611)).toMatchObject({ due_date: "2026-12-18" });
  const { key } = (await close(202611)).body.invoices[0];
  await shift("next");
  expect((await yamada.get(`/invoices/${key}`)).body).toMatchObject({
    due_date: "2026-12-18",
    terms: { bank_shift: "previous" },
  });
  expect((await yamada.get(`/invoices/${november.key}`)).body).toMatchObject({
    due_date: "2026-12-20",
    terms: { bank_shift: "none" },
  });
  await shift("none");
});

test("goods that come back are a negative line with their 納品書, and carriage goes without a card; both reach the invoice", async () => {
  const sent = await deliver("2026-11-21", "1050", { num_items: "1" });
  const extra = (more: object) => ({
    buyer_id: "tanaka",
    delivery_date: "2026-12-10",
    grouping: "one",
    show_amounts: true,
    unusual_date: true,
    extras: [more],
  });
  const back = {
    kind: "return",
    name: "ブラケット",
    num_units: "1",
    unit_price: "500",
    unit: "piece",
    original_number: sent.number,
  };
  expect((await yamada.post("/deliveries", extra(back))).body.errors).toEqual({
    negative: [expect.stringContaining("マイナスです")],
  });
  const { key, number } = (await yamada.post("/deliveries", { ...extra(back), negative: true })).body;
  expect((await yamada.get(`/deliveries/${key}`)).body).toMatchObject({
    subtotal: -500,
    tax: -50,
    total: -550,
    destination: null,
    lines: [
      {
        name: "返品 ブラケット",
        num_units: "-1",
        price: -500,
        tax_rate: 10,
        original_date: "2026-11-21",
        original_number: sent.number,
        card_key: null,
      },
    ],
  });
  expect(
    (await yamada.post("/deliveries", { ...extra({ ...back, unit_price: "551" }), negative: true })).body
      .errors,
  ).toEqual({
    "extras[0].unit_price": ["返品が、元の納品書の残り（税抜¥550）を超えています"],
  });
  expect(
    (
      await yamada.post("/deliveries", {
        ...extra({ ...back, original_number: "N9999-0001" }),
        negative: true,
      })
    ).body.errors,
  ).toHaveProperty("extras[0].original_number");
  expect(
    (await sato.post("/deliveries", { ...extra(back), buyer_id: "suzuki", negative: true })).status,
  ).toBe(404);
  const refused = `この納品書の返品が納品書 ${number} にあるため取り消せません。先にその納品書を取り消してください。`;
  expect((await yamada.get(`/deliveries/${sent.key}`)).body.cannot_cancel).toBe(refused);
  expect(await yamada.post(`/deliveries/${sent.key}/cancel`, { reason: "誤り" })).toMatchObject({
    status: 409,
    body: { detail: refused },
  });
  expect(
    (await yamada.post("/deliveries", extra({ name: "送料", num_units: "1", unit_price: "1200" }))).status,
  ).toBe(201);
  expect((await yamada.post("/deliveries", { ...extra(back), extras: [] })).body.errors).toEqual({
    lines: ["納品するカードを選択してください"],
  });
  const {
    body: {
      items: [paper],
    },
  } = await yamada.get("/closings/trial?ym=202612&buyer_ids=tanaka");
  expect(paper ?? "none").toMatchObject({
    subtotal: 1750,
    tax: 175,
    by_rate: [{ tax_rate: 10, base: 1750, tax: 175 }],
    lines: expect.arrayContaining([
      expect.objectContaining({
        name: "返品 ブラケット",
        price: -500,
        delivery_number: number,
        original_number: sent.number,
        note: expect.stringContaining("元の納品 2026/11/21(土)"),
      }),
    ]),
  });
  expect(
    await tenant(
      t.db,
      { company_id: "yamada", username: "admin@yamada.example" },
      async (db) => (await db.execute(sql`select * from check_invariants()`)).rows,
      "read",
    ),
  ).toEqual([]);
});

test("two who close the same month at once: one invoice", async () => {
  await deliver("2026-11-21", "10");
  expect(await close(202612)).toMatchObject({
    status: 422,
    body: { errors: { unended: [expect.stringContaining("期間が終わっていません（2026/12/20(日)まで）")] } },
  });
  const answers = await Promise.all([1, 2].map(() => close(202612, { unended: true })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const again = await Promise.all(
    [1, 2].map(() => yamada.post("/closings", { ym: 202612, buyer_ids: ["tanaka"] }, "one key")),
  );
  expect(again.map(({ status }) => status)).toEqual([409, 409]);
});

test("where each note is the tax document, the invoice sums the notes' tax (R1-7)", async () => {
  const who = { company_id: "yamada", username: "admin@yamada.example" };
  await tenant(t.db, who, (db) =>
    db.execute(
      sql`update collaboration set invoice_basis = 'delivery_note', show_carry_over = false where buyer_id = 'suzuki'`,
    ),
  );
  for (const day of ["2026-10-01", "2026-10-15", "2026-10-31"])
    await deliver(day, "105", { buyer_id: "suzuki" });
  const card = await shipped(t, { buyer_id: "suzuki" });
  expect(
    await yamada.post("/deliveries", {
      ...order([card], { buyer_id: "suzuki", delivery_date: "2026-10-31" }),
      show_amounts: false,
    }),
  ).toMatchObject({
    status: 422,
    body: {
      errors: { show_amounts: ["この取引先は納品書ごとに消費税を計算します。金額を印字してください"] },
    },
  });
  expect(await candidate(202610, 31, "鈴木電装株式会社")).toMatchObject({
    subtotal: 315,
    tax: 30,
    total: 345,
    billed_now: 345,
  });
  await tenant(t.db, who, (db) =>
    db.execute(sql`update collaboration set invoice_basis = 'monthly' where buyer_id = 'suzuki'`),
  );
  await deliver("2026-10-31", "1", { buyer_id: "suzuki" });
  expect((await candidate(202610, 31, "鈴木電装株式会社")).problem).toContain("混ざっています");
});

test("the buyer sees its invoices without the seller's books; it can't close, cancel or pay", async () => {
  const [row] = (await tanaka.get("/invoices?ym=202611")).body.items;
  expect(row).toMatchObject({
    number: "S2611-0002",
    partner_name: "山田精機株式会社",
    paid: null,
    open: null,
    state: null,
  });
  expect((await tanaka.get(`/invoices/${row.key}`)).body).toMatchObject({
    billed_now: row.billed_now,
    state: null,
    paid: null,
    payments: [],
    cannot_cancel: expect.stringContaining("発行元だけ"),
  });
  // Beside a room the invoices nobody has opened are as many as the list shows that the line leads to.
  const unopened = async (person: Person) => {
    const { body } = await person.get("/chats/rooms/yamada_tanaka/context");
    const { count, href } = body.duties.find(({ label }: { label: string }) =>
      label.includes("開いていない請求書"),
    );
    const { total, items } = (await person.get(`/invoices?${href.split("?")[1]}`)).body;
    expect([href.split("?")[0], total, items.length]).toEqual(["/accounting/invoice", count, count]);
    return count;
  };
  const before = await unopened(tanaka);
  expect(before).toBeGreaterThan(1);
  expect(await unopened(yamada)).toBe(before);
  expect((await tanaka.post(`/invoices/${row.key}/view`)).body.version).toBe(2);
  for (const person of [tanaka, yamada]) expect(await unopened(person)).toBe(before - 1);
  expect((await yamada.get(`/invoices/${row.key}`)).body.viewed_time).not.toBeNull();
  expect((await tanaka.get("/closings")).status).toBe(403);
  expect((await tanaka.get("/closings/trial?ym=202611&buyer_ids=tanaka")).status).toBe(403);
  for (const path of ["/closings", `/invoices/${row.key}/cancel`, "/payments"])
    expect((await tanaka.post(path)).status).toBe(403);
});

test("other companies find nothing, and people without the accounting permission may not ask", async () => {
  const [{ key }] = (await yamada.get("/invoices?ym=202611")).body.items;
  for (const other of [sato, suzuki]) {
    expect((await other.get(`/invoices/${key}`)).status).toBe(404);
    expect((await other.get("/invoices")).body.items).toEqual([]);
    expect((await other.post(`/invoices/${key}/view`)).status).toBe(404);
  }
  expect((await sato.post(`/invoices/${key}/cancel`, { reason: "x" })).status).toBe(404);
  expect((await sato.post("/closings", { ym: 202611, buyer_ids: ["suzuki"] })).status).toBe(404);
  expect(
    (
      await sato.post("/payments", {
        buyer_id: "suzuki",
        payment_date: "2026-11-20",
        lines: [{ kind: "cash", amount: 1 }],
      })
    ).status,
  ).toBe(404);
  for (const person of [genba, kobai])
    for (const path of ["/invoices", `/invoices/${key}`]) expect((await person.get(path)).status).toBe(403);
  expect((await genba.get("/closings")).status).toBe(403);
  for (const path of ["/closings", `/invoices/${key}/cancel`, "/payments"])
    expect((await genba.post(path)).status).toBe(403);
});

test("the lines of 請求書 are listed by the filter of their list, cancelled ones told, for those who may see amounts", async () => {
  const { items } = (await yamada.get("/invoices/lines?ym=202611")).body;
  expect(items.map((line: any) => [line.number, line.cancelled_time !== null, line.price])).toEqual([
    ["S2611-0001", true, 700],
    ["S2611-0002", false, 700],
  ]);
  expect(items[1]).toMatchObject({
    ym: 202611,
    delivery_number: expect.stringMatching(/^N2611-/),
    partner_name: "田中産業機械株式会社",
    tax_rate: 10,
  });
  expect((await yamada.get("/invoices/lines?state=overdue")).body.items.length).toBe(
    (
      await Promise.all(
        (
          await yamada.get("/invoices?state=overdue")
        ).body.items.map(async ({ key }: any) => (await yamada.get(`/invoices/${key}`)).body.lines),
      )
    ).flat().length,
  );
  const unread = (await tanaka.get("/invoices?unviewed=on")).body.items;
  expect(unread.length).toBeGreaterThan(0);
  expect(await tanaka.get("/invoices/lines?unviewed=on")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(`請求書が${unread.length}件`) },
  });
  for (const { key } of unread) {
    expect((await yamada.get(`/invoices/${key}/xml`)).status).toBe(200);
    expect(await tanaka.get(`/invoices/${key}/xml`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("まだ確認していない請求書です") },
    });
    await tanaka.post(`/invoices/${key}/view`);
    expect((await tanaka.get(`/invoices/${key}/xml`)).status).toBe(200);
  }
  expect((await tanaka.get("/invoices/lines?ym=202611")).body.items.length).toBe(2);
  for (const other of [sato, suzuki])
    expect((await other.get("/invoices/lines?ym=202611")).body.items).toEqual([]);
  for (const person of [genba, kobai]) expect((await person.get("/invoices/lines")).status).toBe(403);
});

test("an invoice is given out as JP PINT to both sides, once it is cancelled to neither; a month's are listed without it", async () => {
  const { items } = (await yamada.get("/invoices/summary?ym=202611&closing_day=20")).body;
  expect((await yamada.get("/invoices/summary?ym=202611&closing_day=31")).body.items).toEqual([]);
  const { items: all } = (await yamada.get("/invoices?ym=202611")).body;
  const standing = all.filter((row: any) => row.state !== "cancelled");
  expect(items.map((row: any) => row.key).sort()).toEqual(standing.map((row: any) => row.key).sort());
  const [{ key, invoice_date, total }] = items;
  const day = invoice_date.replaceAll("-", "");
  for (const [person, partner] of [
    [yamada, "田中産業機械株式会社"],
    [tanaka, "山田精機株式会社"],
  ] as const) {
    const { status, body } = await person.get(`/invoices/${key}/xml`);
    expect([status, body.file_name]).toEqual([200, `${day}_${partner}_${total}.xml`]);
    expect(pintFaults(body.xml)).toEqual([]);
  }
  for (const other of [sato, suzuki]) expect((await other.get(`/invoices/${key}/xml`)).status).toBe(404);
  const cancelled = (await yamada.get("/invoices?state=cancelled")).body.items[0];
  expect(await yamada.get(`/invoices/${cancelled.key}/xml`)).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("取り消した請求書") },
  });
});

test("bad input names its field", async () => {
  const [{ key }] = (await yamada.get("/invoices?ym=202611")).body.items;
  const pay = { buyer_id: "tanaka", payment_date: "2026-11-20", lines: [{ kind: "cash", amount: 1 }] };
  const cases: [string, unknown, string][] = [
    ["/closings", { ym: 202613, buyer_ids: ["tanaka"] }, "ym"],
    ["/closings", { ym: "2026", buyer_ids: ["tanaka"] }, "ym"],
    ["/closings", { ym: 202611, buyer_ids: [] }, "buyer_ids"],
    ["/closings", { ym: 202611 }, "buyer_ids"],
    [`/invoices/${key}/cancel`, { reason: " " }, "reason"],
    [`/invoices/${key}/cancel`, { reason: "長".repeat(201) }, "reason"],
    ["/payments", { ...pay, payment_date: "13/1" }, "payment_date"],
    ["/payments", { ...pay, lines: [] }, "lines"],
    ["/payments", { ...pay, lines: [{ kind: "gold", amount: 1 }] }, "lines[0].kind"],
    ["/payments", { ...pay, lines: [{ kind: "cash", amount: "1.5" }] }, "lines[0].amount"],
    ["/payments", { ...pay, lines: [{ kind: "cash", amount: 0 }] }, "lines[0].amount"],
  ];
  for (const [path, body, field] of cases) {
    const answer = await yamada.post(path, body);
    expect([path, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([path, 422, [field]]);
  }
  expect((await yamada.get("/closings?ym=202699")).body.errors).toHaveProperty("ym");
  expect((await yamada.get("/invoices/9999999")).status).toBe(404);
  expect((await yamada.get("/invoices/x")).status).toBe(404);
});

test("a buyer's bank account is told to no seller: not on an invoice, a 納品書 or an order, not on those from before", async () => {
  const as = { company_id: "tanaka", username: "admin@tanaka.example" };
  const account = JSON.stringify([
    { bank_name: "秘密銀行", branch_name: "本店", kind: "普通", number: "7654321", holder: "タナカ" },
  ]);
  await tenant(t.db, as, (db) =>
    db.execute(sql`update factory set bank_accounts = ${account}::jsonb where id = 'tanaka'`),
  );
  const note = await deliver("2026-07-01", "7");
  const owner = await t.owner();
  await owner.query("update invoice set buyer = jsonb_set(buyer, '{bank_accounts}', $1::jsonb)", [account]);
  const {
    rows: [old],
  } = await owner.query("select key::int from invoice limit 1");
  const frozen = await owner.query(
    "select count(*)::int as n from delivery where buyer::text like '%秘密銀行%'",
  );
  await owner.end();
  for (const path of [`/invoices/${old.key}`, `/deliveries/${note.key}`])
    expect(JSON.stringify((await yamada.get(path)).body)).not.toContain("秘密銀行");
  expect(frozen.rows[0].n).toBe(0);
});
