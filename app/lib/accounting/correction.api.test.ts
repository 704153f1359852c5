import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { INVOICE_STATES } from "./invoice";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("keiri@yamada", "admin@tanaka", "admin@sato");
  owner = await t.owner();
});
afterAll(() => t.stop());

const broken = async () => (await owner.query("select rule, detail from check_invariants()")).rows;
async function deliver(delivery_date: string, price: string, num = "1") {
  const card = await shipped(t, { unit_price: price, num_items: num, num_units: num, num_good: num });
  const made = await yamada.post("/deliveries", order([card], { delivery_date }));
  expect(made.status).toBe(201);
  return made.body as { key: number; number: string };
}
async function close(ym: number): Promise<number> {
  const made = await yamada.post("/closings", { ym, buyer_ids: ["tanaka"], unended: true });
  expect(made.status).toBe(201);
  return made.body.invoices[0].key;
}
const read = async (key: number) => (await yamada.get(`/invoices/${key}`)).body;
const typedLines = (doc: any) =>
  doc.lines.map(({ line_no, name, num_units, unit, unit_price }: any) => ({
    id: line_no,
    name,
    num_units,
    unit,
    unit_price,
  }));
const correct = (key: number, more: Record<string, unknown>, what = "correction") =>
  yamada.post(`/invoices/${key}/${what}`, { reason: "単価の誤り", ...more });

test("赤黒 of a closed and partly paid month: to the yen, linked both ways, what was paid goes to the 黒", async () => {
  const notes = [await deliver("2026-06-01", "12345", "3"), await deliver("2026-06-02", "999")];
  const key = await close(202606);
  await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-07-20",
    lines: [{ kind: "transfer", amount: 10_000 }],
  });
  const doc = await read(key);
  const lines = typedLines(doc);
  lines[0].unit_price = "12000";
  lines.splice(1, 1, { name: "運賃", num_units: "1", unit_price: "500" });
  const input = { mode: "red_black", lines, carry_paid: true, due_date: "2027-01-31" };
  const shown = (await correct(key, input, "correction/preview")).body;
  expect(shown).toMatchObject({
    red: { subtotal: -doc.subtotal, tax: -doc.tax, total: -doc.total },
    black: { subtotal: 36_500, tax: 3650, total: 40_150 },
    is_credit_note: true,
    settled: doc.total - 10_000,
    left: 10_000,
    carried: 10_000,
    num_freed: 1,
  });
  const made = await correct(key, { ...input, seen: shown.seen });
  expect(made.status).toBe(201);
  const [black, red] = await Promise.all(made.body.invoices.map((one: any) => read(one.key)));
  expect(red).toMatchObject({
    correction: "red",
    original: { key, number: doc.number },
    start_date: doc.start_date,
    lines: [{ num_units: "-3", unit_price: "12345", price: -37_035, sales_date: "2026-06-01" }, {}],
  });
  expect(black).toMatchObject({
    correction: "black",
    due_date: "2027-01-31",
    paid: 10_000,
    open: 30_150,
    original: { key },
    lines: [
      { delivery_number: notes[0]!.number, price: 36_000 },
      { name: "運賃", delivery_key: null, sales_date: doc.end_date },
    ],
  });
  expect(await read(key)).toMatchObject({
    state: "corrected",
    open: 0,
    corrections: [{ correction: "red" }, { correction: "black" }],
    cannot_correct: expect.stringContaining("訂正済み"),
    cannot_cancel: expect.stringContaining("訂正済み"),
    log: [{ kind: "issued" }, { kind: "reversed", reason: "単価の誤り" }],
  });
  // 締め済み names what stands now, with its sum.
  const closed = (await yamada.get("/closings?closing_day=20&ym=202606")).body.items;
  expect(closed.find((one: any) => one.buyer_id === "tanaka")).toMatchObject({
    invoice_key: black.key,
    invoice_number: black.number,
    total: 40_150,
  });
  // What the 黒 leaves out is billed with the next closing, what it words anew is not.
  expect((await yamada.get(`/deliveries/${notes[1]!.key}`)).body.state).not.toBe("billed");
  expect((await yamada.get(`/deliveries/${notes[0]!.key}`)).body.state).toBe("billed");
  expect(await correct(key, { mode: "red", version: 1 })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("に「赤伝で訂正」をしました") },
  });
  const next = await yamada.get("/closings?closing_day=20&ym=202611");
  expect(next.body.items.find((one: any) => one.buyer_id === "tanaka").open_ym).toBeNull();
  // Not with a month before the 赤: that one still carries over what they were billed by.
  const { items } = (await yamada.get("/closings/rows?buyer_id=tanaka&ym=202607")).body;
  expect(items).toMatchObject([{ is_later: true, billing_ym: red.ym }]);
  const rows = [`${items[0].delivery_key}.${items[0].delivery_line_no}`];
  const edit = { buyer_id: "tanaka", ym: 202607, rows, later: [], version: 0 };
  expect(await yamada.post("/closings/rows", edit)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("赤伝で未請求に戻った明細は") },
  });
  const freed = items[0].delivery_key;
  expect((await yamada.post(`/deliveries/${freed}/postpone`, { back: true })).status).toBe(201);
  const { rows: later } = await owner.query(
    "select billing_ym from delivery_line where billing_ym is not null",
  );
  expect(later).toEqual([{ billing_ym: red.ym }]);
  const ours = [key, black.key, red.key];
  const due = (await tanaka.get("/payables?from=2020-01-01")).body;
  expect(due.items.filter((one: any) => ours.includes(one.key))).toMatchObject([{ key: black.key }]);
  expect(due.sums.total).toBe(40_150);
  expect(await broken()).toEqual([]);
});

test("what a 赤 took back is 訂正済 for both, in the list, its filter and its CSV, and never 入金済", async () => {
  const listed = async (person: Person, query = "") =>
    (await person.get(`/invoices?size=100${query}`)).body.items.map((one: any) => [one.key, one.state]);
  const all = await listed(yamada);
  expect(all.filter(([, state]: string[]) => state === "corrected")).toHaveLength(1);
  for (const state of INVOICE_STATES)
    expect(await listed(yamada, `&state=${state}`)).toEqual(all.filter((one: string[]) => one[1] === state));
  const [[key]] = await listed(yamada, "&state=corrected");
  expect(await listed(tanaka)).toContainEqual([key, "corrected"]);
  const { items } = (await yamada.get("/invoices?state=corrected")).body;
  expect(await read(items[0].corrected_by)).toMatchObject({ correction: "black", original: { key } });
});

test("赤 alone returns its lines to 未請求; the 黒 of before may be corrected again", async () => {
  const { items } = (await yamada.get("/invoices")).body;
  const detail = await Promise.all(items.map((one: any) => read(one.key)));
  const black = detail.find((one: any) => one.correction === "black");
  const made = await correct(black.key, { mode: "red" });
  expect(made.status).toBe(201);
  expect(await read(made.body.invoices[0].key)).toMatchObject({ total: -black.total, corrections: [] });
  expect((await yamada.get("/invoices/billable?buyer_id=tanaka")).body.items).toHaveLength(2);
  expect(await broken()).toEqual([]);
});

test("訂正版 keeps the number and the period while nobody has opened it; afterwards only 赤黒", async () => {
  await deliver("2026-06-30", "8000");
  const key = await close(202607);
  const doc = await read(key);
  const lines = typedLines(doc).map((line: any) => ({ ...line, unit_price: "7" }));
  const made = await correct(key, { mode: "revision", lines });
  expect(made.status).toBe(201);
  const again = await read(made.body.invoices[0].key);
  expect(again).toMatchObject({
    number: doc.number,
    revision: 2,
    ym: doc.ym,
    prev_billed: doc.prev_billed,
    carried_over: doc.carried_over,
    original: { key },
    cannot_cancel: null,
  });
  expect(await read(key)).toMatchObject({
    cancelled_time: expect.any(String),
    corrections: [{ revision: 2 }],
  });
  expect(await yamada.post(`/invoices/${key}/restore`, { reason: "x" })).toMatchObject({ status: 409 });
  expect(await broken()).toEqual([]);
  await yamada.post("/invoices/send", { keys: [again.key], channel: "paper" });
  expect(await correct(again.key, { mode: "revision", lines })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("紙で渡している") },
  });
  await tanaka.post(`/invoices/${again.key}/view`);
  expect(await correct(again.key, { mode: "revision", lines })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("閲覧") },
  });
  expect(await yamada.post(`/invoices/${again.key}/cancel`, { reason: "試し" })).toMatchObject({
    status: 201,
  });
  expect(await broken()).toEqual([]);
});

test("復元: the same number is the closing again where nothing followed, and not where anything did", async () => {
  const key = await close(202607);
  const before = await read(key);
  expect(await yamada.post(`/invoices/${key}/restore`, { reason: "x" })).toMatchObject({ status: 409 });
  await yamada.post(`/invoices/${key}/cancel`, { reason: "間違い" });
  const back = await yamada.post(`/invoices/${key}/restore`, { reason: "取消の誤り" });
  expect(back.status).toBe(201);
  expect(await read(key)).toMatchObject({
    number: before.number,
    cancelled_time: null,
    state: before.state,
    log: [{}, { kind: "cancelled" }, { kind: "restored", reason: "取消の誤り" }],
  });
  expect(await broken()).toEqual([]);
  await yamada.post(`/invoices/${key}/cancel`, { reason: "間違い" });
  const late = await deliver("2026-07-10", "5");
  expect(await yamada.post(`/invoices/${key}/restore`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("もう一度締めて") },
  });
  await yamada.post(`/deliveries/${late.key}/cancel`, { reason: "x" });
  await yamada.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-07-01",
    lines: [{ kind: "transfer", amount: 7 }],
  });
  expect(await yamada.post(`/invoices/${key}/restore`, { reason: "x" })).toMatchObject({ status: 409 });
  await close(202607);
  expect(await yamada.post(`/invoices/${key}/restore`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("あとから発行") },
  });
  expect(await broken()).toEqual([]);
});

test("nothing is corrected unseen, by others, with lines of another 請求書, or twice at once", async () => {
  await deliver("2026-07-22", "400");
  const key = await close(202608);
  const lines = typedLines(await read(key));
  for (const what of ["correction", "correction/preview"])
    expect(await correct(key, { mode: "red_black", lines }, what)).toMatchObject({
      status: 422,
      body: { errors: { unchanged: [expect.stringContaining("変わった所がありません")] } },
    });
  const same = { mode: "red_black", lines, unchanged: true };
  const { seen } = (await correct(key, same, "correction/preview")).body;
  const other = [{ ...lines[0], unit_price: "401" }];
  expect(await correct(key, { mode: "red_black", lines: other, seen })).toMatchObject({ status: 409 });
  const strange = [{ ...lines[0], id: 99 }];
  expect(await correct(key, { mode: "red_black", lines: strange })).toMatchObject({ status: 422 });
  expect(await correct(key, { mode: "red_black", lines: [lines[0], lines[0]] })).toMatchObject({
    status: 422,
  });
  expect(await correct(key, { mode: "red_black", lines: [] })).toMatchObject({ status: 422 });
  expect((await sato.post(`/invoices/${key}/correction`, { mode: "red", reason: "x" })).status).toBe(404);
  expect((await tanaka.post(`/invoices/${key}/correction`, { mode: "red", reason: "x" })).status).toBe(403);
  expect((await sato.post(`/invoices/${key}/restore`, { reason: "x" })).status).toBe(404);
  const both = await Promise.all([
    correct(key, { mode: "red" }),
    correct(key, { mode: "red_black", lines: other }),
    yamada.post(`/invoices/${key}/cancel`, { reason: "x" }),
  ]);
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test("the tie between a 赤伝 and what it takes back stays, also of one below zero", async () => {
  const made = await yamada.post("/invoices", {
    buyer_id: "tanaka",
    invoice_date: "2026-09-01",
    due_date: "2026-09-30",
    lines: [],
    extras: [{ name: "値引", num_units: "1", unit_price: "-1000" }],
    negative: true,
  });
  expect(made.status).toBe(201);
  expect((await correct(made.body.key, { mode: "red" })).status).toBe(201);
  const { rows } = await owner.query("select key from settlement where credit_key = $1", [made.body.key]);
  expect(rows).toHaveLength(1);
  const undone = await yamada.post(`/payments/settlements/${rows[0].key}/undo`, { reason: "x" });
  expect(undone).toMatchObject({ status: 409, body: { detail: expect.stringContaining("赤伝と元の") } });
  expect(await broken()).toEqual([]);
});

test("where each 納品書 is taxed by itself, a 黒 without a line and what bills it later bear its tax together", async () => {
  const basis = (to: string) =>
    owner.query("update collaboration set invoice_basis = $1 where buyer_id = 'tanaka'", [to]);
  await basis("delivery_note");
  const piece = { unit_price: "105", num_items: "1", num_units: "1", num_good: "1" };
  const cards = [await shipped(t, piece), await shipped(t, piece)];
  const note = (await yamada.post("/deliveries", order(cards, { delivery_date: "2026-09-25" }))).body;
  const day = { buyer_id: "tanaka", invoice_date: "2026-09-25", due_date: "2026-12-31" };
  const lines = [`${note.key}.1`, `${note.key}.2`];
  const { key } = (await yamada.post("/invoices", { ...day, lines })).body;
  const doc = await read(key);
  expect(doc).toMatchObject({ subtotal: 210, tax: 21 });
  const made = await correct(key, { mode: "red_black", lines: typedLines(doc).slice(0, 1) });
  const [black, red] = await Promise.all(made.body.invoices.map((one: any) => read(one.key)));
  expect([red.tax, black.subtotal, black.tax]).toEqual([-21, 105, 10]);
  const { unbilled } = (await yamada.get("/receivables/summary")).body;
  const left = { ...day, invoice_date: black.invoice_date, lines: lines.slice(1) };
  expect((await yamada.post("/invoices/preview", left)).body).toMatchObject({ subtotal: 105, tax: 11 });
  const rest = await yamada.post("/invoices", left);
  expect(await read(rest.body.key)).toMatchObject({
    total: 116,
    by_rate: [{ tax_rate: 10, base: 105, tax: 11 }],
  });
  expect((await yamada.get("/receivables/summary")).body.unbilled).toBe(unbilled - 116);
  expect(await broken()).toEqual([]);
  await basis("monthly");
});

test.each(["red_black", "revision"])(
  "%s with the first line taken out and another put in, in front or behind, is numbered anew",
  async (mode) => {
    for (const [at, price] of [
      ["front", "70"],
      ["behind", "80"],
    ]) {
      await deliver("2026-11-10", price!);
      const { items } = (await yamada.get("/invoices/billable?buyer_id=tanaka")).body;
      const single = await yamada.post("/invoices", {
        buyer_id: "tanaka",
        invoice_date: "2026-11-21",
        due_date: "2026-12-31",
        lines: items.map((line: any) => `${line.delivery_key}.${line.delivery_line_no}`),
        extras: [{ name: "送料", num_units: "1", unit_price: "500" }],
        far_date: true,
      });
      expect(single.status).toBe(201);
      const kept = typedLines(await read(single.body.key)).slice(1);
      const fresh = { name: "運賃", num_units: "1", unit_price: "300" };
      const lines = at === "front" ? [fresh, ...kept] : [...kept, fresh];
      const made = await correct(single.body.key, { mode, lines });
      expect(made.status).toBe(201);
      const black = await read(made.body.invoices[0].key);
      expect(black.lines.map((line: any) => [line.line_no, line.name])).toEqual(
        lines.map((line, index) => [index + 1, line.name]),
      );
    }
    expect(await broken()).toEqual([]);
  },
);
