import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { stored } from "~/lib/task/testing.server";
import { addDays, shiftMonth, today } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, sato: Person;
const date = today();
const ym = periodOf(date, { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 });
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, tanaka, sato] = await t.people("keiri@yamada", "admin@tanaka", "admin@sato");
});
afterEach(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
});
afterAll(() => t.stop());

type Line = Record<string, unknown>;
async function deliver(lines: Line[], more: object = {}) {
  const made = await yamada.post("/deliveries", order([], { delivery_date: date, lines, ...more }));
  expect(made).toMatchObject({ status: 201 });
  return made.body as { key: number; number: string };
}
const read = async (key: number) => (await yamada.get(`/deliveries/${key}`)).body;
const inPool = async (key: number) =>
  (await yamada.get("/deliveries/pool?buyer_id=tanaka")).body.items.some(
    (one: { card_key: number }) => one.card_key === key,
  );
const billable = async () => (await yamada.get("/invoices/billable?buyer_id=tanaka")).body.items;

test("a line that is not billed prints, counts as delivered, and is never offered to a 請求書", async () => {
  const [free, paid] = [await shipped(t, { unit_price: null }), await shipped(t)];
  const note = await deliver([
    { card_key: free.key, num_items: "100", unbilled: true },
    { card_key: paid.key, num_items: "100" },
  ]);
  const doc = await read(note.key);
  expect(doc).toMatchObject({ subtotal: 12840 });
  const line = doc.lines.find((one: Line) => one.card_key === free.key);
  expect(line).toMatchObject({ is_billing_target: false, price: 0, unit_price: "0", note: "請求対象外" });
  expect((await stored(t, free.key)).row).toMatchObject({ num_delivered: "100", unit_price: null });
  expect(await inPool(free.key)).toBe(false);
  expect((await billable()).map((one: Line) => one.card_key)).toEqual([paid.key]);
  const moved = await yamada.post(`/deliveries/${note.key}/postpone`, { line_nos: [line.line_no] });
  expect(moved).toMatchObject({ status: 409, body: { detail: expect.stringContaining("請求しない明細") } });
});

test("打切: the rest leaves the pool with its reason, comes back when it is taken back or the note is cancelled", async () => {
  const card = await shipped(t);
  const line = { card_key: card.key, num_items: "60", closes: true };
  const bare = await yamada.post("/deliveries", order([], { delivery_date: date, lines: [line] }));
  expect(bare).toMatchObject({
    status: 422,
    body: { errors: { close_cause: [expect.any(String)], close_reason: [expect.any(String)] } },
  });
  const why = { close_cause: "buyer", close_reason: "設計変更" };
  const shown = await yamada.post(
    "/deliveries/preview",
    order([], { delivery_date: date, lines: [line], ...why }),
  );
  expect(shown.body.caution).toContain("（40個）は、もう作ってあります");
  const agreed = { ...why, close_cause: "agreed" };
  const preview = await yamada.post(
    "/deliveries/preview",
    order([], { delivery_date: date, lines: [line], ...agreed }),
  );
  expect(preview.body.caution).toBeNull();

  const note = await deliver([line], why);
  let doc = await read(note.key);
  expect(doc.lines[0]).toMatchObject({
    close_reason: "依頼元の都合・設計変更",
    note: "残 40個は打切（依頼元の都合・設計変更）",
    is_closed: true,
  });
  expect(await inPool(card.key)).toBe(false);
  const more = await yamada.post(
    "/deliveries",
    order([], { delivery_date: date, lines: [{ card_key: card.key, num_items: "1" }] }),
  );
  expect(more.body.errors["lines[0].num_items"][0]).toContain("打切にしたカード");

  expect((await sato.post(`/deliveries/${note.key}/reopen`, { line_no: 1 })).status).toBe(404);
  expect((await tanaka.post(`/deliveries/${note.key}/reopen`, { line_no: 1 })).status).toBe(403);
  expect(
    (await yamada.post(`/deliveries/${note.key}/reopen`, { line_no: 1, version: doc.version })).status,
  ).toBe(201);
  expect(await inPool(card.key)).toBe(true);
  const twice = await yamada.post(`/deliveries/${note.key}/reopen`, { line_no: 1 });
  expect(twice.body.detail).toBe("この明細の打切は、もう取り消されています。");

  const rest = await deliver([{ ...line, num_items: "10" }], why);
  expect(await inPool(card.key)).toBe(false);
  await yamada.post(`/deliveries/${rest.key}/cancel`, { reason: "数量違い" });
  expect(await inPool(card.key)).toBe(true);
  expect((await yamada.post(`/deliveries/${rest.key}/restore`, { reason: "やはり出した" })).status).toBe(201);
  doc = await read(rest.key);
  expect(doc.lines[0].is_closed).toBe(true);
  expect((await stored(t, card.key)).row).toMatchObject({
    num_delivered: "70",
    closed_reason: "依頼元の都合・設計変更",
  });
});

test("打切: taken back once, it stays so through 取消 and 復元, whoever closes the card later", async () => {
  const card = await shipped(t);
  const why = { close_cause: "buyer", close_reason: "設計変更" };
  const line = { card_key: card.key, num_items: "60", closes: true };
  const note = await deliver([line], why);
  const act = async (key: number, verb: string, more: object = { reason: "数量違い" }) =>
    (await yamada.post(`/deliveries/${key}/${verb}`, more)).status;
  expect(await act(note.key, "reopen", { line_no: 1 })).toBe(201);
  expect(await act(note.key, "cancel")).toBe(201);
  expect(await act(note.key, "restore")).toBe(201);
  expect(await inPool(card.key)).toBe(true);
  const rest = await deliver([{ ...line, num_items: "10" }], why);
  expect((await read(note.key)).lines[0].is_closed).toBe(false);
  expect(await act(note.key, "reopen", { line_no: 1 })).toBe(409);
  expect(await act(note.key, "cancel")).toBe(201);
  expect((await stored(t, card.key)).row.closed_reason).toBe("依頼元の都合・設計変更");
  expect((await read(rest.key)).lines[0].is_closed).toBe(true);
});

test("a cancelled note comes back under its number, unless its pieces stand on another", async () => {
  const card = await shipped(t);
  const note = await deliver([{ card_key: card.key, num_items: "100" }]);
  const early = await yamada.post(`/deliveries/${note.key}/restore`, { reason: "まちがい" });
  expect(early).toMatchObject({ status: 409, body: { detail: "この納品書は取り消されていません。" } });
  await yamada.post(`/deliveries/${note.key}/cancel`, { reason: "宛先違い" });
  const other = await deliver([{ card_key: card.key, num_items: "30" }]);
  expect((await read(note.key)).cannot_restore).toContain(`カード ${card.id} が、ほかの納品書に載ったか`);
  expect((await yamada.post(`/deliveries/${note.key}/restore`, { reason: "まちがい" })).status).toBe(409);
  await yamada.post(`/deliveries/${other.key}/cancel`, { reason: "重複" });
  expect((await tanaka.post(`/deliveries/${note.key}/restore`, { reason: "x" })).status).toBe(403);
  expect((await sato.post(`/deliveries/${note.key}/restore`, { reason: "x" })).status).toBe(404);
  expect(
    (await yamada.post(`/deliveries/${note.key}/restore`, { reason: "まちがい", version: 1 })).status,
  ).toBe(409);
  expect((await yamada.post(`/deliveries/${note.key}/restore`, { reason: "まちがい" })).status).toBe(201);
  const doc = await read(note.key);
  expect(doc).toMatchObject({
    number: note.number,
    state: "issued",
    cancelled_time: null,
    cancel_reason: null,
  });
  expect(doc.log.map(({ kind, reason }: Line) => [kind, reason])).toEqual(
    expect.arrayContaining([
      ["cancelled", "宛先違い"],
      ["restored", "まちがい"],
    ]),
  );
  expect((await stored(t, card.key)).row.num_delivered).toBe("100");
  expect((await tanaka.get("/notices")).body.items.map(({ text }: { text: string }) => text)).toContainEqual(
    expect.stringContaining(`納品書が、元に戻されました（${note.number}）`),
  );
});

test("返品 come back only as far as their 納品書 still covers them", async () => {
  const card = await shipped(t);
  const note = await deliver([{ card_key: card.key, num_items: "100" }]);
  const back = (price: string) => ({
    extras: [
      { kind: "return", name: "戻り", num_units: "1", unit_price: price, original_number: note.number },
    ],
    negative: true,
  });
  const first = await deliver([], back("10000"));
  await yamada.post(`/deliveries/${first.key}/cancel`, { reason: "数え違い" });
  const second = await deliver([], back("5000"));
  expect((await read(first.key)).cannot_restore).toContain("残り（税抜¥7,840）を超えるため");
  await yamada.post(`/deliveries/${second.key}/cancel`, { reason: "数え違い" });
  await yamada.post(`/deliveries/${note.key}/cancel`, { reason: "誤り" });
  expect((await read(first.key)).cannot_restore).toContain("取り消されているため、復元できません");
  await yamada.post(`/deliveries/${note.key}/restore`, { reason: "正しかった" });
  expect((await yamada.post(`/deliveries/${first.key}/restore`, { reason: "正しかった" })).status).toBe(201);
});

test("来月に回す: by the line, back to its own month, and not in parts where each note is taxed by itself", async () => {
  const cards = [await shipped(t), await shipped(t)];
  const lines = cards.map(({ key }) => ({ card_key: key, num_items: "100" }));
  const note = await deliver(lines);
  const months = async (key: number) => (await read(key)).lines.map((line: Line) => line.billing_ym);
  expect((await yamada.post(`/deliveries/${note.key}/postpone`, { line_nos: [2] })).status).toBe(201);
  const [first, second] = await months(note.key);
  expect(first).toBeNull();
  expect(second).toBeGreaterThan(200000);
  expect((await yamada.post(`/deliveries/${note.key}/postpone`, {})).status).toBe(201);
  expect(await months(note.key)).toEqual([second, shiftMonth(second, 1)]);
  expect((await yamada.post(`/deliveries/${note.key}/postpone`, { back: true })).status).toBe(201);
  expect(await months(note.key)).toEqual([null, null]);
  expect((await yamada.post(`/deliveries/${note.key}/postpone`, { line_nos: [9] })).status).toBe(404);
  expect((await sato.post(`/deliveries/${note.key}/postpone`, {})).status).toBe(404);

  await owner.query(
    "update collaboration set invoice_basis = 'delivery_note' where seller_id = 'yamada' and buyer_id = 'tanaka'",
  );
  const [one, two] = [await shipped(t), await shipped(t)];
  const taxed = await deliver([one, two].map(({ key }) => ({ card_key: key, num_items: "100" })));
  expect((await yamada.post(`/deliveries/${taxed.key}/postpone`, { line_nos: [1] })).body.detail).toContain(
    "納品書ごとに消費税",
  );
  expect((await yamada.post(`/deliveries/${taxed.key}/postpone`, { line_nos: [1, 2] })).status).toBe(201);
  await owner.query(
    "update collaboration set invoice_basis = 'monthly' where seller_id = 'yamada' and buyer_id = 'tanaka'",
  );
});

test("返品 of what was rejected once billed come off once: what took them off goes first (R1-9)", async () => {
  const [card, spoilt] = [await shipped(t), await shipped(t)];
  const note = await deliver([{ card_key: card.key, num_items: "100" }]);
  const due_date = addDays(date, 30);
  const single = { buyer_id: "tanaka", invoice_date: date, due_date, lines: [`${note.key}.1`] };
  const made = (await yamada.post("/invoices", single)).body;
  const reject = (key: number, num_rejected: string) =>
    tanaka.post(`/deliveries/${key}/inspect`, {
      rest: true,
      lines: [{ line_no: 1, num_rejected, treatment: "return", cause: "seller", words: "キズ" }],
    });
  expect((await reject(note.key, "10")).status).toBe(201);
  const back = (original_number: string) => ({
    extras: [{ kind: "return", name: "不合格", num_units: "1", unit_price: "1284", original_number }],
    negative: true,
  });
  const waits = async (on = today()) =>
    (await yamada.get(`/deliveries?awaiting_on=${on}`)).body.items.map((one: Line) => one.number);
  const summed = async (on = today()) =>
    (await yamada.get(`/receivables/summary?on=${on}`)).body.awaiting_return;
  expect([await waits(), await summed()]).toEqual([[note.number], 1412]);
  // As it was before the day of its 検収.
  const yesterday = addDays(today(), -1);
  expect([await waits(yesterday), await summed(yesterday)]).toEqual([[], 0]);
  const closing = (await yamada.get(`/closings?closing_day=20&ym=${ym}`)).body.items;
  expect(closing.find((one: Line) => one.buyer_id === "tanaka")).toMatchObject({
    num_awaiting: 1,
    warnings: expect.arrayContaining(["請求後の不合格が1件あり、返品が未発行です"]),
  });
  expect((await read(note.key)).cannot_postpone).toContain("載っているため来月に回せません");
  const off = await deliver([], back(note.number));
  expect([await waits(), await summed()]).toEqual([[], 0]);
  const reason = "やり直し";
  expect((await yamada.get(`/invoices/${made.key}`)).body.cannot_cancel).toContain(
    `先に納品書 ${off.number} を取り消し`,
  );
  const refused = {
    status: 409,
    body: { detail: expect.stringContaining(`先に納品書 ${off.number} を取り消し`) },
  };
  expect(await yamada.post(`/invoices/${made.key}/correction`, { mode: "red", reason })).toMatchObject(
    refused,
  );
  expect(await yamada.post(`/invoices/${made.key}/cancel`, { reason })).toMatchObject(refused);
  expect((await yamada.post(`/deliveries/${off.key}/cancel`, { reason })).status).toBe(201);
  expect((await yamada.post(`/invoices/${made.key}/cancel`, { reason })).status).toBe(201);
  const open = (await billable()).filter((one: Line) => one.delivery_key === note.key);
  expect(open).toMatchObject([{ num_items: "90", price: 11556 }]);

  expect((await yamada.post(`/deliveries/${off.key}/restore`, { reason })).body.detail).toContain(
    "復元すると二重に引かれます",
  );

  const lost = await deliver([{ card_key: spoilt.key, num_items: "100" }]);
  expect((await reject(lost.key, "100")).status).toBe(201);
  const twice = await yamada.post("/deliveries", order([], { delivery_date: date, ...back(lost.number) }));
  expect(twice.body.errors["extras[0].unit_price"][0]).toContain("残り（税抜¥0）を超えています");

  const whole = await deliver([{ card_key: (await shipped(t)).key, num_items: "100" }]);
  const early = await deliver([], back(whole.number));
  expect(await reject(whole.key, "10")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(`先に発行元で納品書 ${early.number} を取り消し`) },
  });
  expect((await yamada.post(`/deliveries/${early.key}/cancel`, { reason })).status).toBe(201);
  expect((await reject(whole.key, "10")).status).toBe(201);

  const part = await deliver([{ card_key: (await shipped(t)).key, num_items: "100" }]);
  const some = (num_rejected: string) =>
    tanaka.post(`/deliveries/${part.key}/inspect`, {
      lines: [
        { line_no: 1, num_accepted: "0", num_rejected, treatment: "return", cause: "seller", words: "キズ" },
      ],
    });
  expect((await some("20")).status).toBe(201);
  expect((await yamada.post("/invoices", { ...single, lines: [`${part.key}.1`] })).status).toBe(201);
  const before = (await yamada.get("/receivables/summary")).body;
  expect((await some("30")).status).toBe(201);
  const { unbilled, awaiting_return } = (await yamada.get("/receivables/summary")).body;
  expect([unbilled, awaiting_return]).toEqual([before.unbilled, 4237]);
  const left = (await yamada.get(`/deliveries?unbilled_on=${date}`)).body.items;
  expect(left.map((one: Line) => one.key)).not.toContain(part.key);
});

test("several at once: what can't be cancelled or postponed is left and says why, the others go", async () => {
  const notes = [];
  for (let n = 0; n < 3; n++)
    notes.push(await deliver([{ card_key: (await shipped(t)).key, num_items: "100" }]));
  const [billed, live, gone] = notes as [(typeof notes)[0], (typeof notes)[0], (typeof notes)[0]];
  const line = (await billable()).find((one: Line) => one.delivery_key === billed.key);
  const invoice = await yamada.post("/invoices", {
    buyer_id: "tanaka",
    invoice_date: date,
    due_date: addDays(date, 30),
    lines: [`${line.delivery_key}.${line.delivery_line_no}`],
  });
  expect(invoice).toMatchObject({ status: 201 });
  await yamada.post(`/deliveries/${gone.key}/cancel`, { reason: "先に" });
  const keys = notes.map(({ key }) => key);
  const versions = keys.map((key) => `${key}.1`);
  await tanaka.post(`/deliveries/${live.key}/view`);
  const stale = await yamada.post("/deliveries/postpone", { keys: [live.key], versions });
  expect(stale.body.items).toMatchObject([{ problem: expect.stringContaining("更新") }]);
  expect((await read(live.key)).lines[0].billing_ym).toBeNull();
  const moved = await yamada.post("/deliveries/postpone", { keys });
  expect(moved.body.items.map((one: Line) => one.problem)).toEqual([
    expect.stringContaining("に載っているため来月に回せません"),
    null,
    "この納品書は取り消されています。",
  ]);
  const done = await yamada.post("/deliveries/cancel", { keys, reason: "まとめて" });
  expect(done.body.items.map((one: Line) => one.problem)).toEqual([
    expect.stringContaining("に載っているため取り消せません"),
    null,
    "この納品書は取り消されています。",
  ]);
  expect(await read(live.key)).toMatchObject({ state: "cancelled", cancel_reason: "まとめて" });
  expect((await read(billed.key)).state).toBe("billed");
  expect((await yamada.post("/deliveries/cancel", { keys: [live.key, 999999], reason: "x" })).status).toBe(
    404,
  );
  expect((await tanaka.post("/deliveries/cancel", { keys: [billed.key], reason: "x" })).status).toBe(403);
  expect((await sato.post("/deliveries/cancel", { keys: [billed.key], reason: "x" })).status).toBe(404);
});
