import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDecimal } from "~/lib/money/decimal";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBankDays } from "~/lib/time/bankday";
import { addDays, formatDate, shiftMonth, today } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import { ORDER_STATE_LABEL, type OrderState } from "~/lib/vocabulary/inspection";
import { deemDue } from "./inspection.deem.server";
import vectors from "./inspection-vectors.json";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, keiri: Person, tanaka: Person, suzuki: Person, sato: Person;
const date = today();
const TERMS = { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 };
const ym = periodOf(date, TERMS);
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, keiri, tanaka, suzuki, sato] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const broken = async () => (await owner.query("select rule, detail from check_invariants()")).rows;

async function deliver(num = 1, delivery_date = date) {
  const cards = [];
  for (let n = 0; n < num; n++) cards.push(await shipped(t));
  const made = await keiri.post("/deliveries", order(cards, { delivery_date }));
  expect(made.status).toBe(201);
  return made.body as { key: number; number: string };
}
const note = async (key: number, by = tanaka) => (await by.get(`/deliveries/${key}`)).body;
const sheet = async (key: number, by = tanaka) => (await by.get(`/deliveries/${key}/inspection`)).body;
const line = async (key: number, by = tanaka) => (await sheet(key, by)).lines[0];
const faulty = { treatment: "return_refill", cause: "seller", words: "キズ" };
const inspect = (key: number, lines: object[], more: object = {}) =>
  tanaka.post(`/deliveries/${key}/inspect`, { lines, ...more });
const candidate = async () =>
  (await keiri.get(`/closings?closing_day=20&ym=${ym}`)).body.items.find(
    (item: any) => item.buyer_id === "tanaka",
  );

test("the buyer accepts and rejects; both sides see it at once, with what is left of the order", async () => {
  const { key } = await deliver();
  expect(await line(key)).toMatchObject({
    state: "pending",
    num_pending: "100",
    ordered: "100",
    rest: "0",
    due: null,
  });
  expect((await yamada.post(`/deliveries/${key}/inspect`, { rest: true })).status).toBe(403);
  expect(
    await inspect(key, [{ line_no: 1, num_accepted: "90", num_rejected: "20", ...faulty }]),
  ).toMatchObject({
    status: 422,
    body: {
      errors: { "lines[0].num_accepted": ["合格と不合格の合計は、検収待ちの100以下で入力してください"] },
    },
  });
  expect((await inspect(key, [{ line_no: 1, num_rejected: "20" }])).body.errors).toEqual({
    "lines[0].treatment": ["処置を選択してください"],
    "lines[0].cause": ["原因を選択してください"],
    "lines[0].words": ["不合格の内容を入力してください"],
  });
  expect((await inspect(key, [], { rest: true, inspected_date: addDays(date, 1) })).body.errors).toEqual({
    inspected_date: ["検収日は今日までの日付にしてください"],
  });
  const early = { inspected_date: addDays(date, -1) };
  const sentence = (label: string, of: { key: number; number: string }) =>
    expect.stringContaining(`${label}は、納品書 ${of.number} の納品日（${formatDate(date)}）かそれより後`);
  const made = { key, number: (await note(key)).number };
  expect((await inspect(key, [], { rest: true, received_date: addDays(date, -1) })).body.errors).toEqual({
    received_date: [sentence("受領日", made)],
  });
  for (const answer of [
    inspect(key, [], { rest: true, ...early }),
    tanaka.post("/deliveries/accept", { keys: [key], ...early }),
  ])
    expect((await answer).body.errors).toEqual({ inspected_date: [sentence("検収日", made)] });
  expect((await inspect(key, [{ line_no: 9, num_accepted: "1" }])).status).toBe(404);
  expect((await inspect(key, [])).status).toBe(409);

  const { version } = await note(key);
  const done = await inspect(key, [{ line_no: 1, num_accepted: "60", num_rejected: "10", ...faulty }], {
    version,
  });
  expect(done.status).toBe(201);
  expect((await inspect(key, [], { rest: true, version })).status).toBe(409);
  const seen = await line(key, keiri);
  expect(seen).toMatchObject({
    state: "pending",
    num_accepted: "60",
    num_rejected: "10",
    num_pending: "30",
    inspected_date: date,
    rest: "10",
    order_state: "pending",
    rows: [
      { kind: "inspected", treatment: "return_refill", actor: "田中産業機械株式会社", may_answer: true },
    ],
  });
  expect((await sheet(key, keiri)).num_asking).toBe(1);
  expect((await candidate()).warnings).toContain("回答のない不合格・差異が1件あります");
  expect((await keiri.get("/notices")).body.items[0]).toMatchObject({ path: `/accounting/delivery/${key}` });
  expect((await inspect(key, [], { rest: true })).status).toBe(201);
  expect(await line(key)).toMatchObject({
    state: "partial",
    num_accepted: "90",
    num_pending: "0",
    order_state: "partial",
  });
  expect((await keiri.post(`/deliveries/${key}/cancel`, { reason: "間違い" })).body.detail).toMatch(/検収/);
});

test.each([...vectors["order.inspection"]].sort((a) => (a.in.base === "納品" ? -1 : 1)))(
  "inspected and billed: $name (R4-10)",
  async ({ in: given, out }) => {
    const from_date = date;
    if (given.base === "検収")
      expect((await yamada.put("/bases/suzuki", { basis: "inspected", from_date })).status).toBe(200);
    const { ordered: num_items, received: num_good } = given;
    const card = await shipped(t, { buyer_id: "suzuki", num_items, num_units: num_items, num_good });
    const made = await keiri.post("/deliveries", order([card], { buyer_id: "suzuki", delivery_date: date }));
    const { key } = made.body;
    const { accepted: num_accepted, rejected: num_rejected } = given;
    const treatment = given.refill ? "return_refill" : "return";
    const lines = [{ line_no: 1, num_accepted, num_rejected, ...faulty, treatment }];
    expect((await suzuki.post(`/deliveries/${key}/inspect`, { lines })).status).toBe(201);
    const seen = await line(key, suzuki);
    const { rows } = await owner.query(
      "select * from collaboration where seller_id = 'yamada' and buyer_id = 'suzuki'",
    );
    const trial = await keiri.get(`/closings/trial?ym=${periodOf(date, rows[0])}&buyer_ids=suzuki`);
    const billed = trial.body.items
      .flatMap((one: any) => one.lines)
      .find((one: any) => one.delivery_key === key);
    expect({
      pending: seen.num_pending,
      counts: addDecimal(seen.num_accepted, seen.num_concession),
      rest: seen.rest,
      billable: billed.num_units,
      state: ORDER_STATE_LABEL[seen.order_state as OrderState],
    }).toEqual(out);
    expect(await broken()).toEqual([]);
  },
);

test("a tap that overtakes the page's own word that it was read is taken; the issuer is told of the reading", async () => {
  const { key } = await deliver();
  const { version } = await sheet(key);
  expect((await tanaka.post(`/deliveries/${key}/view`, {})).status).toBe(201);
  const cancelling = { reason: "宛先違い", version };
  expect(await keiri.post(`/deliveries/${key}/cancel`, cancelling)).toMatchObject({ status: 409 });
  expect((await inspect(key, [], { rest: true, version })).status).toBe(201);
  expect((await inspect(key, [], { rest: true, version })).status).toBe(409);
});

test("the buyer's first act at 検収 is its 閲覧; what is 打切 has no 残 to wait for", async () => {
  const card = await shipped(t);
  const lines = [{ card_key: card.key, num_items: "60", closes: true }];
  const why = { close_cause: "agreed", close_reason: "設計変更" };
  const { key } = (await keiri.post("/deliveries", order([], { delivery_date: date, lines, ...why }))).body;
  await sheet(key);
  expect((await note(key, keiri)).viewed_time).toBeNull();
  expect(await line(key)).toMatchObject({ is_closed: true, ordered: "100", delivered: "60" });
  await inspect(key, [{ line_no: 1, num_accepted: "50" }]);
  const { viewed_time, log } = await note(key, keiri);
  expect(viewed_time).toEqual(expect.any(String));
  await inspect(key, [], { rest: true });
  expect((await note(key, keiri)).viewed_time).toBe(viewed_time);
  expect(log.at(-1)).toMatchObject({ kind: "inspected", after: { viewed_time } });
  expect((await keiri.post(`/deliveries/${key}/reopen`, { line_no: 1 })).status).toBe(201);
  expect(await line(key)).toMatchObject({ is_closed: false, order_state: "partial", rest: "40" });
});

test("photos and words go with each line from the receiving bay, and are seen at once by both", async () => {
  const { key } = await deliver(2);
  const lines = [
    { line_no: 1, num_accepted: "99", num_rejected: "1", ...faulty },
    { line_no: 2, num_accepted: "98", num_rejected: "2", ...faulty, words: "へこみ" },
  ];
  const photo = (name: string) => ({ name, bytes: PNG });
  const send = (photo_lines: string, names: string[], more: object = {}) =>
    tanaka.upload(`/deliveries/${key}/inspect`, names.map(photo), {
      lines: JSON.stringify(lines),
      photo_lines,
      ...more,
    });
  expect((await send("1", ["a.png", "b.png"])).body.errors).toHaveProperty("files");
  expect((await send("3", ["a.png"])).body.errors.files[0]).toContain("3行目に写真がありますが");
  expect((await send("x", ["a.png"])).status).toBe(422);
  expect((await send("1", ["a.png"], { lines: "{" })).status).toBe(422);
  expect((await sheet(key)).lines.flatMap((one: any) => one.rows)).toEqual([]);
  expect((await send("2,1,2", ["a.png", "b.png", "c.png"])).status).toBe(201);
  for (const by of [tanaka, keiri])
    expect(
      (await sheet(key, by)).lines.map((one: any) => one.rows[0].files.map((file: any) => file.name)),
    ).toEqual([["b.png"], ["a.png", "c.png"]]);
  expect(await broken()).toEqual([]);
});

test("a difference with photo and words, its answer, 特採 at the agreed price, a wrong price only reported", async () => {
  const { key, number } = await deliver();
  const given = { line_no: "1", difference: "quality", num_rejected: "20", words: "バリ", cause: "seller" };
  const dear = { ...given, treatment: "concession", unit_price: "200" };
  const photo = [{ name: "kizu.png", bytes: PNG }];
  expect((await tanaka.upload(`/deliveries/${key}/difference`, photo, dear)).body.errors).toEqual({
    unit_price: ["特採の単価は、納品書の単価128.4円以下で入力してください"],
  });
  const made = await tanaka.upload(`/deliveries/${key}/difference`, photo, { ...dear, unit_price: "64.2" });
  expect(made.status).toBe(201);
  expect((await keiri.get("/notices")).body.items[0].text).toBe(
    `田中産業機械株式会社：納品書 ${number}に差異の連絡があります`,
  );
  const [row] = (await line(key, keiri)).rows;
  expect(row).toMatchObject({
    difference: "quality",
    words: "バリ",
    unit_price: "64.2",
    files: [{ kind: "photo" }],
  });
  expect((await keiri.bytes(`/files/${row.files[0].key}/content`)).status).toBe(200);
  expect((await suzuki.bytes(`/files/${row.files[0].key}/content`)).status).toBe(404);
  expect((await tanaka.post(`/inspections/${row.key}/answer`, { agreed: "yes" })).status).toBe(403);
  expect((await suzuki.post(`/inspections/${row.key}/answer`, { agreed: "yes" })).status).toBe(404);
  expect((await keiri.post(`/inspections/${row.key}/answer`, { agreed: "no" })).body.errors).toHaveProperty(
    "words",
  );
  expect(await line(key)).toMatchObject({ num_rejected: "20", num_concession: "0", num_pending: "80" });
  expect((await keiri.post(`/inspections/${row.key}/answer`, { agreed: "yes" })).status).toBe(201);
  expect((await keiri.post(`/inspections/${row.key}/answer`, { agreed: "yes" })).status).toBe(409);
  expect(await line(key)).toMatchObject({ num_concession: "20", rows: [{ answer: { agreed: true } }] });

  const price = { line_no: "1", difference: "price", unit_price: "120", words: "見積は120円です" };
  expect((await tanaka.upload(`/deliveries/${key}/difference`, [], price)).status).toBe(201);
  const after = await note(key);
  expect(after.lines[0]).toMatchObject({
    unit_price: "128.4",
    price: 12840,
  });
  expect((await inspect(key, [], { rest: true })).status).toBe(201);
  expect(await line(key)).toMatchObject({ state: "passed" });
});

test("one takes back what one said oneself; 手直し is accepted later, 再納 comes as a 納品書 of its own", async () => {
  const { key, number } = await deliver();
  await inspect(key, [{ line_no: 1, num_accepted: "70", num_rejected: "30", ...faulty }]);
  const [first] = (await line(key)).rows;
  expect((await keiri.post(`/inspections/${first.key}/reverse`, { words: "違う" })).status).toBe(403);
  const twice = await Promise.all(
    [1, 2].map(() => tanaka.post(`/inspections/${first.key}/reverse`, { words: "数え間違い" })),
  );
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await line(key)).toMatchObject({ state: "pending", num_pending: "100", inspected_date: null });

  await inspect(key, [{ line_no: 1, num_accepted: "70", num_rejected: "10", ...faulty }]);
  await inspect(key, [{ line_no: 1, num_rejected: "20", ...faulty, treatment: "rework_buyer" }]);
  const rows = (await line(key)).rows;
  const [refill, rework] = [rows.at(-2), rows.at(-1)];
  expect((await tanaka.post(`/inspections/${rework.key}/rework`, { num_accepted: "21" })).status).toBe(422);
  expect((await tanaka.post(`/inspections/${rework.key}/rework`, { num_accepted: "20" })).status).toBe(201);
  expect(await line(key)).toMatchObject({
    num_accepted: "90",
    num_rejected: "10",
    num_refill: "10",
    rest: "10",
  });

  const again = { delivery_date: date, num_items: "10" };
  expect((await tanaka.post(`/inspections/${refill.key}/replace`, again)).status).toBe(403);
  expect((await keiri.post(`/inspections/${refill.key}/replace`, { ...again, num_items: "11" })).status).toBe(
    422,
  );
  const made = await keiri.post(`/inspections/${refill.key}/replace`, again);
  expect(made.status).toBe(201);
  expect((await keiri.post(`/inspections/${refill.key}/replace`, { ...again, num_items: "1" })).status).toBe(
    422,
  );
  expect((await tanaka.post(`/inspections/${refill.key}/reverse`, { words: "やめる" })).status).toBe(409);
  const second = await note(made.body.key);
  expect(second).toMatchObject({ lines: [{ num_items: "10", price: 1284, note: `再納 ${number}` }] });
  await inspect(made.body.key, [], { rest: true });
  expect(await line(key)).toMatchObject({
    ordered: "100",
    delivered: "110",
    rest: "0",
    order_state: "complete",
  });
});

test("検収済みにする of several; another company's are not there", async () => {
  const [one, two] = [await deliver(2), await deliver()];
  await inspect(two.key, [], { rest: true });
  expect((await sato.post("/deliveries/accept", { keys: [one.key] })).status).toBe(404);
  expect((await keiri.post("/deliveries/accept", { keys: [one.key] })).status).toBe(403);
  expect((await tanaka.post("/deliveries/accept", { keys: [one.key, two.key] })).body).toEqual({
    accepted: 1,
    skipped: 1,
  });
  expect((await sheet(one.key)).lines.map((each: any) => each.state)).toEqual(["passed", "passed"]);
});

test("計上基準 from a day on; what is closed stays, and one's partner can only read it", async () => {
  const set = (body: object, by = yamada) => by.put("/bases/tanaka", body);
  const basis = { basis: "inspected", from_date: addDays(date, 1), inspection_days: "3" };
  expect((await set(basis, keiri)).status).toBe(403);
  expect((await tanaka.put("/bases/yamada", basis)).status).toBe(403);
  expect((await suzuki.get("/bases/tanaka")).status).toBe(404);
  expect((await set({ ...basis, inspection_days: "61" })).body.errors).toHaveProperty("inspection_days");
  const taxed = (by: string) =>
    owner.query("update collaboration set invoice_basis = $1 where buyer_id = 'tanaka'", [by]);
  await taxed("delivery_note");
  expect((await set(basis)).body.errors).toEqual({ basis: [expect.stringContaining("納品書ごとに消費税")] });
  await taxed("monthly");
  expect((await set(basis)).body.buyer.rows).toMatchObject([{ basis: "inspected", inspection_days: 3 }]);
  expect((await set(basis)).body.buyer.rows).toHaveLength(1);
  expect((await tanaka.get("/bases/yamada")).body).toMatchObject({
    buyer: null,
    seller: { may_change: false, rows: [{ basis: "inspected", set_by: expect.any(String) }] },
  });
  expect(await broken()).toEqual([]);
});

test("納期遵守 by 出荷 or 納品 is the delivering company's admin to say; one's partner reads it", async () => {
  const own = async () => (await yamada.get("/bases/tanaka")).body.buyer.version as number;
  const set = async (on_time_day: string, by = yamada, id = "tanaka", version?: number) =>
    by.put(`/bases/${id}/on-time`, { on_time_day, version: version ?? (await own()) });
  expect((await set("delivered", keiri)).status).toBe(403);
  expect((await set("delivered", tanaka, "yamada")).status).toBe(403);
  expect((await set("delivered", suzuki)).status).toBe(403);
  expect((await set("inspected")).body.errors).toHaveProperty("on_time_day");
  const { seller } = (await tanaka.get("/bases/yamada")).body;
  expect(seller).toMatchObject({ on_time_day: "shipped" });
  expect(Object.keys(seller).sort()).toEqual(["closed_end", "may_change", "on_time_day", "rows", "version"]);
  const seen = await own();
  expect((await set("delivered")).body.buyer).toMatchObject({ on_time_day: "delivered", version: seen + 1 });
  // A page that was drawn before says nothing over it.
  expect((await set("shipped", yamada, "tanaka", seen)).status).toBe(409);
  expect((await tanaka.get("/bases/yamada")).body).toMatchObject({
    buyer: null,
    seller: { may_change: false, on_time_day: "delivered" },
  });
  expect((await set("delivered")).status).toBe(200);
  const { rows } =
    await owner.query(`select a.before, a.after from activity a join collaboration k on k.key = a.subject_key
    where a.subject = 'collaboration' and k.buyer_id = 'tanaka' and a.after ? 'on_time_day'`);
  expect(rows).toEqual([{ before: { on_time_day: "shipped" }, after: { on_time_day: "delivered" } }]);
  expect((await set("shipped")).status).toBe(200);
});

test("by 検収日 a line is billed as it is accepted, each piece once, in the month of its day", async () => {
  const closed = await keiri.post("/closings", { ym, buyer_ids: ["tanaka"], unended: true });
  expect(closed.status).toBe(201);
  const first = closed.body.invoices[0];
  const bill = (await keiri.get(`/invoices/${first.key}`)).body;
  expect(bill.lines.map((one: any) => [one.num_units, one.unit_price, one.price])).toEqual(
    expect.arrayContaining([
      ["20", "64.2", 1284],
      ["80", "128.4", 10272],
      ["90", "128.4", 11556],
    ]),
  );
  const end = (
    await owner.query("select max(end_date)::text as d from closed_period where buyer_id = 'tanaka'")
  ).rows[0].d;
  const late = { basis: "inspected", from_date: end, inspection_days: "" };
  expect((await yamada.put("/bases/tanaka", late)).body.errors.from_date[0]).toMatch(/締め済み/);
  expect((await keiri.post(`/invoices/${first.key}/cancel`, { reason: "試し" })).status).toBe(201);
  expect(await broken()).toEqual([]);

  const from = await owner.query(
    "update billing_basis set from_date = $1::date - 60 where buyer_id = 'tanaka' returning key",
    [date],
  );
  expect(from.rowCount).toBe(1);
  const { key } = await deliver();
  const before = await candidate();
  expect(before.warnings.join()).toMatch(/検収待ちの明細が1件あります/);
  await inspect(key, [{ line_no: 1, num_accepted: "60" }]);
  expect((await candidate()).subtotal - before.subtotal).toBe(7704);
  const made = await keiri.post("/closings", { ym, buyer_ids: ["tanaka"], unended: true });
  const part = (await keiri.get(`/invoices/${made.body.invoices[0].key}`)).body.lines.at(-1);
  expect(part).toMatchObject({
    num_units: "60",
    price: 7704,
    note: expect.stringMatching(/検収 .+ 納品100個のうち60個/),
  });
  const row = (await line(key)).rows[0];
  expect((await tanaka.post(`/inspections/${row.key}/reverse`, { words: "違う" })).status).toBe(409);
  await inspect(key, [], { rest: true });
  // 来月に回す: what is left of a line that was billed in part, from the month it would be billed in now.
  const move = (more: object) => keiri.post(`/deliveries/${key}/postpone`, { line_nos: [1], ...more });
  expect((await note(key, keiri)).cannot_postpone).toBeNull();
  for (const [more, month] of [
    [{}, 2],
    [{}, 3],
    [{ back: true }, 1],
  ] as const) {
    expect((await move(more)).status).toBe(201);
    expect((await note(key, keiri)).lines[0].billing_ym).toBe(shiftMonth(ym, month));
  }
  const next = await keiri.get(
    `/closings/trial?ym=${ym === 202612 ? 202701 : ym + (ym % 100 === 12 ? 89 : 1)}&buyer_ids=tanaka`,
  );
  expect(JSON.stringify(next.body)).not.toMatch(/"num_units":"100"/);
  expect(await broken()).toEqual([]);
  const { rows } = await t.db.execute(sql`select 1`);
  expect(rows).toHaveLength(1);
});

test("復元 of a 請求書 with two equal parts only while both are there; 照合 has one word for a line", async () => {
  const [last] = (
    await owner.query("select key from invoice where cancelled_time is null order by key desc limit 1")
  ).rows;
  expect((await keiri.post(`/invoices/${last.key}/cancel`, { reason: "試し" })).status).toBe(201);
  const { key } = await deliver();
  for (const num_accepted of ["30", "30"]) await inspect(key, [{ line_no: 1, num_accepted }]);
  const word = { partner: "yamada", ym, lines: [`${key}.1`], agrees: true };
  expect((await tanaka.post("/reconciliations/checks", word)).body).toEqual({ count: 1 });
  const made = await keiri.post("/closings", { ym, buyer_ids: ["tanaka"], unended: true });
  const bill = `/invoices/${made.body.invoices[0].key}`;
  expect((await keiri.post(`${bill}/cancel`, { reason: "試し" })).status).toBe(201);
  const row = (await line(key)).rows.at(-1);
  expect((await tanaka.post(`/inspections/${row.key}/reverse`, { words: "違う" })).status).toBe(201);
  expect(await keiri.post(`${bill}/restore`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("明細が変わっています") },
  });
  await inspect(key, [{ line_no: 1, num_accepted: "30" }]);
  expect((await keiri.post(`${bill}/restore`, { reason: "x" })).status).toBe(201);
  expect(await broken()).toEqual([]);
});

test("みなし検収: once for each line after its day, by 自動; taken back by both within five business days", async () => {
  const { key } = await deliver(1, addBankDays(date, -5));
  const due = addBankDays(date, 3);
  expect(await line(key)).toMatchObject({ state: "pending", due });
  await deemDue(t.db, `${due}T03:00:00.000Z`);
  expect(await line(key)).toMatchObject({ state: "pending", rows: [] });
  const now = `${addDays(due, 1)}T03:00:00.000Z`;
  const counts = await Promise.all([deemDue(t.db, now), deemDue(t.db, now)]);
  expect(counts[0]! + counts[1]!).toBeGreaterThan(0);
  const deemed = await line(key, keiri);
  expect(deemed).toMatchObject({
    state: "passed",
    rows: [{ kind: "deemed", actor: "自動", inspected_date: due }],
  });
  expect(deemed.rows).toHaveLength(1);
  expect(await deemDue(t.db, now)).toBe(0);
  const [row] = (await line(key)).rows;
  expect((await tanaka.post(`/inspections/${row.key}/reverse`, { words: "不良がある" })).status).toBe(403);
  expect((await tanaka.post(`/inspections/${row.key}/ask`, { words: "不良がある" })).status).toBe(201);
  expect((await tanaka.post(`/inspections/${row.key}/ask`, { words: "不良がある" })).status).toBe(409);
  const asked = (await line(key, keiri)).rows.at(-1);
  expect(asked).toMatchObject({ kind: "asked", may_answer: true });
  expect((await keiri.post(`/inspections/${asked.key}/answer`, { agreed: "yes" })).status).toBe(201);
  expect(await line(key)).toMatchObject({ state: "pending", num_pending: "100" });
  expect(await deemDue(t.db, `${due}T03:00:00.000Z`)).toBe(0);
  expect((await note(key)).log.map((entry: any) => entry.kind)).toEqual([
    "issued",
    "deemed",
    "asked",
    "answered",
  ]);
  expect(await broken()).toEqual([]);
});

test("the receiver of a 請求書 confirms it or says what differs; what is to be paid stands by day, summed up (R1-10)", async () => {
  const { items } = (await tanaka.get("/payables?from=2020-01-01")).body;
  expect(items.length).toBeGreaterThan(0);
  const [{ key, total }] = items;
  let running = 0;
  for (const row of items) expect(row.running).toBe((running += row.total));
  expect(items[0]).toMatchObject({ answer: "none", seller_name: "山田精機株式会社", running: total });
  expect((await suzuki.get("/payables?from=2020-01-01")).body.items).toEqual([]);
  const say = (by: Person, body: object) => by.post(`/invoices/${key}/answer`, body);
  expect((await say(tanaka, { agreed: "no" })).body.errors).toEqual({
    words: ["差異の内容を入力してください"],
  });
  expect((await say(keiri, { agreed: "yes" })).status).toBe(403);
  expect((await say(suzuki, { agreed: "yes" })).status).toBe(404);
  const before = (await keiri.get(`/invoices/${key}`)).body;
  expect(
    (await say(tanaka, { agreed: "no", words: "単価が見積と違います", version: before.version })).status,
  ).toBe(201);
  expect((await say(tanaka, { agreed: "yes", version: before.version })).status).toBe(409);
  expect((await keiri.get(`/invoices/${key}/answers`)).body).toMatchObject({
    may_answer: false,
    items: [{ agreed: false, words: "単価が見積と違います", actor: "田中産業機械株式会社" }],
  });
  const after = (await keiri.get(`/invoices/${key}`)).body;
  expect([before.viewed_time, after.viewed_time]).toEqual([null, expect.any(String)]);
  expect([after.total, after.lines]).toEqual([before.total, before.lines]);
  expect((await say(tanaka, { agreed: "yes" })).status).toBe(201);
  expect((await tanaka.get("/payables?from=2020-01-01")).body.items[0].answer).toBe("agreed");
  expect(await broken()).toEqual([]);
});

test("再納 comes back from its 取消 only while nothing else came in place of what was rejected", async () => {
  const { key, number } = await deliver();
  await inspect(key, [{ line_no: 1, num_accepted: "90", num_rejected: "10", ...faulty }]);
  const [rejected] = (await line(key)).rows;
  const again = { delivery_date: date, num_items: "10" };
  const replace = async () => (await keiri.post(`/inspections/${rejected.key}/replace`, again)).body;
  const cancel = (of: { key: number }) => keiri.post(`/deliveries/${of.key}/cancel`, { reason: "数量違い" });
  const restore = (of: { key: number }) => keiri.post(`/deliveries/${of.key}/restore`, { reason: "正しい" });
  const first = await replace();
  await cancel(first);
  const second = await replace();
  const full = `再納が、納品書 ${number} の不合格の残り（0）を超えるため、復元できません。`;
  expect(await note(first.key, keiri)).toMatchObject({ state: "cancelled", cannot_restore: full });
  expect(await restore(first)).toMatchObject({ status: 409, body: { detail: full } });
  await cancel(second);
  expect((await restore(first)).status).toBe(201);
  expect(await restore(second)).toMatchObject({ status: 409, body: { detail: full } });
  await cancel(first);
  expect((await tanaka.post(`/inspections/${rejected.key}/reverse`, { words: "合格でした" })).status).toBe(
    201,
  );
  expect(await restore(first)).toMatchObject({ status: 409, body: { detail: full } });
  await inspect(key, [], { rest: true });
  expect(await restore(second)).toMatchObject({ status: 409, body: { detail: full } });
  expect(await line(key)).toMatchObject({ num_accepted: "100", delivered: "100", rest: "0" });
  expect(await broken()).toEqual([]);
});

test("what is delivered anew is not made good as well, and is billed no more than what it replaces", async () => {
  const card = await shipped(t, { unit_price: null });
  const lines = [{ card_key: card.key, num_items: "100", unbilled: true }];
  const { key } = (await keiri.post("/deliveries", order([], { delivery_date: date, lines }))).body;
  await inspect(key, [
    { line_no: 1, num_accepted: "90", num_rejected: "10", ...faulty, treatment: "rework_seller" },
  ]);
  const [rejected] = (await line(key)).rows;
  const rework = (num_accepted: string) =>
    tanaka.post(`/inspections/${rejected.key}/rework`, { num_accepted });
  const again = { delivery_date: date, num_items: "6" };
  const made = await keiri.post(`/inspections/${rejected.key}/replace`, again);
  expect((await note(made.body.key)).lines).toMatchObject([
    { num_items: "6", is_billing_target: false, price: 0, note: expect.stringMatching(/^請求対象外\n再納 /) },
  ]);
  expect((await rework("5")).body.errors).toEqual({
    num_accepted: ["合格数は、手直しの残りの4以下で入力してください"],
  });
  expect((await line(key)).rows[0].may_rework).toBe(true);
  expect((await rework("4")).status).toBe(201);
  expect((await line(key)).rows[0].may_rework).toBe(false);
  expect(await rework("1")).toMatchObject({ status: 409, body: { detail: expect.stringContaining("再納") } });
  expect(await broken()).toEqual([]);
});
