// What 買掛金管理 costs with a thousand 請求書 and papers and with a hundred times as many of the same partners, two months of
// each open.
import pg from "pg";
import { latency, WARM } from "./app.mjs";
import { spent } from "./cpu.mjs";

const PARTNERS = 300;
const OPEN_MONTHS = 2;
const PAGES = [
  ["残高", "/accounting/payable"],
  ["支払予定表", "/accounting/payable/due"],
  ["支払一覧", "/accounting/payable/payment"],
  ["元帳", "/accounting/payable/ledger?partner_id=owed1"],
  ["照合（全社）", "/accounting/payable/match"],
  ["計上一覧", "/accounting/payable/bill"],
  ["記録", "/accounting/payable/record"],
  ["照合（1社）", "/accounting/payable/match/line?partner_id=owed1"],
];

const partners = `
  with made as (
    insert into factory (id, name, company_type) select 'owed' || n, '外注' || lpad(n::text, 4, '0') || '株式会社', 'seller'
    from generate_series(1, ${PARTNERS}) n on conflict do nothing returning id)
  insert into collaboration (seller_id, buyer_id, is_payment_last_date, pay_month, pay_day, amount_rounding, tax_rounding)
  select id, 'yamada', true, 1, 31, 'floor', 'floor' from made`;

/** One 請求書 a partner and month, from the last month back; each paid in full by a payment of its own when due, but for the newest. */
const bills = (from, to) => [
  `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    select 'owed' || p, 'yamada', 'O' || lpad(n::text, 7, '0'), to_char(day, 'YYYYMM')::int, date_trunc('month', day), day, day,
      day + 30, jsonb_build_object('name', '外注' || lpad(p::text, 4, '0') || '株式会社'), '{"name": "山田製作所"}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', 1000, 100, 1100, 1100, now()
    from generate_series(${from}::int, ${to}::int - 1) n, lateral (select n % ${PARTNERS} + 1 as p, n / ${PARTNERS} as back) place,
      lateral (select (date_trunc('month', current_date) - back * interval '1 month' - interval '1 day')::date as day) month`,
  `with due as (
      select key, seller_id, due_date from invoice where number between 'O' || lpad('${from}', 7, '0') and 'O' || lpad('${to - 1}', 7, '0')
        and substr(number, 2)::int >= ${OPEN_MONTHS * PARTNERS} order by key),
    paid as (
      insert into payout (company_id, partner_id, payment_date, kind, amount, note, person, recorded_time)
      select 'yamada', seller_id, due_date, 'transfer', 1100, key::text, '', now() from due returning key, partner_id, payment_date, note)
    insert into payout_part (company_id, partner_id, payout_key, invoice_key, amount, settled_date)
    select 'yamada', partner_id, key, note::bigint, 1100, payment_date from paid`,
];

/** As many papers of theirs, all but the newest of each partner paid. */
const papers = (from, to) => [
  `with made as (
      insert into payable_bill (company_id, partner_id, kind, number, bill_date, received_date, due_date, account, by_rate, subtotal, tax, total,
        covers_until, person, recorded_time)
      select 'yamada', 'owed' || n % ${PARTNERS} + 1, 'invoice', 'B' || n, day, day, day + 30, 'outsourcing',
        '[{"tax_rate": 10, "base": 1000, "tax": 100}]', 1000, 100, 1100, day, '', now()
      from generate_series(${from}::int, ${to}::int - 1) n,
        lateral (select (date_trunc('month', current_date) - n / ${PARTNERS} * interval '1 month' - interval '1 day')::date as day) month
      returning key, partner_id, due_date, substr(number, 2)::int as n),
    paid as (
      insert into payout (company_id, partner_id, payment_date, kind, amount, note, person, recorded_time)
      select 'yamada', partner_id, due_date, 'transfer', 1100, key::text, '', now() from made where n >= ${PARTNERS}
      returning key, partner_id, payment_date, note)
    insert into payout_part (company_id, partner_id, payout_key, bill_key, amount, settled_date)
    select 'yamada', partner_id, key, note::bigint, 1100, payment_date from paid`,
];

/** Prints what each page costs at each size, compared by processor time where it is told. The goal: ×1.5 at most. */
export async function measurePayable(app, seller, sizes = [1_000, 10_000, 100_000]) {
  console.log(
    `\n買掛金管理 with ${sizes.map((n) => n.toLocaleString("en-US")).join(", ")} 請求書 and as many papers of ${PARTNERS} partners (goal: ×1.5)`,
  );
  const owner = new pg.Client({ connectionString: app.database().owner_url });
  await owner.connect();
  const found = new Map();
  try {
    await owner.query("set statement_timeout = 0");
    await owner.query(partners);
    let made = 0;
    for (const size of sizes) {
      for (const statement of [...bills(made, size), ...papers(made, size)]) await owner.query(statement);
      made = size;
      await owner.query("analyze");
      for (const [name, path] of PAGES) {
        const times = WARM;
        const from = spent(app);
        const { p50, p99 } = await latency(app.base, path, seller, times);
        const to = spent(app);
        // Of the warming, too, which is as many.
        const cpu = from && (to.server - from.server + to.database - from.database) / (2 * times);
        const cost = cpu ?? p50;
        const before = found.get(name);
        found.set(name, before ?? cost);
        console.log(
          `${String(size).padStart(7)}  ${name.padEnd(12)}\tp50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms${cpu === null ? "" : `  processor ${cpu.toFixed(1)} ms`}${before ? `  ×${(cost / before).toFixed(2)}` : ""}`,
        );
      }
    }
  } finally {
    await owner.end();
  }
}
