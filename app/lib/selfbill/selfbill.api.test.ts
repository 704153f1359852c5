import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Answer, type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { changeCard } from "~/lib/task/card.write.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, shiftMonth, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let keiri: Person, genba: Person, sato: Person, tanaka: Person, suzuki: Person;
const YM = shiftMonth(Number(today().slice(0, 7).replace("-", "")), -1);
const DAY = `${Math.floor(YM / 100)}-${String(YM % 100).padStart(2, "0")}-10`;

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [keiri, genba, sato, tanaka, suzuki] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
    "admin@suzuki",
  );
  await owner.query("update factory set registration_number = 'T8700110005901' where id = 'sato'");
});
afterAll(async () => {
  expect((await owner.query("select rule, detail from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

/** Sent out at 120 each, shipped and billed on a 納品書 by sato, received back unless said otherwise. */
async function supplied({
  good = "10",
  received = true,
  unit_price = "120",
  noted = true,
} = {}): Promise<string> {
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
  const asked = { group_id: 6, partner_id: "sato", delivery_date: "2030-01-05", unit_price: "120" };
  await genba.post("/cards/move", { cards: [{ key: own.key, version: own.version }], ...asked });
  const { rows } = await owner.query("select partner_key::int as key from card_link where card_key = $1", [
    own.key,
  ]);
  const card_key = rows[0].key as number;
  const maker = someone("sato", "seller");
  await tenant(t.db, maker, async (db) => {
    await changeCard(db, maker, await lockCard(db, card_key), "shipped", {
      num_good: "10",
      answer: "accepted",
      group_id: 99,
      group_update_time: maker.now,
      status: "出荷済み",
      shipped_time: `${DAY}T03:00:00Z`,
      product_time: maker.now,
      // As a factory could by 編集 before decision 139: papers at another price than ordered stand from then.
      unit_price,
      price: Number(unit_price) * 10,
    });
  });
  if (received) {
    const { version } = (await owner.query("select version from card where key = $1", [own.key])).rows[0];
    const body = { version, num_good: good, short: good !== "10" };
    expect((await genba.post(`/cards/${own.key}/receive`, body)).status).toBe(201);
  }
  if (!noted) return String(card_key);
  const made = await sato.post("/deliveries", {
    buyer_id: "yamada",
    grouping: "one",
    show_amounts: true,
    unusual_date: true,
    delivery_date: DAY,
    lines: [{ card_key, num_items: "10" }],
  });
  expect(made.status).toBe(201);
  return `${made.body.key}.1`;
}

const agree = async (form = "deemed", days = "14") => {
  const made = await keiri.post("/self-bills/agreements", { partner_id: "sato", form, days });
  expect(made.status).toBe(201);
  return made.body.key as number;
};
const sources = async (who = keiri) =>
  (await who.get(`/self-bills/sources?partner_id=sato&ym=${YM}`)).body as {
    items: any[];
    [name: string]: any;
  };
const asked = (lines: string[], more: object = {}) => ({ partner_id: "sato", ym: YM, lines, ...more });
const issue = (lines: string[], more: object = {}, once?: string): Promise<Answer> =>
  keiri.post("/self-bills", asked(lines, more), once);
const read = async (bill: number, who = sato) => (await who.get(`/self-bills/${bill}`)).body;
const stateOf = async (bill: number, who = sato) => {
  const { items } = (await who.get("/self-bills?size=100")).body;
  const listed = items.find((one: any) => one.key === bill).state;
  const { state } = await read(bill, who);
  expect(listed).toBe(state);
  return state;
};
const owed = async () =>
  (await keiri.get("/payables/due")).body.items.filter((one: any) => one.partner_id === "sato");
const notices = async (who: Person) =>
  ((await who.get("/notices")).body.items as { text: string; path: string }[]).map(({ text }) => text);

let line: string;
test("nothing is issued before the supplier agreed, and only the supplier can agree", async () => {
  line = await supplied();
  expect((await issue([line])).body.detail).toContain("取り決めがありません");
  const proposal = await agree();
  expect((await issue([line])).body.detail).toContain("取り決めがありません");
  expect((await keiri.post(`/self-bills/agreements/${proposal}/answer`, { agreed: "yes" })).status).toBe(403);
  expect((await tanaka.post(`/self-bills/agreements/${proposal}/answer`, { agreed: "yes" })).status).toBe(
    404,
  );
  expect((await genba.get("/self-bills/agreements")).status).toBe(403);
  const again = { partner_id: "sato", form: "deemed", days: "14" };
  expect((await keiri.post("/self-bills/agreements", again)).body.detail).toContain("提案済み");
  expect((await keiri.post("/self-bills/agreements", { ...again, partner_id: "suzuki" })).status).toBe(404);
  expect(
    (await sato.post(`/self-bills/agreements/${proposal}/answer`, { agreed: "no" })).body.errors,
  ).toHaveProperty("reason");
  expect((await sato.post(`/self-bills/agreements/${proposal}/answer`, { agreed: "yes" })).status).toBe(201);
  expect((await sato.post(`/self-bills/agreements/${proposal}/answer`, { agreed: "yes" })).status).toBe(409);
  const { items } = (await sato.get("/self-bills/agreements")).body;
  expect(items.find((one: any) => one.partner_id === "yamada")).toMatchObject({
    state: "live",
    is_payer: false,
    live: { version: 1, days: 14, words: expect.stringContaining("送付後14日以内") },
    log: [{ act: "proposed" }, { act: "accepted", person: "佐藤 花子" }],
  });
  // Who it was at the payer is the payer's own.
  const { live, log } = items.find((one: any) => one.partner_id === "yamada");
  expect([live.person, log[0].person]).toEqual(["", ""]);
  expect((await notices(keiri))[0]).toContain("同意がありました");
});

test("only what was received as ordered can be on it; the rest says what to settle first", async () => {
  const dear = await supplied({ unit_price: "130" });
  const short = await supplied({ good: "8" });
  const awaited = await supplied({ received: false });
  const { items, words, receipts } = await sources();
  expect(receipts).toEqual([]);
  const blocked = (name: string) =>
    items.find((one) => `${one.delivery_key}.${one.delivery_line_no}` === name)!.blocked;
  expect(blocked(line)).toBeNull();
  expect(blocked(dear)).toContain("単価が注文と違います（注文 120、納品書 130）");
  expect(blocked(short)).toContain("残り 8");
  expect(blocked(awaited)).toBe("受入がまだです");
  expect(words).toContain("14日以内");
  expect((await issue([dear])).body.errors.lines[0]).toContain("単価が注文と違います");
  expect((await issue([])).body.errors).toHaveProperty("lines");
  expect((await keiri.post("/self-bills/preview", asked(["999999.1"]))).status).toBe(409);
  expect((await tanaka.post("/self-bills/preview", { ...asked([line]) })).status).not.toBe(201);
  expect((await suzuki.post("/self-bills/preview", { ...asked([line]) })).status).toBe(404);
});

let key: number, number: string;
test("received without a 納品書 it is told with its card, to ask for one, and goes on when that comes", async () => {
  const card_key = Number(await supplied({ noted: false }));
  await owner.query("update card_link set received_time = $2 where partner_key = $1", [
    card_key,
    `${DAY}T05:00:00Z`,
  ]);
  const { receipts, room } = await sources();
  expect(receipts).toMatchObject([{ card_key, name: "板", date: DAY, num_units: "10", amount: 1200 }]);
  expect(room).toBe("sato_yamada");
  const note = await sato.post("/deliveries", {
    buyer_id: "yamada",
    grouping: "one",
    show_amounts: true,
    unusual_date: true,
    delivery_date: DAY,
    lines: [{ card_key, num_items: "10" }],
  });
  const found = await sources();
  expect(found.receipts).toEqual([]);
  expect(found.items).toContainEqual(expect.objectContaining({ delivery_key: note.body.key, blocked: null }));
  expect((await sato.post(`/deliveries/${note.body.key}/cancel`, { reason: "試し" })).status).toBe(201);
  expect((await sources()).receipts).toHaveLength(1);
});

test("asked for twice at once it is issued once, exactly as seen, sent, and owed once in place of a 請求書", async () => {
  const look = (await keiri.post("/self-bills/preview", asked([line]))).body;
  expect(look).toMatchObject({
    num_lines: 1,
    subtotal: 1200,
    tax: 120,
    total: 1320,
    registration_number: "T8700110005901",
    deduction: 100,
  });
  const stale = { seen: look.seen.replace(/^1200/, "1100") };
  expect((await issue([line], stale)).body.detail).toContain("まだ発行していません。税抜 1,100円 → 1,200円");
  const both = await Promise.all([issue([line], { seen: look.seen }), issue([line], { seen: look.seen })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  ({ key, number } = both.find(({ status }) => status === 201)!.body);
  expect(number).toMatch(/^P\d{4}-0001$/);
  expect(await owed()).toMatchObject([{ id: `i${key}`, number, total: 1320, open: 1320 }]);
  expect((await keiri.get(`/payables/balances`)).body.items[0]).toMatchObject({ partner_id: "sato" });
  expect((await notices(sato))[0]).toContain(`支払通知書が届きました（${number}）`);
  const mails = await owner.query("select subject from pool.outbox where subject like '%' || $1", [number]);
  expect(mails.rowCount).toBe(1);
  const paper = await read(key);
  expect(paper).toMatchObject({
    number,
    is_payer: false,
    edition: 1,
    seller: { name: "佐藤鈑金工業株式会社", registration_number: "T8700110005901" },
    buyer: { name: "山田精機株式会社" },
    state: "sent",
    paid: null,
    agreement: { version: 1 },
  });
});

test("the same key posted again answers the same, and its lines are on no other paper", async () => {
  const other = await supplied();
  const again = crypto.randomUUID();
  const first = await issue([other], {}, again);
  expect((await issue([other], {}, again)).body).toEqual(first.body);
  expect((await issue([line])).body.detail).toContain("請求書か支払通知書に載ったか");
  const { items } = (await sato.get("/invoices/billable?buyer_id=yamada")).body;
  const names = items.map((one: any) => `${one.delivery_key}.${one.delivery_line_no}`);
  expect(names).not.toContain(line);
  const bill = { buyer_id: "yamada", invoice_date: today(), due_date: addDays(today(), 30), lines: [line] };
  expect((await sato.post("/invoices", bill)).body.detail).toContain(`支払通知書 ${number} に載っています`);
  const { items: closing } = (await sato.get(`/closings?ym=${YM}`)).body;
  const row = closing.find((one: any) => one.buyer_id === "yamada");
  expect(row.warnings.join()).toContain("支払通知書を請求書の代わりにする取り決め");
  expect((await keiri.post(`/self-bills/${first.body.key}/cancel`, { reason: "誤り" })).status).toBe(201);
});

test("the supplier can't cancel, correct, restore, send or confirm it as a 請求書 of its own", async () => {
  const tries = [
    sato.post(`/invoices/${key}/cancel`, { reason: "誤り" }),
    sato.post(`/invoices/${key}/restore`, { reason: "誤り" }),
    sato.post("/invoices/send", { keys: [key], channel: "chat_mail" }),
    keiri.post(`/invoices/${key}/answer`, { agreed: "yes" }),
    sato.post(`/self-bills/${key}/cancel`, { reason: "誤り" }),
    keiri.post(`/self-bills/${key}/answer`, { agreed: "yes" }),
  ];
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  await keiri.post(`/invoices/${key}/view`);
  expect(await read(key)).toMatchObject({ viewed_time: null });
});

test("it stands in the supplier's receivables once, as its sale", async () => {
  const { items } = (await sato.get("/invoices?size=100")).body;
  expect(items.filter((one: any) => one.key === key)).toMatchObject([
    { number, total: 1320, state: "unpaid", open: 1320, is_self_billed: true },
  ]);
  const { items: rows } = (await sato.get("/receivables")).body;
  expect(rows.find((one: any) => one.buyer_id === "yamada")).toMatchObject({ billed: 1320 });
});

test("nobody else finds it, on no road", async () => {
  for (const who of [tanaka, suzuki]) {
    expect((await who.get(`/self-bills/${key}`)).status).toBe(404);
    expect((await who.post(`/self-bills/${key}/view`)).status).toBe(404);
    expect((await who.post(`/self-bills/${key}/answer`, { agreed: "yes" })).status).toBe(404);
    expect((await who.post(`/self-bills/${key}/cancel`, { reason: "誤り" })).status).toBe(404);
    expect((await who.get("/self-bills")).body.items).toEqual([]);
  }
  expect((await genba.get(`/self-bills/${key}`)).status).toBe(403);
});

test("seen is not confirmed; silence confirms after its days, and only where a mail was taken or it was seen", async () => {
  const sentBefore = (days: number) =>
    owner.query("update self_bill set sent_time = now() - make_interval(days => $2) where invoice_key = $1", [
      key,
      days,
    ]);
  await sentBefore(15);
  // Nobody took its mail: an address that bounces has been told nothing.
  expect(await stateOf(key)).toBe("sent");
  // Taken today: its days begin today.
  await owner.query("delete from pool.outbox where subject like '%' || $1", [number]);
  expect(await stateOf(key)).toBe("sent");
  await owner.query(
    "update self_bill_mail set taken_time = now() - interval '15 days' where invoice_key = $1",
    [key],
  );
  expect(await stateOf(key)).toBe("deemed");
  expect(
    (await sato.post(`/self-bills/${key}/answer`, { agreed: "no", reason: "違う" })).body.detail,
  ).toContain("期限を過ぎ");
  await sentBefore(14);
  expect(await stateOf(key)).toBe("sent");
  expect((await sato.post(`/self-bills/${key}/view`)).status).toBe(201);
  expect(await stateOf(key, keiri)).toBe("viewed");
});

test("a mail that nobody took for a week is no delivery", async () => {
  await owner.query(
    "insert into pool.outbox (recipient, subject, body, created_time) values ('x@x', 'old', '', now() - interval '8 days')",
  );
  const { rows } = await owner.query("select key from pool.outbox where subject = 'old'");
  await owner.query(
    "insert into self_bill_mail (mail_key, seller_id, buyer_id, invoice_key) values ($1, 'sato', 'yamada', $2)",
    [rows[0].key, key],
  );
  await owner.query("delete from pool.outbox where subject = 'old'");
  const found = await owner.query("select taken_time from self_bill_mail where mail_key = $1", [rows[0].key]);
  expect(found.rows).toEqual([{ taken_time: null }]);
});

test("a difference goes to the payer with the lines, is told in the room without amounts, and stops silence", async () => {
  const body = { agreed: "no", lines: [{ line_no: 1, amount: "1500" }], version: (await read(key)).version };
  expect((await sato.post(`/self-bills/${key}/answer`, body)).body.errors).toHaveProperty("reason");
  const reason = "追加の穴あけが入っていません";
  const paying = { payment_date: today(), kind: "cash", debts: [{ debt: `i${key}` }] };
  const look = async () => (await keiri.post("/payables/payments/preview", paying)).body;
  const before = await look();
  expect([before.notes, (await owed())[0].is_disputed]).toEqual([[], false]);
  expect((await sato.post(`/self-bills/${key}/answer`, { ...body, reason })).status).toBe(201);
  expect(await stateOf(key)).toBe("disputed");
  expect(await read(key, keiri)).toMatchObject({
    answers: [
      { word: "disputed", reason, lines: [{ line_no: 1, amount: 1500 }], actor: "佐藤鈑金工業株式会社" },
    ],
    cannot_cancel: null,
  });
  expect((await notices(keiri))[0]).toContain(`支払通知書 ${number}に差異の連絡があります`);
  expect((await look()).notes).toEqual([expect.stringContaining(`${number}に相違の連絡があります`)]);
  expect((await owed())[0].is_disputed).toBe(true);
  // A payer who saw it before it was found wrong looks again.
  expect((await keiri.post("/payables/payments", { ...paying, seen: before.seen })).status).toBe(409);
  const { cannot_close } = (await keiri.get(`/payables/match?partner_id=sato&ym=${YM}`)).body;
  expect(cannot_close).toContain(`支払通知書 ${number} に相違の連絡があります`);
  const { items } = (await keiri.get("/chats/rooms/sato_yamada/messages")).body;
  const said = items.map((one: any) => one.message).join();
  expect(said).toContain(reason);
  expect(said).not.toContain("1500");
  expect((await sato.post(`/self-bills/${key}/answer`, { ...body, reason })).status).toBe(409);
  await owner.query("update self_bill set sent_time = now() - interval '40 days' where invoice_key = $1", [
    key,
  ]);
  await owner.query(
    "update self_bill_word set said_time = now() - interval '30 days' where invoice_key = $1",
    [key],
  );
  expect(await stateOf(key)).toBe("disputed");
});

let next: number;
test("taken back with a reason and issued anew as the next version, which the supplier confirms", async () => {
  expect((await issue([line], { replaces: key })).status).toBe(409);
  const { version } = await read(key, keiri);
  const stale = await keiri.post(`/self-bills/${key}/cancel`, { reason: "内容の訂正", version: version - 1 });
  expect(stale.status).toBe(409);
  expect((await keiri.post(`/self-bills/${key}/cancel`, { reason: "", version })).body.errors).toHaveProperty(
    "reason",
  );
  expect((await keiri.post(`/self-bills/${key}/cancel`, { reason: "内容の訂正", version })).status).toBe(201);
  expect(await stateOf(key)).toBe("cancelled");
  expect(await owed()).toEqual([]);
  expect((await notices(sato))[0]).toContain("支払通知書が取り消されました");
  const made = await issue([line], { replaces: key });
  expect(made.status).toBe(201);
  next = made.body.key;
  expect(await read(next)).toMatchObject({ edition: 2, replaces: { key, number }, state: "sent" });
  expect(await read(key)).toMatchObject({ replaced_by: { key: next } });
  expect((await issue([line], { replaces: key })).status).toBe(409);
  const { version: now } = await read(next);
  expect((await sato.post(`/self-bills/${next}/answer`, { agreed: "yes", version: now })).status).toBe(201);
  expect(await read(next)).toMatchObject({
    state: "confirmed",
    viewed_time: expect.any(String),
    may_answer: false,
  });
  expect((await sato.post(`/self-bills/${next}/answer`, { agreed: "yes" })).status).toBe(409);
  expect(await owed()).toMatchObject([{ id: `i${next}`, open: 1320 }]);
});

test("paid like any other debt; what is paid is not taken back", async () => {
  const paid = await keiri.post("/payables/payments", {
    payment_date: today(),
    kind: "transfer",
    debts: [{ debt: `i${next}` }],
  });
  expect(paid.status).toBe(201);
  expect(await owed()).toEqual([]);
  expect(await read(next, keiri)).toMatchObject({ paid: 1320 });
  const refused = await keiri.post(`/self-bills/${next}/cancel`, { reason: "誤り" });
  expect(refused.body.detail).toContain("支払が登録されている");
});

test("a supplier without a number gets a paper without one, deducted as 経過措置 allows (R1-11)", async () => {
  await owner.query("update factory set registration_number = null where id = 'sato'");
  const bare = await supplied();
  const look = (await keiri.post("/self-bills/preview", asked([bare]))).body;
  expect(look).toMatchObject({ registration_number: null, deduction: 70 });
  expect(look.notes.join()).toContain("区分記載");
  const made = await issue([bare], { seen: look.seen });
  expect(await read(made.body.key)).toMatchObject({ seller: { registration_number: null }, deduction: 70 });
  await owner.query("update factory set registration_number = 'T8700110005901' where id = 'sato'");
});

test("opened first weeks later, as no mail was taken, it has its days from then on, and a difference stands", async () => {
  const made = await issue([await supplied()]);
  const { key: late } = made.body;
  await owner.query("update self_bill set sent_time = now() - interval '30 days' where invoice_key = $1", [
    late,
  ]);
  expect((await sato.post(`/self-bills/${late}/view`)).status).toBe(201);
  expect(await stateOf(late)).toBe("viewed");
  const told = await sato.post(`/self-bills/${late}/answer`, { agreed: "no", reason: "単価が違う" });
  expect(told.status).toBe(201);
  expect(await stateOf(late)).toBe("disputed");
  expect((await keiri.post(`/self-bills/${late}/cancel`, { reason: "誤り" })).status).toBe(201);
});

test("the supplier can say that it is wrong after the partnership has ended", async () => {
  const { key: last } = (await issue([await supplied()])).body;
  const isActive = (active: boolean) =>
    owner.query("update collaboration set is_active = $1 where seller_id = 'sato' and buyer_id = 'yamada'", [
      active,
    ]);
  const other = await supplied();
  await isActive(false);
  const told = await sato.post(`/self-bills/${last}/answer`, { agreed: "no", reason: "数量が違う" });
  expect(told.status).toBe(201);
  expect(await stateOf(last)).toBe("disputed");
  expect((await issue([other])).status).toBe(201);
  await isActive(true);
});

const waiting = async (num: number) =>
  expect
    .poll(
      async () =>
        (
          await owner.query(
            "select count(*)::int as num from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows[0].num,
    )
    .toBe(num);

test("taken back and paid at once, what was taken back is not paid", async () => {
  const name = await supplied();
  const { key: both } = (await issue([name])).body;
  const held = await t.owner();
  await held.query("begin");
  await held.query("select from delivery_line where delivery_key = $1 for update", [name.split(".")[0]]);
  const cancelling = keiri.post(`/self-bills/${both}/cancel`, { reason: "誤り" });
  await waiting(1);
  const paying = keiri.post("/payables/payments", {
    payment_date: today(),
    kind: "transfer",
    debts: [{ debt: `i${both}` }],
    twice: "on",
  });
  await waiting(2);
  await held.query("commit");
  expect((await cancelling).status).toBe(201);
  expect((await paying).status).not.toBe(201);
  expect((await owed()).find((one: any) => one.id === `i${both}`)).toBeUndefined();
});

test("a paper of the supplier for a month that a 支払通知書 billed asks whether it is the same, and the other way round", async () => {
  const name = await supplied();
  const { key: billed, number: no } = (await issue([name])).body;
  const paper = {
    partner_id: "sato",
    kind: "invoice",
    number: "A-77",
    bill_date: DAY,
    account: "outsourcing",
    base_10: "1200",
  };
  const refused = await keiri.post("/payables/bills", paper);
  expect(refused.body.errors).toEqual({ twice: [expect.stringContaining("支払通知書 P")] });
  expect(
    (await keiri.post("/payables/bills", { ...paper, account: "supplies" })).body.errors ?? {},
  ).not.toHaveProperty("twice");
  const entered = await keiri.post("/payables/bills", { ...paper, number: "A-78", twice: "on" });
  expect(entered.status).toBe(201);
  expect((await keiri.post(`/self-bills/${billed}/cancel`, { reason: "誤り" })).status).toBe(201);
  const look = (await keiri.post("/self-bills/preview", asked([name]))).body;
  expect(look.notes.join()).toContain("同じ月の請求書 A-78");
  const taken = await keiri.post(`/payables/bills/${entered.body.key}/cancel`, { reason: "誤り" });
  expect(taken.status).toBe(201);
  // What was seen said of the paper: it is looked at again.
  expect((await issue([name], { seen: look.seen })).status).toBe(409);
  expect(no).toMatch(/^P/);
});

test("ended by either side nothing more is issued, and what was issued stays", async () => {
  const { items } = (await sato.get("/self-bills/agreements")).body;
  const { live } = items.find((one: any) => one.partner_id === "yamada");
  const ended = await sato.post(`/self-bills/agreements/${live.key}/end`, { reason: "請求書に戻します" });
  expect(ended.status).toBe(201);
  expect((await issue([await supplied()])).body.detail).toContain("取り決めがありません");
  expect(await stateOf(next)).toBe("confirmed");
});
