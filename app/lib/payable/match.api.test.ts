import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { priceOf } from "~/lib/money/price";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { changeCard } from "~/lib/task/card.write.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, shiftMonth, today } from "~/lib/time/date";
import vectors from "./payable-vectors.json";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, keiri: Person, genba: Person, sato: Person, tanaka: Person;
const NOW = Number(today().slice(0, 7).replace("-", ""));
const YM = shiftMonth(NOW, -1);
const day = (n: number, ym = YM) =>
  `${Math.floor(ym / 100)}-${String(ym % 100).padStart(2, "0")}-${String(n).padStart(2, "0")}`;

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, keiri, genba, sato, tanaka] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
});
afterAll(async () => {
  expect((await owner.query("select rule, detail from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

/** Sent out at 120 each, shipped by sato, and received back on that day. */
async function outsourced({ good = "10", on = day(10), received = true, unit_price = "120" } = {}) {
  const who = someone("yamada", "seller");
  const own = await tenant(t.db, who, (db) =>
    createCard(db, who, {
      seller_id: "yamada",
      buyer_id: "tanaka",
      name: "板",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      num_units: "10",
      group_id: 5,
      status: "溶接",
    }),
  );
  const asked = { group_id: 6, partner_id: "sato", delivery_date: "2030-01-05", unit_price };
  const moved = await genba.post("/cards/move", {
    cards: [{ key: own.key, version: own.version }],
    ...asked,
  });
  expect(moved.body).toMatchObject({ num_moved: 1 });
  const { rows } = await owner.query("select partner_key::int as key from card_link where card_key = $1", [
    own.key,
  ]);
  const key = rows[0].key as number;
  const maker = someone("sato", "seller");
  await tenant(t.db, maker, async (db) => {
    await changeCard(db, maker, await lockCard(db, key), "shipped", {
      num_good: "10",
      answer: "accepted",
      group_id: 99,
      group_update_time: maker.now,
      status: "出荷済み",
      shipped_time: `${on}T03:00:00Z`,
      product_time: maker.now,
    });
  });
  if (received) {
    const version = (await owner.query("select version from card where key = $1", [own.key])).rows[0].version;
    const back = await genba.post(`/cards/${own.key}/receive`, {
      version,
      num_good: good,
      short: good !== "10",
    });
    expect(back.status).toBe(201);
    await owner.query("update card_link set received_time = $2 where partner_key = $1", [
      key,
      `${on}T05:00:00Z`,
    ]);
  }
  return key;
}
/** As a factory could by 編集 before decision 139: papers at another price than ordered stand from then. */
async function repriced(card_key: number, unit_price: string) {
  const maker = someone("sato", "seller");
  await tenant(t.db, maker, async (db) => {
    const card = await lockCard(db, card_key);
    await changeCard(db, maker, card, "edited", { unit_price, ...priceOf({ ...card, unit_price }, "floor") });
  });
}
async function delivered(
  card_key: number,
  more: { unit_price?: string; num_items?: string } = {},
  on = day(10),
) {
  if (more.unit_price) await repriced(card_key, more.unit_price);
  const made = await sato.post("/deliveries", {
    buyer_id: "yamada",
    grouping: "one",
    show_amounts: true,
    unusual_date: true,
    delivery_date: on,
    lines: [{ card_key, num_items: "10", ...more }],
  });
  expect(made.status).toBe(201);
  return made.body.key as number;
}
const billed = async (ym = YM, more: object = {}) => {
  const made = await sato.post("/closings", { ym, buyer_ids: ["yamada"], ...more });
  expect(made.status).toBe(201);
  return made.body.invoices[0].key as number;
};
const read = async (ym = YM, who = keiri) => (await who.get(`/payables/match?partner_id=sato&ym=${ym}`)).body;
const row = (found: any, id: string) => found.items.find((one: any) => one.id === id);
const say = async (lines: string[], answer: string, more: object = {}, ym = YM, who = keiri) =>
  who.post("/payables/match/answers", {
    partner_id: "sato",
    ym,
    seen: (await read(ym)).seen,
    lines,
    answer,
    reason: "確認済み",
    ...more,
  });
const close = async (ym = YM, more: object = {}) =>
  keiri.post("/payables/match/close", {
    ym,
    months: [{ partner_id: "sato", seen: (await read(ym)).seen, ...more }],
  });
const unbilled = async () => (await keiri.get("/payables/summary")).body.unbilled as number;

test("nothing yet: no partner in the list, and only who keeps a seller's books sees it", async () => {
  expect((await keiri.get(`/payables/matches?ym=${YM}`)).body).toEqual({ items: [] });
  expect(await read()).toMatchObject({ items: [], state: "ready", papers: [] });
  expect((await genba.get("/payables/matches")).status).toBe(403);
  expect((await tanaka.get("/payables/matches")).status).toBe(403);
  expect((await keiri.get("/payables/match?partner_id=suzuki")).status).toBe(404);
  expect((await close()).body.detail).toContain("照合するものがありません");
  const { seen } = await read();
  const asked = { partner_id: "suzuki", ym: YM, seen, lines: ["d1.1"], answer: "accept", reason: "他社" };
  expect((await keiri.post("/payables/match/answers", asked)).status).toBe(404);
  expect((await keiri.post("/payables/match/reopen", asked)).status).toBe(404);
  expect((await keiri.post("/payables/match/close", { ym: YM, months: [asked] })).status).toBe(404);
});

test.each(vectors.payable_match)("$name (money.payable_match)", async ({ in: given, out }) => {
  const ym = shiftMonth(YM, -7);
  const names = new Map<string, string>();
  const priced = (amount: string) => String(Number(amount) / 10);
  for (const [name, ours] of Object.entries(given.ours)) {
    const card_key = await outsourced({ on: day(5, ym), unit_price: priced(ours) });
    const theirs = given.theirs[name as keyof typeof given.theirs];
    names.set(`d${await delivered(card_key, { unit_price: priced(theirs) }, day(5, ym))}.1`, name);
  }
  // The law counts from the day it came, billed or not (R2-5).
  const late = (await keiri.get(`/payables/balances?on=${addDays(day(5, ym), 50)}`)).body.items;
  expect(late).toMatchObject([{ partner_id: "sato", billed: 0, days: 51, left: 9, level: "soon" }]);
  const summary = async (days: number) =>
    (await keiri.get(`/payables/summary?on=${addDays(day(5, ym), days)}`)).body;
  expect(await summary(50)).toMatchObject({ soon: 0, unbilled_soon: 1 });
  expect(await summary(20)).toMatchObject({ soon: 0, unbilled_soon: 0 });
  await billed(ym);
  const { items, difference, cannot_close } = await read(ym);
  const differing = items.filter((one: any) => one.difference !== 0);
  expect(
    differing
      .map((one: any) => [names.get(one.id), one.ours.amount, one.theirs.amount, one.difference])
      .sort(),
  ).toEqual(out.rows);
  expect([difference, cannot_close === null]).toEqual([out.difference, out.closable]);
  const closing = await close(ym);
  expect([closing.status, closing.body.detail]).toEqual([
    409,
    expect.stringContaining(`説明のない差異が${out.rows.length}件`),
  ]);
});

test("the record of 取適法 says what was received, found wrong and paid of each 請求書, and the interest (R2-9)", async () => {
  const ym = shiftMonth(YM, -5);
  const one = await outsourced({ on: day(5, ym) });
  const note_key = await delivered(one, {}, day(5, ym));
  const lines = [
    { line_no: 1, num_accepted: "8", num_rejected: "2", treatment: "return", cause: "seller", words: "傷" },
  ];
  const looked = await yamada.post(`/deliveries/${note_key}/inspect`, { lines });
  expect(looked.status).toBe(201);
  const key = await billed(ym);
  const paying = { payment_date: today(), kind: "cash", debts: [{ debt: `i${key}`, amount: 500 }] };
  expect((await keiri.post("/payables/payments", paying)).status).toBe(201);
  const { items } = (await keiri.get("/payables/records")).body;
  const { rows } = await owner.query("select order_id from card where key = $1", [one]);
  const found = row({ items }, `i${key}`);
  expect(found).toMatchObject({
    partner_id: "sato",
    orders: [rows[0].order_id],
    received_from: day(5, ym),
    received_to: day(5, ym),
    inspected_date: today(),
    rejects: [{ num: "2", treatment: "return", cause: "seller", words: "傷" }],
    payments: [{ date: today(), kind: "cash", amount: 500 }],
    paid: 500,
  });
  expect(found.open).toBe(found.total - 500);
  expect(found.interest).toBeGreaterThan(0);
  expect(found).toMatchObject({ interest_entered: 0, interest_paid: 0, supplies: [] });
  const late = {
    partner_id: "sato",
    kind: "expense",
    account: "interest",
    bill_date: today(),
    late_debt: `i${key}`,
  };
  const entered = await keiri.post("/payables/bills", { ...late, base_0: String(found.interest) });
  expect(entered.status).toBe(201);
  expect((await keiri.get(`/payables/bills/${entered.body.key}`)).body.late).toMatchObject({
    id: `i${key}`,
    key,
  });
  expect(
    (await keiri.post("/payables/bills", { ...late, account: "other", base_0: "1" })).body.errors,
  ).toHaveProperty("account");
  expect((await keiri.post("/payables/bills", { ...late, late_debt: "i999999", base_0: "1" })).status).toBe(
    404,
  );
  const debts = [{ debt: `b${entered.body.key}` }];
  expect(
    (await keiri.post("/payables/payments", { payment_date: today(), kind: "cash", debts })).status,
  ).toBe(201);
  expect(row((await keiri.get("/payables/records")).body, `i${key}`)).toMatchObject({
    paid: 500,
    interest_entered: found.interest,
    interest_paid: found.interest,
  });
  expect(
    (await keiri.get(`/payables/records?from=${day(1, shiftMonth(ym, -1))}&to=${day(1, ym)}`)).body.items,
  ).toEqual([]);
  expect((await genba.get("/payables/records")).status).toBe(403);
  expect((await tanaka.get("/payables/records")).status).toBe(403);
  expect((await sato.get("/payables/records")).body.items).toEqual([]);
});

test("each 請求書 that is issued here counts from the first day on which something of its own came", async () => {
  const came = async (ym: number, days: number[]) => {
    for (const on of days) await delivered(await outsourced({ on: day(on, ym) }), {}, day(on, ym));
    return `i${await billed(ym)}`;
  };
  const [older, newer] = [await came(shiftMonth(YM, -3), [9, 7]), await came(shiftMonth(YM, -2), [12, 5])];
  const { items } = (await keiri.get(`/payables/due?on=${day(10, NOW)}`)).body;
  const received = (id: string) => items.find((one: any) => one.id === id).received_date;
  expect([received(older), received(newer)]).toEqual([
    day(7, shiftMonth(YM, -3)),
    day(5, shiftMonth(YM, -2)),
  ]);
});

let first: number, second: number, note: number, dear: number, bill: number;
test("受入 without 納品書 is ours at the ordered price, 未請求 in the balance, and goes when the 納品書 comes", async () => {
  first = await outsourced();
  second = await outsourced({ good: "8" });
  const found = await read();
  expect(found).toMatchObject({
    ours: 2160,
    theirs: 0,
    difference: -2160,
    num_open: 2,
    unbilled: 2160,
    state: "open",
  });
  expect(row(found, `c${first}`)).toMatchObject({
    kind: "unbilled",
    ours: { num_units: "10", unit_price: "120", amount: 1200 },
  });
  expect(await unbilled()).toBe(2376);
  note = await delivered(first);
  dear = await delivered(second, { unit_price: "130" });
  expect(row(await read(), `c${first}`)).toBeUndefined();
  expect(row(await read(), `d${note}.1`)).toMatchObject({ kind: "unbilled", ours: { amount: 1200 } });
  // The balance follows what is delivered, as it would be billed.
  expect(await unbilled()).toBe(Math.floor((1200 + 1300) * 1.1));
});

test("the 請求書 beside what was received: same, quantity, price at once, and lines that only they have", async () => {
  bill = await billed();
  const found = await read();
  expect(row(found, `d${note}.1`)).toMatchObject({ kind: "same", state: "same", difference: 0 });
  expect(row(found, `d${dear}.1`)).toMatchObject({
    kind: "quantity",
    state: "open",
    ours: { num_units: "8", unit_price: "120", amount: 960 },
    theirs: { num_units: "10", unit_price: "130", amount: 1300 },
    difference: 340,
  });
  expect(found).toMatchObject({ num_open: 1, state: "open", papers: [{ id: `i${bill}` }] });
  expect((await keiri.get(`/payables/matches?ym=${YM}`)).body.items).toMatchObject([
    { partner_id: "sato", state: "open", num_open: 1, difference: 340 },
  ]);
});

test("an open difference blocks the close; an answer wants a reason, a line that differs, and what was seen", async () => {
  expect((await close()).body.detail).toContain("説明のない差異が1件");
  expect((await say([`d${dear}.1`], "accept", { reason: "" })).body.errors).toHaveProperty("reason");
  expect((await say([`d${note}.1`], "accept")).body.errors.lines[0]).toContain("差異のない明細");
  expect((await say(["d999999.1"], "accept")).status).toBe(422);
  expect((await say([`d${dear}.1`], "withdrawn")).status).toBe(422);
  const before = (await read()).seen;
  expect((await say([`d${dear}.1`], "accept")).status).toBe(201);
  const late = await say([`d${dear}.1`], "later", { seen: before });
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("まだ保存していません")]);
  expect(row(await read(), `d${dear}.1`)).toMatchObject({
    state: "accepted",
    answer: "accept",
    reason: "確認済み",
  });
});

test("asking tells the partner by the 請求書 and by chat with the card, and waits; only for who may", async () => {
  const asked = await say([`d${dear}.1`], "ask", { reason: "8個しか届いていません" });
  expect(asked.body).toEqual({ count: 1, chat: `/chat/sato_yamada?task=${second}` });
  expect((await sato.get(`/invoices/${bill}/answers`)).body.items[0]).toMatchObject({
    agreed: false,
    words: expect.stringContaining("8個しか届いていません"),
  });
  const { rows } = await owner.query(
    "select message, task_id::int from message where room_id = 'sato_yamada' order by number desc limit 1",
  );
  expect(rows[0]).toMatchObject({
    task_id: second,
    message: expect.stringContaining("当社 8個 × 120 = ¥960／御社 10個 × 130 = ¥1,300"),
  });
  expect(await read()).toMatchObject({ state: "asked", num_asked: 1, num_open: 0 });
  expect((await close()).body.detail).toContain("訂正を頼んだ差異が1件");
});

test("the partner cancels and bills anew in between: the answer was to other figures, and the line is open", async () => {
  const before = (await read()).seen;
  const { version } = (await sato.get(`/invoices/${bill}`)).body;
  expect((await sato.post(`/invoices/${bill}/cancel`, { version, reason: "数量を直します" })).status).toBe(
    201,
  );
  expect(row(await read(), `d${dear}.1`)).toMatchObject({ kind: "unbilled", state: "open", theirs: null });
  expect((await say([`d${dear}.1`], "accept", { seen: before })).status).toBe(409);
  bill = await billed();
  expect(row(await read(), `d${dear}.1`)).toMatchObject({ state: "asked", difference: 340 });
});

test("closed once by two who press together; what was closed stays, and another 請求書 since is told", async () => {
  await say([`d${dear}.1`], "accept");
  const { seen } = await read();
  const both = await Promise.all(
    [keiri, yamada].map((who) =>
      who.post("/payables/match/close", { ym: YM, months: [{ partner_id: "sato", seen }] }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await say([`d${dear}.1`], "later")).body.detail).toContain("締め済み");
  const { version } = (await sato.get(`/invoices/${bill}`)).body;
  await sato.post(`/invoices/${bill}/cancel`, { version, reason: "もう一度" });
  expect(await read()).toMatchObject({
    state: "changed",
    items: [{}, { state: "accepted", difference: 340 }],
  });
  const reopen = async (more: object) =>
    keiri.post("/payables/match/reopen", { partner_id: "sato", ym: YM, seen: (await read()).seen, ...more });
  expect((await reopen({})).body.errors).toHaveProperty("reason");
  expect((await reopen({ reason: "請求書が変わったため" })).status).toBe(201);
  expect((await reopen({ reason: "もう一度" })).body.detail).toContain("締めていません");
  expect(await read()).toMatchObject({
    state: "open",
    log: [{ act: "closed" }, { act: "reopened", reason: "請求書が変わったため" }],
  });
});

test("put off with a reason it stands in the next month, too, and its own can be closed", async () => {
  expect((await say([`d${note}.1`, `d${dear}.1`], "later", { reason: "来月請求とのこと" })).status).toBe(201);
  expect((await close()).status).toBe(201);
  const next = await read(NOW);
  expect(next.items.map((one: any) => [one.id, one.state]).sort()).toEqual(
    [
      [`d${note}.1`, "open"],
      [`d${dear}.1`, "open"],
    ].sort(),
  );
  expect((await close(NOW)).status).toBe(409);
});

test("a paper 請求書 is held by rate against all that is not billed here; what is put off leaves it", async () => {
  const third = await outsourced({ on: day(1, NOW) });
  const fourth = await outsourced({ on: day(1, NOW) });
  const before = await unbilled();
  const made = await keiri.post("/payables/bills", {
    partner_id: "sato",
    kind: "invoice",
    number: "紙-9",
    bill_date: day(1, NOW),
    account: "outsourcing",
    base_10: "4160",
  });
  expect(made.status).toBe(201);
  // Cards on a paper are no longer 未請求; those on a 納品書 stay so until they are billed here.
  expect(before - (await unbilled())).toBe(2640);
  const found = await read(NOW);
  expect(row(found, "p10")).toMatchObject({
    ours: { amount: 4560 },
    theirs: { amount: 4160 },
    difference: -400,
    state: "open",
  });
  expect(found.items.filter((one: any) => one.state === "paper")).toHaveLength(4);
  expect(found).toMatchObject({ ours: 4560, theirs: 4160, difference: -400, num_open: 1 });
  expect((await say([`c${fourth}`], "later", {}, NOW)).status).toBe(201);
  expect(row(await read(NOW), "p10")).toMatchObject({ ours: { amount: 3360 }, difference: 800 });
  expect(before - (await unbilled())).toBe(1320);
  expect((await say([`c${third}`], "accept", {}, NOW)).status).toBe(201);
  expect(row(await read(NOW), "p10")).toMatchObject({ ours: { amount: 2160 } });
  expect((await say([`c${third}`], "withdrawn", { reason: undefined }, NOW)).status).toBe(201);
  expect(row(await read(NOW), "p10")).toMatchObject({ ours: { amount: 3360 } });
});

test("what comes after 受入 and beyond it is ours once its 納品書 is inspected: the rest of a card, 再納", async () => {
  const ym = shiftMonth(YM, -9);
  const card_key = await outsourced({ good: "8", on: day(5, ym) });
  await delivered(card_key, { num_items: "8" }, day(5, ym));
  const rest = await delivered(card_key, { num_items: "2" }, day(20, ym));
  const oursOf = async (name: string) => row(await read(ym), name)?.ours.amount;
  expect(await oursOf(`d${rest}.1`)).toBeUndefined();
  const inspect = (note_key: number, line: object) =>
    yamada.post(`/deliveries/${note_key}/inspect`, { lines: [{ line_no: 1, num_rejected: "0", ...line }] });
  expect((await inspect(rest, { num_accepted: "2" })).status).toBe(201);
  expect(await oursOf(`d${rest}.1`)).toBe(240);

  const other = await outsourced({ good: "8", on: day(5, ym) });
  const whole = await delivered(other, {}, day(5, ym));
  const bad = {
    num_accepted: "8",
    num_rejected: "2",
    treatment: "return_refill",
    cause: "seller",
    words: "傷",
  };
  expect((await inspect(whole, bad)).status).toBe(201);
  const { rows } = await owner.query("select key::int from inspection where delivery_key = $1", [whole]);
  const again = await sato.post(`/inspections/${rows[0].key}/replace`, {
    num_items: "2",
    delivery_date: today(),
  });
  expect(again.status).toBe(201);
  expect(await oursOf(`d${whole}.1`)).toBe(960);
  expect(row(await read(NOW), `d${again.body.key}.1`).ours.amount).toBe(240);
});
