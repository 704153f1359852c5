import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator, tenant } from "~/lib/db/connection.server";
import { orderInput } from "~/lib/order/order.schema";
import { sendOrder } from "~/lib/order/order.send.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";
import vectors from "./receivable-vectors.json";

const MONTH_END = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, tanaka: Person, sato: Person;
let ym = 180_001;
/** As issuing left it. */
async function bill(seller_id: string, buyer_id: string, total: number, due: string): Promise<number> {
  ym += ym % 100 === 12 ? 89 : 1;
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    values ($1, $2, $3, $4, '2026-10-31', '2026-10-31', '2026-10-31', $5, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', $6, 0, $6, $6, now())
    returning key`,
    [seller_id, buyer_id, `${seller_id}-${ym}`, ym, due, total],
  );
  return Number(rows[0].key);
}

let ours: number[], theirs: number[];
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, tanaka, sato] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
  await operator(t.db, (tx) => createCollaboration(tx, "yamada", "sato", MONTH_END));
  const [{ in: asked }] = vectors.offset as [(typeof vectors.offset)[number]];
  ours = [
    await bill("yamada", "sato", 20_000, "2026-11-30"),
    await bill("yamada", "sato", Number(asked.ar) - 20_000, "2026-12-31"),
  ];
  theirs = [await bill("sato", "yamada", Number(asked.ap), "2026-11-30")];
});
afterAll(() => t.stop());

const books = async (person = yamada, partner_id = "sato") =>
  (await person.get(`/offsets/books?partner_id=${partner_id}`)).body;
const propose = (person: Person, partner_id: string, more: object = {}) =>
  person.post("/offsets", { partner_id, amount: 1000, ...more });
const say = (person: Person, key: number, word: string, words?: string) =>
  person.post(`/offsets/${key}/say`, { word, words });
const read = async (key: number, person = yamada) => (await person.get(`/offsets/${key}`)).body;
const billed = async (person: Person, buyer_id: string) =>
  (await person.get("/receivables")).body.items.find((row: any) => row.buyer_id === buyer_id).billed;
const standing = async () => [await billed(yamada, "sato"), await billed(sato, "yamada")];
const broken = async () => (await owner.query("select * from check_invariants() where rule like '6%'")).rows;

test("the smaller of both is proposed; only the other's word moves both ledgers (money.offset)", async () => {
  const [{ in: asked, out }] = vectors.offset as [(typeof vectors.offset)[number]];
  const before = [Number(asked.ar), Number(asked.ap)];
  expect((await yamada.get("/offsets/partners")).body.items).toMatchObject([{ partner_id: "sato" }]);
  const found = await books();
  expect(found).toMatchObject({
    receivable: before[0],
    payable: before[1],
    offset: out.offset,
    waiting: null,
  });
  const made = await propose(yamada, "sato", { amount: out.offset, words: "今月分です", seen: found.seen });
  expect(made).toMatchObject({ status: 201, body: { payment_key: null } });
  const { key } = made.body;
  expect(await standing()).toEqual(before);
  expect(await read(key, sato)).toMatchObject({
    state: "proposed",
    is_ours: false,
    ours: [{ invoice_key: theirs[0], amount: out.offset, open: before[1] }],
    theirs: [
      { invoice_key: ours[0], amount: 20_000 },
      { invoice_key: ours[1], amount: out.offset - 20_000 },
    ],
    may: ["agreed", "refused"],
    words: [{ word: "proposed", words: "今月分です" }],
  });
  expect((await sato.get("/notices")).body.items[0]).toMatchObject({
    text: "山田精機株式会社：相殺の提案が届きました",
    path: `/accounting/receivable/offset/${key}`,
  });
  expect((await say(yamada, key, "agreed")).status).toBe(409);
  const agreed = await Promise.all([say(sato, key, "agreed"), say(sato, key, "agreed")]);
  expect(agreed.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await standing()).toEqual([out.ar, out.ap]);
  const mine = await read(key);
  expect(mine).toMatchObject({ state: "agreed", offset_date: today(), may: ["cancel_asked"] });
  expect((await yamada.get(`/payments/${mine.payment_key}`)).body).toMatchObject({
    offset_key: key,
    lines: [{ kind: "offset", amount: out.offset }],
    unapplied: 0,
    cannot_cancel: expect.stringContaining("相手と合意した相殺"),
  });
  expect((await yamada.get(`/payments/${mine.payment_key}/offset`)).body.agreement).toMatchObject({
    key,
    proposed: expect.stringContaining("山田精機株式会社"),
    agreed: expect.stringContaining("佐藤"),
    theirs: [{ amount: out.offset }],
  });
  expect(await broken()).toEqual([]);

  // Neither takes its own side back alone.
  expect((await yamada.post(`/payments/${mine.payment_key}/cancel`, { reason: "x" })).status).toBe(409);
  const { allocations } = (await yamada.get(`/payments/${mine.payment_key}`)).body;
  expect((await yamada.post(`/payments/settlements/${allocations[0].key}/undo`, {})).status).toBe(409);
  expect((await say(yamada, key, "cancel_asked")).body.errors).toHaveProperty("words");
  expect((await say(yamada, key, "cancel_asked", "請求書の誤り")).status).toBe(201);
  expect((await say(yamada, key, "cancelled")).status).toBe(409);
  expect(await standing()).toEqual([out.ar, out.ap]);
  expect((await say(sato, key, "cancel_refused", "合っています")).status).toBe(201);
  expect((await read(key)).state).toBe("agreed");
  await say(sato, key, "cancel_asked", "やはり誤りでした");
  expect((await say(yamada, key, "cancelled")).status).toBe(201);
  expect(await standing()).toEqual(before);
  expect(await read(key)).toMatchObject({ state: "cancelled", may: [] });
  const payment = (await sato.get(`/payments/${(await read(key, sato)).payment_key}`)).body;
  expect(payment).toMatchObject({
    cancelled_date: expect.any(String),
    allocations: [{ undone_date: expect.any(String) }],
  });
  expect(await broken()).toEqual([]);
});

test("both at once make one proposal; what has changed since is not agreed to; refused or withdrawn, a new one may come", async () => {
  const both = await Promise.all([propose(yamada, "sato"), propose(sato, "yamada")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const key = both.find(({ status }) => status === 201)!.body.key as number;
  const [from, to] = both[0]!.status === 201 ? [yamada, sato] : [sato, yamada];
  expect((await books()).waiting).toBe(key);
  expect((await say(to, key, "refused")).body.errors).toHaveProperty("words");
  expect((await say(to, key, "refused", "来月にしてください")).status).toBe(201);
  expect((await say(from, key, "withdrawn")).body.detail).toContain("「断り」");

  const { seen } = await books();
  const paid = await sato.post("/payments", {
    buyer_id: "yamada",
    payment_date: today(),
    lines: [{ kind: "transfer", amount: 10_000 }],
  });
  expect(paid.status).toBe(201);
  expect((await propose(yamada, "sato", { seen })).body.detail).toContain(
    "相手の請求書の残 45,000円 → 35,000円",
  );
  const next = (await propose(yamada, "sato", { amount: 30_000 })).body.key as number;
  await sato.post("/payments", {
    buyer_id: "yamada",
    payment_date: today(),
    lines: [{ kind: "transfer", amount: 10_000 }],
    twice: true,
  });
  expect((await read(next, sato)).moved).toContain("相殺額 30,000円に対して残 25,000円");
  expect((await say(sato, next, "agreed")).body.detail).toContain("もう一度提案してください");
  expect(await standing()).toEqual([120_000, 25_000]);
  expect((await say(yamada, next, "withdrawn")).status).toBe(201);

  const chosen = { ours: [{ invoice_key: ours[1], amount: 5000 }], amount: 5000 };
  const exact = (await propose(yamada, "sato", chosen)).body.key as number;
  expect((await say(sato, exact, "agreed")).status).toBe(201);
  expect((await yamada.get(`/invoices/${ours[1]}`)).body).toMatchObject({ open: 95_000 });
  expect((await yamada.get("/offsets")).body.items.map((row: any) => [row.amount, row.state])).toEqual([
    [5000, "agreed"],
    [30_000, "withdrawn"],
    [1000, "refused"],
    [45_000, "cancelled"],
  ]);
  expect((await yamada.get("/offsets?state=agreed")).body.items).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test("more than is owed, other invoices, a partner that bills nothing or a third company are refused", async () => {
  expect((await propose(yamada, "sato", { amount: 25_001 })).body.errors).toHaveProperty("amount");
  const foreign = { ours: [{ invoice_key: theirs[0], amount: 1000 }] };
  expect((await propose(yamada, "sato", foreign)).body.errors.ours[0]).toContain("残額のない請求書");
  const short = { ours: [{ invoice_key: ours[0], amount: 999 }] };
  expect((await propose(yamada, "sato", short)).body.errors.ours[0]).toContain("相殺額と違います");
  expect((await propose(yamada, "tanaka")).status).toBe(404);
  expect((await propose(sato, "tanaka")).status).toBe(404);
  expect((await propose(genba, "sato")).status).toBe(403);
  expect((await tanaka.get("/offsets")).status).toBe(403);
  const [{ key }] = (await yamada.get("/offsets")).body.items;
  expect((await say(genba, key, "cancel_asked", "x")).status).toBe(403);
  // A receipt on paper stays a matter of one side.
  const paper = await yamada.post("/payments", {
    buyer_id: "sato",
    payment_date: addDays(today(), -1),
    lines: [{ kind: "offset", amount: 1000 }],
  });
  expect((await yamada.get(`/payments/${paper.body.key}`)).body).toMatchObject({
    offset_key: null,
    cannot_cancel: null,
  });
  expect((await yamada.get(`/payments/${paper.body.key}/offset`)).body.agreement).toBeNull();
});

test("有償支給 whose goods are not paid yet is said before anything is set off, of both directions (R2-11)", async () => {
  const day = today();
  const input = orderInput.parse({
    seller_id: "sato",
    order_date: day,
    delivery_date: addDays(day, 14),
    destination: "本社",
    inspection_days: 7,
    lines: [{ name: "箱", num_items: "10", unit_price: "80" }],
  });
  // As 外注 of one of its cards does.
  const who = someone("yamada", "seller");
  const { key: order_key } = await tenant(t.db, who, (db) => sendOrder(db, who, input));
  const supplied = {
    seller_id: "sato",
    kind: "paid",
    item: "SUS304 t2",
    unit: "枚",
    quantity: "10",
    unit_price: "450",
    move_date: day,
    order_key,
    line_no: 1,
  };
  expect((await yamada.post("/supplies", supplied)).status).toBe(201);
  const [early] = (await books()).early;
  expect(early).toMatchObject({ item: "SUS304 t2", price: 4500, is_ours: true });
  expect(early.settlement_from > day).toBe(true);
  expect((await books(sato, "yamada")).early).toMatchObject([{ price: 4500, is_ours: false }]);
  expect((await books(yamada, "tanaka")).early ?? []).toEqual([]);
});
