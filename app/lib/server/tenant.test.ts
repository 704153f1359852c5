import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { addDays, today } from "~/lib/time/date";
import { calls } from "./calls.server";
import { makeScene, type Pair, PEOPLE, type Scene } from "./scene.testing.server";
import { insertSelfBill } from "./selfbill.testing.server";
import { type TestApp, testApp } from "./testing.server";

let t: TestApp;
let scene: Scene;
let pairs: Pair[];
let accounts: { id: number; company_id: string }[];
let staged: { key: number; company_id: string }[];
const asked_of: { key: number; seller_id: string; buyer_id: string }[] = [];
const asked_for: { key: number; company_id: string }[] = [];
let banked: { kind: string; key: number; company_id: string }[];
let journals: { key: number; company_id: string }[] = [];
let agreed: { key: number; seller_id: string; buyer_id: string }[] = [];
let paid: typeof agreed = [];
let allotted: typeof agreed = [];
let entered: typeof agreed = [];
let sent: typeof agreed = [];
let held: typeof agreed = [];
const proposed: typeof agreed = [];
const selfBilled: typeof agreed = [];
let moved: { key: string; seller_id: string; buyer_id: string }[] = [];
let offsets: typeof agreed = [];
let sheets: { key: number; seller_id: string }[];
let idle: { key: number; seller_id: string }[];
let months: { key: number; seller_id: string }[];
let received: { key: number; seller_id: string }[];
let supplied: typeof agreed = [];
let confirmed: typeof agreed = [];
let reported: typeof agreed = [];
let transferred: { key: number; company_id: string }[] = [];
/** Whom somebody's company works with, by "account side". */
const partners = new Map<string, string[]>();
beforeAll(async () => {
  t = await testApp();
  scene = await makeScene(t);
  pairs = (await scene.pairs()).map((pair) => ({ ...pair, cards: pair.cards.slice(0, 4) }));
  accounts = (await scene.owner.query("select id::int, company_id from member where company_id is not null"))
    .rows;
  for (const company of ["yamada", "sato"]) {
    await scene.people.get(`admin@${company}.example`)!.post("/imports", {
      noun: "card",
      file_name: "a.csv",
      file_hash: "a".repeat(43),
      encoding: "utf-8",
      headers: ["依頼元", "数量"],
    });
  }
  for (const { seller, buyer, cards } of pairs) {
    const input = {
      id: crypto.randomUUID(),
      roomId: `${seller}_${buyer}`,
      taskId: cards[0],
      field: "other",
      value: `印・${seller}・${buyer}`,
    };
    await scene.people.get(`admin@${seller}.example`)!.post("/chats/agreements", input);
    const ask = { message_id: input.id, whose: "theirs" };
    const { key } = (
      await scene.people.get(`admin@${seller}.example`)!.post(`/chats/rooms/${input.roomId}/asks`, ask)
    ).body;
    await scene.people
      .get(`admin@${seller}.example`)!
      .post("/scans", { items: [{ client_id: `late-${seller}`, act: "next", card: "0", queued: true }] });
    asked_of.push({ key, seller_id: seller, buyer_id: buyer });
  }
  const wish = {
    ...BODY,
    kind: "existing",
    relation: "buyer",
    code: undefined,
    email: "somebody@nowhere.example",
  };
  for (const company_id of ["yamada", "sato"]) {
    await scene.people
      .get(`admin@${company_id}.example`)!
      .post("/factories/collaborators", { ...wish, id: `nowhere-${company_id}` });
    asked_for.push({
      company_id,
      key: (await scene.people.get(`admin@${company_id}.example`)!.get("/partnerships")).body.outgoing[0].key,
    });
  }
  for (const company_id of ["yamada", "sato"]) {
    const boss = scene.people.get(`admin@${company_id}.example`)!;
    const table = `年月日,お引出し,お預入れ,お取り扱い内容,残高\n2026/11/2,,1,印・${company_id}・tanaka,1\n`;
    const content = Buffer.from(table).toString("base64");
    const { waiting } = (await boss.post("/bank/files", { file_name: "a.csv", content })).body;
    await boss.post(`/bank/files/${waiting}/read`, { bank_name: "銀行", number: "1234567" });
    await scene.owner.query(
      `insert into bank_payer (company_id, buyer_id, name, person, learned_time) values ($1, 'tanaka', 'タナカ', '', now())`,
      [company_id],
    );
  }
  banked = (
    await scene.owner.query(`select 'rows' as kind, key::int, company_id from bank_row
      union all select 'files', key::int, company_id from bank_file union all select 'accounts', key::int, company_id from bank_account
      union all select 'payers', key::int, company_id from bank_payer`)
  ).rows;
  paid = (await scene.owner.query("select key::int, seller_id, buyer_id from payment")).rows;
  transferred = (
    await scene.owner.query(`with made as (
        insert into transfer_file (company_id, account_key, account, pay_date, num_rows, total, content_mark, sealed, sha256, made_time, made_by, made_name)
        select company_id, key, '印・' || company_id || '・tanaka', current_date, 1, 1, '', '', repeat('0', 64), now(), '', '' from bank_account returning *),
      line as (insert into transfer_row (file_key, row_no, company_id, partner_id, account, payee_name, payee_change, amount)
        select key, 1, company_id, 'tanaka', '', '', 0, 1 from made),
      payee as (insert into payee (company_id, partner_id, sealed, changed_time, changed_by, changed_name)
        select company_id, 'tanaka', '', now(), '', '印・' || company_id || '・tanaka' from made),
      take as (insert into transfer_take (company_id, file_key, number, taken_time, taken_by, taken_name)
        select company_id, key, 1, now(), '', '' from made)
      select key::int, company_id from made`)
  ).rows;
  offsets = (
    await scene.owner.query(`with made as (
        insert into offset_proposal (from_company, to_company, amount, proposed_date)
        select seller_id, buyer_id, 1, current_date from collaboration where seller_id in ('yamada', 'sato') returning *),
      said as (insert into offset_word (offset_key, from_company, to_company, word, company_id, person, said_time)
        select key, from_company, to_company, 'proposed', from_company, '', now() from made)
      select key::int, from_company as seller_id, to_company as buyer_id from made`)
  ).rows;
  supplied = (
    await scene.owner.query(`insert into supply_move (seller_id, buyer_id, kind, movement, item, unit, quantity, move_date, company_id, person, recorded_time)
      select seller_id, buyer_id, 'free', 'sent', '印・' || seller_id || '・' || buyer_id, '枚', 1, current_date, buyer_id, '', now() from collaboration
      where seller_id in ('yamada', 'sato') returning key::int, seller_id, buyer_id`)
  ).rows;
  sheets = (
    await scene.owner.query(`insert into stocktake (seller_id, name, count_date, is_blind, state, created_time, created_by, start_time)
      select id, '印・' || id, current_date, true, 'open', now(), '', now() from factory where id in ('yamada', 'sato')
      returning key::int, seller_id`)
  ).rows;
  await scene.owner.query(`insert into shelf_scan (company_id, client_id, act, item, state, detail, person, username, happened_time, received_time)
    select id, 'shelf-' || id, 'stock_in', '{}', 'conflict', '印・' || id, '', '', now(), now() from factory where id in ('yamada', 'sato')`);
  confirmed = (
    await scene.owner.query(`insert into balance_confirmation (seller_id, buyer_id, on_date, amount, rows, words, person, sent_time)
      select seller_id, buyer_id, current_date, 1, '[]', '印・' || seller_id || '・' || buyer_id, '', now() from collaboration
      where seller_id in ('yamada', 'sato') returning key::int, seller_id, buyer_id`)
  ).rows;
  reported = (
    await scene.owner.query(`insert into defect_report (seller_id, buyer_id, version, rows, words, person, sent_time)
      select seller_id, buyer_id, 1, '[{"row_key":"d0","card_key":0,"card_id":"","name":"","drawing_no":null,"order_id":null,"at":"2026-11-01T00:00:00Z",
        "status":"","num":"1","num_items":"1","order_unit":"piece","reason":""}]', '印・' || seller_id || '・' || buyer_id, '', now() from collaboration
      where seller_id in ('yamada', 'sato') returning key::int, seller_id, buyer_id`)
  ).rows;
  allotted = (await scene.owner.query("select key::int, seller_id, buyer_id from settlement")).rows;
  entered = (
    await scene.owner.query(`insert into payable_bill (company_id, partner_id, kind, number, bill_date, received_date, due_date, account, by_rate,
        subtotal, tax, total, note, person, recorded_time)
      select buyer_id, seller_id, 'invoice', 'X-1', current_date, current_date, current_date, 'other', '[]', 1, 0, 1,
        '印・' || seller_id || '・' || buyer_id, '', now() from collaboration where seller_id in ('yamada', 'sato')
      returning key::int, partner_id as seller_id, company_id as buyer_id`)
  ).rows;
  sent = (
    await scene.owner.query(`with made as (insert into payout (company_id, partner_id, payment_date, kind, amount, note, person, recorded_time)
        select company_id, partner_id, current_date, 'cash', 1, note, '', now() from payable_bill returning *),
      parts as (insert into payout_part (company_id, partner_id, payout_key, bill_key, amount, settled_date)
        select p.company_id, p.partner_id, p.key, b.key, 1, current_date from made p join payable_bill b using (company_id, partner_id)),
      filed as (insert into transfer_payment (company_id, file_key, row_no, payout_key)
        select distinct on (f.key) f.company_id, f.key, 1, p.key from transfer_file f join made p using (company_id) order by f.key, p.key)
      select key::int, partner_id as seller_id, company_id as buyer_id from made`)
  ).rows;
  await scene.owner.query(`insert into payable_match_word (company_id, partner_id, ym, line, answer, ours, theirs, reason, person, said_time)
    select buyer_id, seller_id, 200001, 'd1.1', 'accept', 1, 2, '印・' || seller_id || '・' || buyer_id, '', now() from collaboration
    where seller_id in ('yamada', 'sato')`);
  await scene.owner.query(`insert into payable_match_close (company_id, partner_id, ym, act, rows, papers, person, said_time)
    select buyer_id, seller_id, 200001, 'closed', '[]', '印・' || seller_id || '・' || buyer_id, '', now() from collaboration
    where seller_id in ('yamada', 'sato')`);
  for (const { seller, buyer } of pairs) {
    const { agreement, key } = await insertSelfBill(scene.owner, seller, buyer);
    const pair = { seller_id: seller, buyer_id: buyer };
    proposed.push({ key: agreement, ...pair });
    selfBilled.push({ key, ...pair });
  }
  await scene.owner.query("update product set is_stock = true where seller_id in ('yamada', 'sato')");
  moved = (
    await scene.owner.query(`insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source, words,
        action, actor_name) select seller_id, buyer_id, product_id, 'in', 1, 0, current_date, now(), now(), 'hand', '印・' || seller_id || '・' || buyer_id,
        gen_random_uuid(), '' from product where seller_id in ('yamada', 'sato') returning action as key, seller_id, buyer_id`)
  ).rows;
  idle = (
    await scene.owner.query(`insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, note, origin)
      select w.company_id, w.worker_id, (select min(r.reason_id) from reason r where r.company_id = w.company_id and r.kind = 'indirect'), '清掃', false,
        now() - interval '2 hours', now() - interval '1 hour', '印・' || w.company_id, ''
      from worker w where w.company_id in ('yamada', 'sato') returning key::int, seller_id`)
  ).rows;
  await scene.owner.query(
    "insert into worker_day (seller_id, worker_id, day) select company_id, worker_id, current_date from worker",
  );
  await scene.owner.query(
    "insert into shift (company_id, shift_start, shift_end) values ('yamada', 480, 1020), ('sato', 480, 1020)",
  );
  received = (await scene.owner.query("select key::int, seller_id from stock_move")).rows;
  months = (
    await scene.owner.query(`insert into stock_closing (seller_id, month, end_date, valuation, num_products, stock_value, closed_time, closed_by)
        select id, '2026-01-01', '2026-01-31', 'average', 0, 0, now(), '印・' || id from factory where id in ('yamada', 'sato')
        returning key::int, seller_id`)
  ).rows;
  held = (
    await scene.owner.query(`insert into stock_allocation (seller_id, buyer_id, product_id, card_key, num, state, allocated_time, allocated_by, ended_time)
        select c.seller_id, c.buyer_id, s.product_id, c.key, 1, 'released', now(), '印・' || c.seller_id || '・' || c.buyer_id, now()
        from card c join stock s on (s.seller_id, s.buyer_id, s.product_id) = (c.seller_id, c.buyer_id, c.product_id)
        returning key::int, seller_id, buyer_id`)
  ).rows;
  for (const company_id of ["yamada", "sato"]) {
    const admin = scene.people.get(`admin@${company_id}.example`)!;
    const asked = { from: "2020-01-01", to: "2099-12-31", product: "freee" };
    const { seen } = (await admin.get(`/journal/preview?${new URLSearchParams(asked)}`)).body;
    expect((await admin.post("/journal/exports", { ...asked, seen })).status).toBe(201);
  }
  journals = (await scene.owner.query("select key::int, company_id from journal_export")).rows;
  agreed = (await scene.owner.query("select key::int, seller_id, buyer_id from agreement")).rows;
  staged = (await scene.owner.query("select key::int, company_id from import")).rows;
  const writer = await t.as("writer@ops.example");
  const stay = (await writer.post("/actings", { company_id: "yamada", reason: "setup", is_write: true })).body
    .key;
  await fetch(`${t.base}/factories/yamada/destinations`, {
    method: "POST",
    body: JSON.stringify({ name: "運営の代行" }),
    headers: {
      "X-Auth": writer.token,
      "X-Acting": String(stay),
      "Idempotency-Key": crypto.randomUUID(),
      "Content-Type": "application/json",
    },
  });
  await Promise.all(
    PEOPLE.filter(([company]) => company !== "").flatMap(([, account]) =>
      ["buyer", "seller"].map(async (side) => {
        const { body } = await scene.people.get(account)!.get(`/factories/collaborators?side=${side}`);
        partners.set(
          `${account} ${side}`,
          body.items.map((one: { id: string }) => one.id),
        );
      }),
    ),
  );
});
afterAll(async () => {
  await scene.stop();
  await t.stop();
});

const party = (pair: Pair, company: string) => pair.seller === company || pair.buyer === company;
const foreign = (company: string) => pairs.filter((pair) => !party(pair, company));

/** The marks of pairs that this company has no part in, in a text it was answered. */
const leaks = (text: string, company: string) =>
  foreign(company).filter(({ seller, buyer }) => text.includes(`印・${seller}・${buyer}`));

/** In the cast's order: yamada's five come first, then sato's. */
const WORKERS: Record<string, number[]> = { yamada: [1, 5], sato: [6, 8] };

const between = <K>(rows: { key: K; seller_id: string; buyer_id: string }[], { seller, buyer }: Pair) =>
  rows.filter((one) => one.seller_id === seller && one.buyer_id === buyer).map((one) => one.key);

/** Which keys stand behind {key} of a path. */
function keysOf(path: string, pair: Pair): (number | string)[] {
  if (path.includes("{factoryId}") || path === "/factories/{id}" || path.includes("{buyerId}"))
    return [pair.seller, pair.buyer];
  if (path.includes("{holiday}")) return ["2030-01-01"];
  if (path.startsWith("/users"))
    return accounts.filter((one) => one.company_id === pair.seller).map((one) => one.id);
  if (path.startsWith("/orders")) return pair.orders;
  if (path.startsWith("/cards")) return pair.cards;
  if (path.startsWith("/indirect"))
    return idle.filter((one) => one.seller_id === pair.seller).map((one) => one.key);
  if (/^\/(workers|days)/.test(path)) return WORKERS[pair.seller] ?? [];
  if (path.startsWith("/bi/worktime"))
    return (WORKERS[pair.seller] ?? []).map((worker_id) => `${worker_id}:2026-11-02`);
  if (path.startsWith("/products")) return pair.products.slice(0, 2);
  if (path.startsWith("/imports"))
    return staged.filter((one) => one.company_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/deliveries")) return pair.deliveries;
  if (path.startsWith("/files")) return pair.files;
  if (path.startsWith("/chats/rooms"))
    return [`${pair.seller}_${pair.buyer}`, `${pair.seller}_${pair.seller}`];
  if (path.startsWith("/chats/asks")) return between(asked_of, pair);
  if (path.startsWith("/chats/agreements")) return between(agreed, pair);
  if (path.startsWith("/self-bills/agreements")) return between(proposed, pair);
  if (path.startsWith("/self-bills")) return between(selfBilled, pair);
  if (path.startsWith("/payables/bills")) return between(entered, pair);
  if (path.startsWith("/payables/payments")) return between(sent, pair);
  if (path.startsWith("/payments/settlements")) return between(allotted, pair);
  if (path.startsWith("/payments")) return between(paid, pair);
  if (path.startsWith("/confirmations")) return between(confirmed, pair);
  if (path.startsWith("/reports")) return between(reported, pair);
  if (path.startsWith("/inventory/closings"))
    return months.filter((one) => one.seller_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/inventory/receipts"))
    return received.filter((one) => one.seller_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/inventory/moves")) return between(moved, pair);
  if (path.startsWith("/inventory/allocations")) return between(held, pair);
  if (path.startsWith("/offsets")) return between(offsets, pair);
  if (path.startsWith("/inventory/stocktakes"))
    return sheets.filter((one) => one.seller_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/inventory/scans")) return [`shelf-${pair.seller}`];
  if (path.startsWith("/inventory")) return pair.products.slice(0, 2);
  if (path.startsWith("/supplies")) return between(supplied, pair);
  if (path.startsWith("/inspections")) return pair.inspections;
  if (path.startsWith("/certificates/sharing")) return [pair.buyer];
  if (path.startsWith("/bases")) return [pair.seller, pair.buyer];
  if (path.startsWith("/quotes") || path.startsWith("/archive/quotes")) return pair.quotes;
  if (path.startsWith("/invoices")) return pair.invoices;
  if (path.startsWith("/journal"))
    return journals.filter((one) => one.company_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/scans")) return [`late-${pair.seller}`];
  if (path.startsWith("/partnerships"))
    return asked_for.filter((one) => one.company_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/payees")) return [pair.seller, pair.buyer];
  if (path.startsWith("/payings"))
    return banked
      .filter((one) => one.company_id === pair.seller && one.kind === "accounts")
      .map((one) => one.key);
  if (path.startsWith("/transfers"))
    return transferred.filter((one) => one.company_id === pair.seller).map((one) => one.key);
  if (path.startsWith("/bank"))
    return banked
      .filter((one) => one.company_id === pair.seller && path.startsWith(`/bank/${one.kind}/`))
      .map((one) => one.key);
  throw new Error(`say in keysOf whose keys stand in ${path}`);
}

/** A body that is right in everything but whose row it is. */
const BODY = {
  item_id: 1,
  until: "2026-01-01T00:00:00Z",
  is_payment_last_date: true,
  pay_month: 1,
  pay_day: 31,
  amount_rounding: "floor",
  tax_rounding: "floor",
  honorific: "onchu",
  invoice_basis: "monthly",
  fee_bearer: "payer",
  toriteki: "unknown",
  version: 1,
  reason: "試し",
  proposed_delivery_date: "2030-01-10",
  group_id: 2,
  num_good: "1",
  num_defective: "0",
  num_partial: "0",
  name: "試し",
  num_items: "1",
  unit: "piece",
  num: "1",
  num_weighed: "10",
  weight: "1",
  reason_id: 1,
  treatment: "scrap",
  work_key: 1,
  partner_id: "sato",
  delivery_date: "2030-01-10",
  parts: [
    { num_items: "1", name: "試し", per_parent: "1" },
    { num_items: "1", name: "試し", per_parent: "1" },
  ],
  place: "first",
  cards: [{ key: 1, version: 1 }],
  answer: "agreed",
  message_id: "mark-00000001",
  whose: "ours",
  act: "answered",
  id: "mark-00000001",
  rows: [{ line: 2, cells: ["a"] }],
  num_rows: 1,
  code: "T-1",
  order_unit: "piece",
  effective_from: "2030-01-01",
  agreed_on: "2026-11-01",
  tiers: [{ min_quantity: "0", unit_price: "1" }],
  line_no: 1,
  difference: "quality",
  words: "試し",
  agreed: "yes",
  num_accepted: "1",
  basis: "inspected",
  from_date: "2030-01-01",
  on_time_day: "shipped",
  quantities: ["1"],
  template_name: "試し",
  seller_ids: ["yamada"],
  seller_id: "yamada",
  deadline: "2030-01-01",
  valid_until: "2030-01-01",
  answer_key: 1,
  keys: [1],
};

const RECEIPT = {
  payment_key: 1,
  buyer_id: "tanaka",
  payment_date: "2026-11-02",
  lines: [{ kind: "transfer", amount: 1 }],
};
const SUGGESTED = { seen: "1:tanaka:1:1=1:0:", as: "parts" };

const ANSWER = { lines: [{ quantity: "1", unit_price: "1", lead_days: "1" }] };
const WISH = { lines: [{ name: "試し", num_items: "1" }], words: "試し" };
const AGREED = { answers: [{ item_no: 1, answer: "agreed" }] };

const ACCOUNT = {
  bank_name: "銀行",
  branch_name: "本店",
  bank_code: "9999",
  bank_kana: "テスト",
  branch_code: "001",
  branch_kana: "ホンテン",
  kind: "普通",
  number: "1234567",
  consignor_code: "1234567890",
  consignor_name: "テスト",
  name: "テスト",
  line_end: "crlf",
};

const BODIES: [RegExp, object][] = [
  [/\/edit$/, { message: "x" }],
  [/quotes.*decline$/, { reason: "capacity" }],
  [/amendments$/, WISH],
  [/amendments/, AGREED],
  [/stocktakes.*(confirm|zero)$/, { seen: "x" }],
  [/stocktakes.*recount$/, { ids: [1] }],
  [/stocktakes.*zero\/undo$/, { batch: "x" }],
  [/receipts.*price$/, { unit_price: "1" }],
  [/moves.*reverse$/, { reason: "other" }],
  [/days.*gap$/, { day: "2026-11-02", answer: "before" }],
  [/days.*open$/, { day: "2026-11-02", kind: "card", key: 1, answer: "end", at: "17:00" }],
  [/days.*told$/, { day: "2026-11-02", shift_start: "08:00", shift_end: "17:00" }],
  [/measurements$/, { measurement_key: 1, how: "void" }],
  [/supplies/, { movement: "returned", quantity: "1", move_date: "2026-11-02", note: "試し" }],
];
const bodyOf = (path: string) =>
  BODIES.find(([shape]) => shape.test(path))?.[1] ??
  (/quotes.*answers$/.test(path)
    ? ANSWER
    : /quotes.*pass$/.test(path)
      ? { reason: "price" }
      : /correction/.test(path)
        ? { mode: "red" }
        : /bank.*(payment|link)$/.test(path)
          ? RECEIPT
          : /bank.*register$/.test(path)
            ? SUGGESTED
            : /offsets.*say$/.test(path)
              ? { word: "refused", words: "x" }
              : /confirmations/.test(path)
                ? { agreed: "yes" }
                : /reports.*answer/.test(path)
                  ? { treatment: "scrap" }
                  : /inventory.*(moves|cards)$/.test(path)
                    ? {
                        kind: "in",
                        effective_date: "2026-11-01",
                        reason: "other",
                        buyer_id: "tanaka",
                        from_stock: "none",
                      }
                    : {});

const putOf = (path: string) =>
  /pay(ees|ings)/.test(path) ? ACCOUNT : /quotes.*inner$/.test(path) ? { version: "x" } : {};

/** Staff of the provider find every company by its id: acting.api.test.ts asks those calls. */
const asked = calls.filter((call) => call.path.includes("{") && !call.internal);

test.each(asked.map((call) => [`${call.method} ${call.path}`, call] as const))(
  "%s: another company's row is not there",
  async (_, call) => {
    for (const [company, account] of PEOPLE) {
      const person = scene.people.get(account)!;
      const either = /^\/(bases|payees|factories\/(\{id|collab))/.test(call.path);
      const sides = company === "" ? [] : either ? ["buyer", "seller"] : ["buyer"];
      const known = sides.flatMap((side) => partners.get(`${account} ${side}`)!);
      const keys = foreign(company)
        .flatMap((pair) => keysOf(call.path, pair))
        .filter((key) => key !== company && !known.includes(String(key)));
      await Promise.all(
        keys.map(async (key) => {
          const path = call.path.replace(/\{\w+\}/, String(key)).replace(/\{\w+\}/, "1");
          const answer = await (call.method === "GET"
            ? person.get(path)
            : call.method === "DELETE"
              ? person.delete(path)
              : call.method === "PUT"
                ? person.put(path, { ...BODY, ...putOf(path) })
                : person.post(path, { ...BODY, ...bodyOf(path) }));
          expect([`${account} ${path}`, answer.status]).toEqual([
            `${account} ${path}`,
            answer.status === 403 ? 403 : 404,
          ]);
          expect(Object.keys(answer.body)).toEqual(["detail"]);
          expect(leaks(JSON.stringify(answer.body), company)).toEqual([]);
        }),
      );
    }
  },
);

test("no list, board, search or trial shows a row of others, whatever is asked for", async () => {
  const open = calls.filter((call) => call.method === "GET" && !call.path.includes("{"));
  for (const [company, account] of PEOPLE.filter(([, name]) => /admin|staff/.test(name))) {
    const others = new Set(foreign(company).flatMap((pair) => [pair.seller, pair.buyer]));
    for (const query of [
      "",
      ...[...others].map(
        (id) => `?buyer_id=${id}&seller_id=${id}&partner=${id}&buyer_ids=${id}&q=${encodeURIComponent("印")}`,
      ),
    ]) {
      const answers = await Promise.all(
        open.map((call) => scene.people.get(account)!.get(call.path + query)),
      );
      expect(answers.flatMap(({ body }) => leaks(JSON.stringify(body), company))).toEqual([]);
    }
  }
});

test("a card, an order, a note or an invoice can't be made for or from a company one does not work with", async () => {
  const line = {
    name: "試し",
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
    unit_price: "1",
    delivery_date: addDays(today(), 30),
  };
  const order = { seller_id: "sato", order_date: today(), inspection_days: 7, lines: [line] };
  const suzuki = scene.people.get("admin@suzuki.example")!;
  const sato = scene.people.get("admin@sato.example")!;
  const tanaka = scene.people.get("admin@tanaka.example")!;
  const [yt, ys, st] = pairs as [Pair, Pair, Pair];
  const refused = [
    await suzuki.post("/orders", order),
    await suzuki.post("/orders/check", order),
    await suzuki.post("/orders", {
      ...order,
      seller_id: "yamada",
      lines: [{ ...line, product_id: yt.products[0] }],
    }),
    await tanaka.post("/orders", { ...order, lines: [{ ...line, product_id: yt.products[0] }] }),
    await tanaka.post("/orders", { ...order, destination_id: ys.destinations[0] }),
    await sato.post("/cards", { ...line, buyer_id: "suzuki" }),
    await sato.post("/cards", { buyer_id: "tanaka", num_items: "1", product_id: yt.products[0] }),
    await sato.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: "2026-11-20",
      unusual_date: true,
      grouping: "one",
      lines: [{ card_key: yt.cards[3], num_items: "1" }],
    }),
    await sato.post("/deliveries/preview", {
      buyer_id: "suzuki",
      delivery_date: "2026-11-20",
      unusual_date: true,
      grouping: "one",
      lines: [{ card_key: st.cards[3], num_items: "1" }],
    }),
    await sato.post("/closings", { ym: 202611, buyer_ids: ["suzuki"], with_zero: true }),
    await sato.post("/payments", {
      buyer_id: "suzuki",
      payment_date: "2026-11-20",
      lines: [{ kind: "cash", amount: 1 }],
    }),
    await sato.post("/payments", {
      buyer_id: "tanaka",
      payment_date: "2026-11-20",
      lines: [{ kind: "cash", amount: 1 }],
      allocations: [{ invoice_key: yt.invoices[0], amount: 1 }],
    }),
  ];
  for (const [index, { status, body }] of refused.entries()) {
    expect([index, status]).toEqual([index, status === 422 ? 422 : 404]);
    expect(JSON.stringify(body)).not.toMatch(/印・/);
  }
});

/**
 * Tables whose rows belong to companies, and the columns that say to whom; everything with row-level security
 * must be here.
 */
const OWNERS: Record<string, string[]> = {
  quote: ["buyer_id", "made_by"],
  quote_inner: ["buyer_id"],
  quote_draft: ["seller_id"],
  quote_seller: ["seller_id", "buyer_id"],
  quote_answer: ["seller_id", "buyer_id"],
  quote_answer_line: ["seller_id", "buyer_id"],
  quote_withdrawal: ["seller_id", "buyer_id"],
  quote_award: ["seller_id", "buyer_id"],
  import: ["company_id"],
  import_row: ["company_id"],
  product_step: ["seller_id"],
  product_part: ["seller_id"],
  product_item: ["seller_id"],
  factory_meta: ["company_id"],
  member: ["company_id"],
  process: ["company_id"],
  counter: ["company_id"],
  idempotency: ["company_id"],
  worker: ["company_id"],
  reason: ["company_id"],
  record_item: ["company_id"],
  chat_read: ["company_id"],
  chat_feed: ["company_id"],
  chat_event: ["company_id"],
  chat_room: ["seller_id", "buyer_id"],
  message: ["seller_id", "buyer_id"],
  agreement: ["seller_id", "buyer_id"],
  chat_ask: ["asked_company", "to_company"],
  chat_charge: ["company_id"],
  chat_pin: ["username"],
  chat_phrases: ["company_id"],
  chat_kept: ["seller_id", "buyer_id"],
  chat_change: ["company_id"],
  chat_ack: ["seller_id", "buyer_id"],
  chat_enter: ["company_id"],
  document_sending: ["seller_id", "buyer_id"],
  delivery_draft: ["seller_id"],
  order_draft: ["buyer_id"],
  notice: ["company_id"],
  journal_rule: ["company_id"],
  journal_export: ["company_id"],
  journal_entry: ["company_id"],
  notice_read: ["company_id"],
  carriage: ["actor"],
  digest: ["username"],
  vapid: ["public_key"],
  subgroup: ["company_id"],
  stock_allocation: ["seller_id"],
  stock_expected: ["seller_id"],
  stocktake: ["seller_id"],
  stocktake_row: ["seller_id"],
  stocktake_tally: ["seller_id"],
  stock_closing: ["seller_id"],
  stock_closing_row: ["seller_id"],
  stock_correction: ["seller_id"],
  stock_price: ["seller_id"],
  stocktake_count: ["seller_id"],
  shelf_scan: ["company_id"],
  bi_tally: ["seller_id", "reader_id"],
  card_lead: ["seller_id"],
  card_stay: ["seller_id"],
  indirect_work: ["seller_id"],
  worker_day: ["seller_id"],
  shift: ["company_id"],
  bad_row: ["seller_id"],
  defect_tally: ["seller_id"],
  indirect_minute: ["seller_id"],
  record_tally: ["seller_id", "buyer_id"],
  work_minute: ["seller_id"],
  machine_minute: ["seller_id"],
  control_limit: ["seller_id"],
  day_review: ["seller_id"],
  agreed_due: ["seller_id"],
  work: ["seller_id"],
  measurement: ["seller_id", "buyer_id"],
  measurement_sharing: ["seller_id", "buyer_id"],
  pause: ["seller_id"],
  defect: ["seller_id"],
  card_link: ["seller_id"],
  push_device: ["company_id", "username"],
  partnership: ["from_company", "to_company"],
  company_note: ["username"],
  mail_opening: ["username"],
  promise_check: ["null"],
  backup_run: ["null"],
  operator_alert: ["null"],
  company_holiday: ["company_id"],
  acting: ["company_id"],
  security_event: ["company_id"],
  recovery_code: ["username"],
  acting_write: ["company_id"],
  error_report: ["company_id"],
  error_minute: ["company_id"],
  file: ["company_id", "partner_id"],
  file_pending: ["company_id"],
  scan_secret: ["company_id"],
  scan_code: ["company_id"],
  scan: ["company_id"],
  card_inner: ["seller_id"],
  activity_inner: ["seller_id"],
  payment_line: ["seller_id"],
  settlement: ["seller_id"],
  bank_account: ["company_id"],
  process_rate: ["company_id"],
  bank_content: ["company_id"],
  bank_file: ["company_id"],
  bank_row: ["company_id"],
  bank_link: ["company_id"],
  bank_mark: ["company_id"],
  bank_payer: ["company_id"],
  payable_bill: ["company_id"],
  payable_open: ["company_id"],
  payout: ["company_id"],
  payout_part: ["company_id"],
  payable_match_word: ["company_id"],
  payable_match_close: ["company_id"],
  payee: ["company_id"],
  transfer_file: ["company_id"],
  transfer_row: ["company_id"],
  transfer_payment: ["company_id"],
  transfer_take: ["company_id"],
  offset_proposal: ["from_company", "to_company"],
  offset_part: ["from_company", "to_company"],
  offset_word: ["from_company", "to_company"],
  offset_payment: ["from_company", "to_company"],
  factory: ["id"],
  destination: ["owner_id"],
  contact: ["company_id"],
  ...Object.fromEntries(
    [
      "product",
      "product_price",
      "orders",
      "order_line",
      "order_text",
      "order_unread",
      "order_amendment",
      "order_amendment_item",
      "order_amendment_answer",
      "order_revision",
      "order_revision_line",
      "card",
      "activity",
      "delivery",
      "delivery_line",
      "invoice",
      "invoice_line",
      "closed_period",
      "billing_basis",
      "inspection",
      "inspection_answer",
      "invoice_answer",
      "balance_confirmation",
      "balance_answer",
      "defect_report",
      "defect_report_answer",
      "supply_move",
      "closing_draft",
      "billing_check",
      "self_bill_agreement",
      "self_bill",
      "self_bill_word",
      "self_bill_mail",
      "payment",
      "collaboration",
      "card_tally",
      "board_row",
      "stock",
      "stock_move",
      "stock_tally",
      "stock_move_tally",
    ].map((name) => [name, ["seller_id", "buyer_id"]]),
  ),
};
/**
 * A buyer reads its sellers' processes and deadlines; a seller its buyers' destinations; both each other's
 * name.
 */
const SHARED = new Set(["quote", "factory", "factory_meta", "process", "destination"]);
const STOCK = ["shohin-zaiko", "buhin-zaiko"];
const KNOWS: Record<string, string[]> = {
  yamada: ["tanaka", "suzuki", "sato", ...STOCK],
  sato: ["tanaka", "yamada", ...STOCK],
  tanaka: ["yamada", "sato"],
  suzuki: ["yamada"],
  "": [],
};
/** Sessions are looked up by a secret before anyone is known to be anyone; what stock is due the database alone reads. */
const OPEN = new Set(["log_seal", "session", "schema_migration", "stock_due"]);

test("the second wall: without any where, a company reads its own rows of every table and no other's; nobody reads none", async () => {
  const { rows } = await t.db.execute<{ name: string; walled: boolean }>(sql`
    select relname as name, relrowsecurity as walled from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  expect(rows.filter(({ name, walled }) => !walled && !OPEN.has(name))).toEqual([]);
  expect(rows.filter(({ name }) => !(name in OWNERS) && !OPEN.has(name))).toEqual([]);
  for (const company_id of Object.keys(KNOWS)) {
    const username = company_id ? `admin@${company_id}.example` : "nobody";
    for (const [name, owners] of Object.entries(OWNERS)) {
      const found = await tenant(
        t.db,
        { company_id, username },
        async (db) => (await db.execute<Record<string, string>>(sql.raw(`select * from ${name}`))).rows,
        "read",
      );
      const strange = found.filter(
        (row) =>
          !owners.some(
            (owner) =>
              row[owner] === company_id || (SHARED.has(name) && KNOWS[company_id]!.includes(row[owner]!)),
          ),
      );
      expect([company_id, name, strange]).toEqual([company_id, name, []]);
      const { rows: own } = await scene.owner.query(`select from ${name} where $1 in (${owners.join()})`, [
        company_id,
      ]);
      expect([company_id, name, found.length >= own.length]).toEqual([company_id, name, true]);
    }
  }
});

test("the second wall holds for writing: a row of others can be neither made, changed nor taken over", async () => {
  const suzuki = { company_id: "suzuki", username: "admin@suzuki.example" };
  const [pair] = pairs as [Pair];
  const write = (statement: string) => tenant(t.db, suzuki, (db) => db.execute(sql.raw(statement)));
  expect((await write(`update card set note = 'x' where key = ${pair.cards[0]}`)).rowCount).toBe(0);
  expect((await write(`update invoice set version = 9 where key = ${pair.invoices[0]}`)).rowCount).toBe(0);
  await expect(
    write("insert into destination (factory_id, owner_id, name) values ('tanaka', 'tanaka', 'x')"),
  ).rejects.toThrow();
  await expect(
    write("insert into destination (factory_id, owner_id, name) values ('tanaka', 'suzuki', 'x')"),
  ).rejects.toThrow();
  await expect(
    write("insert into contact (company_id, partner_id) values ('yamada', 'tanaka')"),
  ).rejects.toThrow();
  await expect(
    write(
      "insert into collaboration (seller_id, buyer_id, is_payment_last_date, pay_month, pay_day, amount_rounding, tax_rounding) " +
        "values ('sato', 'suzuki', true, 1, 31, 'floor', 'floor')",
    ),
  ).rejects.toThrow();
  await expect(write("delete from settlement")).rejects.toThrow();
  await expect(write("update activity set reason = 'x'")).rejects.toThrow();
  await expect(write("delete from invoice")).rejects.toThrow();
});
