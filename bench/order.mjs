// What 外注依頼 and 見積 cost: the list with a thousand lines and with a hundred thousand, then forms and an order
// of 300 lines, and five factories compared at five quantities.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { chromium } from "playwright";
import { latency, signIn } from "./app.mjs";
import { FLAGS, visits } from "./pages.mjs";
import { checked, post } from "./writes.mjs";

const LINES = 5;
const LARGE = 300;
/** Above what the database numbers by itself. */
const BASE = 10_000_000;
const TIMES = 30;
/** Of a filter, whose time may grow. */
const FEW = 8;
const LISTS = [
  ["外注依頼書", "/order", TIMES],
  ["依頼先を選ぶ", "/order?seller_id=yamada", TIMES],
  ["注文番号の順", "/order?sort=order_id", TIMES],
  ["依頼日（から）", `/order?order_date_from=${day(-10)}`, FEW],
  ["状態（回答待ち）", "/order?status=waiting", FEW],
  ["状態（納品済み）", "/order?status=delivered", FEW],
  ["回答遅れ", "/order?unanswered=on", FEW],
  ["納期遅れ", "/order?late=on", FEW],
  ["未読回答", "/order?unread=on", FEW],
  ["検索（多く当たる）", `/order?q=${encodeURIComponent("計測")}`, FEW],
  ["検索（1件）", "/order?q=BO0000150", FEW],
];

function day(days) {
  return new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}

async function placed(base, cookie, path, fields) {
  const answer = await post(base, cookie, path, fields);
  const key = /\/(\d+)(?:\?|$)/.exec(answer?.to ?? "")?.[1];
  if (answer?.status !== 303 || !key) {
    const said = /role="alert"[^>]*>([\s\S]{0,300})/.exec(answer?.text ?? "")?.[1];
    throw new Error(`${path} was answered ${answer?.status} ${said}`);
  }
  return Number(key);
}

async function sendOrder(base, buyer, order_id, lines) {
  const fields = {
    seller_id: "yamada",
    order_id,
    order_date: day(0),
    delivery_date: day(14),
    inspection_days: "7",
    destination: "本社",
    payment_method: "transfer",
    step: "send",
    idempotency_key: randomUUID(),
  };
  for (let n = 0; n < lines; n++) {
    fields[`lines[${n}].name`] = `計測部品 ${n + 1}`;
    fields[`lines[${n}].drawing_no`] = `BX-${1000 + n * 7}`;
    fields[`lines[${n}].num_items`] = String(5 + (n % 40) * 5);
    fields[`lines[${n}].unit_price`] = String(80 + n * 3);
  }
  const seen = await checked(base, buyer, "/order/new", fields, { step: "check" });
  return placed(base, buyer, "/order/new", seen);
}

/**
 * Copies of one order, eight a day back from today: fifteen are not answered, as many more not begun, all from the fortieth on are
 * delivered. As their cards come by thousands, the triggers would write each by itself; what is searched they write at once.
 */
const orders = (template, from, to) => {
  const all = `generate_series(${from}::int, ${to}::int - 1) n, lateral (select current_date - n / 8 as day, 'BO' || lpad(n::text, 7, '0') as number) d`;
  return [
    "set session_replication_role = replica",
    "alter table order_line enable always trigger order_words",
    `insert into orders overriding system value select r.* from orders o, ${all}, jsonb_populate_record(o, jsonb_build_object(
        'key', ${BASE} + n, 'order_id', number, 'order_date', day, 'sent_time', day, 'viewed_time', day, 'answer_seen_time', day + 1)) r
      where o.key = ${template}`,
    `insert into card overriding system value select r.* from order_line l join card c on c.key = l.card_key, ${all}, jsonb_populate_record(c,
        jsonb_build_object('key', ${BASE} + n * ${LINES} + l.line_no, 'id', number || '-' || l.line_no, 'order_key', ${BASE} + n, 'order_id', number,
          'created_time', day, 'update_time', day, 'group_update_time', day, 'delivery_date', day + 14, 'search_key', lower(number) || '-' || l.line_no,
          'answer', case when n < 15 then 'waiting' else 'accepted' end)
        || case when n < 40 then '{}'::jsonb else jsonb_build_object('group_id', 99, 'status', '出荷済み', 'moved_group', 8, 'num_good', c.num_items,
          'num_delivered', c.num_items, 'product_time', day + 4, 'shipped_time', day + 4) end) r
      where l.order_key = ${template}`,
    `insert into order_line select r.* from order_line l, ${all}, jsonb_populate_record(l, jsonb_build_object('order_key', ${BASE} + n,
        'card_key', ${BASE} + n * ${LINES} + l.line_no, 'drawing_no', 'BO-' || n || '-' || l.line_no, 'delivery_date', day + 14)) r
      where l.order_key = ${template}`,
    "alter table order_line enable trigger order_words",
    "set session_replication_role = origin",
    "vacuum analyze",
  ];
};

const SELLERS = ["order1", "order2", "order3"];
const partners = `
  with made as (
      insert into factory (id, name, company_type) select id, '計測' || right(id, 1) || '工業株式会社', 'seller' from unnest('{${SELLERS}}'::text[]) id returning id),
    own as (
      insert into factory_meta select r.* from made, factory_meta m, jsonb_populate_record(m, jsonb_build_object('company_id', made.id)) r where m.company_id = 'sato')
  insert into collaboration (seller_id, buyer_id, is_payment_last_date, pay_month, pay_day, amount_rounding, tax_rounding)
  select id, 'tanaka', true, 1, 31, 'floor', 'floor' from made`;

/** What 山田製作所 answered, from each of the others at a price of its own. */
const answers = (quote) => [
  `insert into quote_answer overriding system value select r.* from quote_answer a, quote_seller s, jsonb_populate_record(a, jsonb_build_object(
      'key', ${BASE} + s.key, 'seller_key', s.key, 'seller_id', s.seller_id, 'seller', a.seller || jsonb_build_object('name', s.seller_name))) r
    where a.quote_key = ${quote} and s.quote_key = a.quote_key and s.seller_id <> a.seller_id`,
  `insert into quote_answer_line select r.* from quote_answer a join quote_answer_line l on l.answer_key = a.key, quote_seller s,
      jsonb_populate_record(l, jsonb_build_object('answer_key', ${BASE} + s.key, 'seller_id', s.seller_id, 'unit_price', l.unit_price + s.key % 7 * 4)) r
    where a.quote_key = ${quote} and a.seller_id = 'yamada' and s.quote_key = a.quote_key and s.seller_id <> a.seller_id`,
];

async function askPrices(base, buyer, name) {
  const key = await placed(base, buyer, "/order/product/new", [
    ...["yamada", "sato", ...SELLERS].map((id) => ["seller_ids", id]),
    ...[50, 100, 300, 500, 1000].map((quantity, n) => [`quantities[${n}]`, String(quantity)]),
    ["name", name],
    ["drawing_no", "BX-1"],
    ["material", "SPCC t2.3"],
    ["order_unit", "piece"],
    ["deadline", day(7)],
    ["destination", "本社工場 資材倉庫"],
    ["idempotency_key", randomUUID()],
  ]);
  const sent = { version: "1", idempotency_key: randomUUID() };
  await placed(base, buyer, `/order/product/${key}?act=send`, sent);
  return key;
}

async function answerPrices(base, seller, key) {
  const fields = { step: "send", last: "0", valid_until: day(30), tooling: "65000", tooling_owner: "buyer" };
  for (const [n, quantity] of [50, 100, 300, 500, 1000].entries()) {
    fields[`lines[${n}].quantity`] = String(quantity);
    fields[`lines[${n}].unit_price`] = String(198 - n * 12);
    fields[`lines[${n}].lead_days`] = String(8 + n * 2);
    fields[`lines[${n}].shipping`] = "1500";
  }
  const path = `/setting/product/quote/${key}`;
  await placed(base, seller, path, { ...fields, idempotency_key: randomUUID() });
}

const ms = (value) => `${value.toFixed(1).padStart(6)} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(5)} KB`;

/** The session, and that the stylesheet is kept: what any visit but the first brings. */
async function styled(base, cookie) {
  const html = await (await fetch(`${base}/order`, { headers: { Cookie: cookie } })).text();
  const name = /name="css" content="[^"]*?-?(\w{8})\.css"/.exec(html)?.[1];
  if (!name) throw new Error("the page names no stylesheet");
  return `${cookie}; css=${name}`;
}

async function measureLists(base, owner, cookie, sizes) {
  const template = await sendOrder(base, cookie, "BO-TEMPLATE", LINES);
  const found = new Map();
  let made = 0;
  for (const size of sizes) {
    const began = performance.now();
    for (const statement of orders(template, made, size / LINES)) await owner.query(statement);
    made = size / LINES;
    console.log(
      `${size.toLocaleString("en-US")} lines (made in ${((performance.now() - began) / 1000).toFixed(0)} s)`,
    );
    for (const [name, path, times] of LISTS) {
      const { p50, p99, bytes } = await latency(base, path, cookie, times);
      const before = found.get(name);
      if (!before) found.set(name, p50);
      const growth = before
        ? `  ×${(p50 / before).toFixed(2)}, exponent ${(Math.log(p50 / before) / Math.log(size / sizes[0])).toFixed(2)}`
        : "";
      console.log(`${name.padEnd(12)}\tp50 ${ms(p50)}  p99 ${ms(p99)}  ${kb(bytes)}${growth}`);
    }
  }
}

/** Prints a line for each page: what a first visit and a later one bring, their requests, and the server's time. */
async function measureEach(base, pages) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: FLAGS });
  try {
    for (const [name, path, cookie, kept, most] of pages) {
      const first = await latency(base, path, cookie, 1);
      const { p50, p99, bytes } = await latency(base, path, kept, TIMES);
      const [cold, warm] = await visits(browser, base, path, cookie);
      const goal = most ? ` (goal ${most}${bytes > most * 1024 ? ", MISSED" : ""})` : "";
      console.log(
        `${name.padEnd(18)}\tfirst ${kb(first.bytes)}, ${cold} requests  later ${kb(bytes)}${goal}, ${warm} request${warm === 1 ? "" : "s"}` +
          `  p50 ${ms(p50)}  p99 ${ms(p99)}`,
      );
    }
  } finally {
    await browser.close();
  }
}

/** Prints the list's p50 at both sizes with its growth, then bytes, requests and time of each other page. */
export async function measureOrder(app, seller, sizes = [1_000, 100_000]) {
  const { base } = app;
  console.log(
    `\n外注依頼 with ${sizes.map((n) => n.toLocaleString("en-US")).join(" and ")} lines, ${LINES} an order (goal: exponent ≤ 0.1)`,
  );
  const buyer = await signIn(base, "admin@tanaka.example");
  const owner = new pg.Client({ connectionString: app.database().owner_url });
  await owner.connect();
  try {
    await owner.query("set statement_timeout = 0");
    const [buying, selling] = [await styled(base, buyer), await styled(base, seller)];
    await measureLists(base, owner, buying, sizes);

    const large = await sendOrder(base, buyer, "BO-LARGE", LARGE);
    await owner.query(`update card set answer = 'accepted' where order_key = ${large}`);
    await owner.query(partners);
    const compared = await askPrices(base, buyer, "計測ブラケット");
    await answerPrices(base, seller, compared);
    for (const statement of answers(compared)) await owner.query(statement);
    const open = await askPrices(base, buyer, "計測カバー");
    console.log(
      `\nPages of 外注依頼 and 見積, brotli; first: with its part of the stylesheet; server time of ${TIMES}`,
    );
    const of = (who, kept) => (name, path, most) => [name, path, who, kept, most];
    const [asks, answered] = [of(buyer, buying), of(seller, selling)];
    await measureEach(base, [
      asks("外注依頼書", "/order", 14.6),
      asks("外注依頼", "/order/new?seller_id=yamada", 10),
      asks(`外注依頼（複製）${LARGE}行`, `/order/new?from=${large}`),
      asks(`依頼の内容 ${LARGE}行`, `/order/${large}`),
      answered(`外注依頼書 ${LARGE}行`, `/task/order/${large}`),
      answered(`変更依頼 ${LARGE}行`, `/task/order/${large}/change`),
      asks("見積依頼の一覧", "/order/product", 14.6),
      asks("見積依頼", "/order/product/new", 10),
      asks("見積 5社×5数量", `/order/product/${compared}`),
      asks("見積の比較（2件）", `/order/product/compare?key=${compared}&key=${open}`),
      answered("見積の回答", `/setting/product/quote/${open}`, 10),
    ]);
  } finally {
    await owner.end();
  }
}
