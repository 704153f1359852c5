import { type SQL, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { searchKey } from "~/lib/text/fold";
import { tokyoDate } from "~/lib/time/date";
import type { BankFilter } from "./bank.list";
import { type BankRow, DOUBT_LABEL } from "./bank.schema";
import { learnedPayers, looseReceipts, openInvoices, payingPartners } from "./books.server";
import { accountLabel } from "./own.account";
import type { Doubt } from "./statement";
import { NOBODY, type Suggestion, seenOf, suggest } from "./suggest";

const MOST = 10_000;

type Line = {
  key: string;
  file_key: string;
  row_date: string;
  direction: "in" | "out";
  amount: string;
  payer_raw: string | null;
  payer_kana: string | null;
  payer_code: string | null;
  edi: string | null;
  summary: string | null;
  balance: string | null;
  doubt: Doubt | null;
  bank_name: string;
  branch_name: string;
  branch_code: string;
  kind: string;
  number: string;
  payment_key: string | null;
  paid_by: string | null;
  paid_name: string | null;
  person: string | null;
  excluded: string | null;
};

/** Rows with what became of each, the newest first. */
async function linesOf(db: Tx, who: Who, where: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select r.key, r.file_key, r.row_date, r.direction, r.amount, r.payer_raw, r.payer_kana, r.payer_code, r.edi, r.summary,
      r.balance, r.doubt, a.bank_name, a.branch_name, a.branch_code, a.kind, a.number,
      l.payment_key, l.buyer_id as paid_by, f.name as paid_name, l.person, m.reason as excluded
    from bank_row r join bank_account a on a.key = r.account_key
      left join lateral (
        select l.payment_key, p.buyer_id, l.person from bank_link l join payment p on p.key = l.payment_key and p.cancelled_time is null
        where l.row_key = r.key order by l.key desc limit 1) l on true
      left join factory f on f.id = l.buyer_id
      left join lateral (
        select case when m.is_excluded then m.reason end as reason from bank_mark m where m.row_key = r.key order by m.key desc limit 1) m on true
    where r.company_id = ${who.company_id} and ${where}
    order by r.row_date desc, r.key desc limit ${MOST + 1}`);
  return rows;
}

const isOpen = (line: Line) =>
  line.direction === "in" && line.doubt === null && line.payment_key === null && line.excluded === null;

/** Of all rows that wait, the oldest first: what a sure one takes is gone for those behind it. */
async function suggestions(db: Tx, who: Who): Promise<Map<number, Suggestion>> {
  const waiting = sql`r.direction = 'in' and r.doubt is null and not exists (
    select 1 from bank_link l join payment p on p.key = l.payment_key and p.cancelled_time is null where l.row_key = r.key)`;
  const open = (await linesOf(db, who, waiting)).filter(isOpen).reverse();
  if (open.length === 0) return new Map();
  const [partners, learned, invoices] = [
    await payingPartners(db, who),
    await learnedPayers(db, who),
    await openInvoices(db, who),
  ];
  const rows = open.map((line) => ({
    key: Number(line.key),
    date: line.row_date,
    amount: Number(line.amount),
    payer_kana: line.payer_kana,
    payer_code: line.payer_code,
  }));
  const today = tokyoDate(who.now);
  const receipts = await looseReceipts(db, who, rows[0]!.date, rows.at(-1)!.date);
  const found = suggest(
    rows.filter(({ date }) => date <= today),
    partners,
    learned,
    invoices,
    receipts,
  );
  for (const { key } of rows.filter(({ date }) => date > today))
    found.set(key, { ...NOBODY, reason: "明日以後の日付です。その日になってから登録できます。" });
  return found;
}

function toRow(line: Line, found: Map<number, Suggestion>): BankRow {
  const { paid_by, paid_name, person, excluded, doubt } = line;
  const key = Number(line.key);
  const base = {
    key,
    file_key: Number(line.file_key),
    account: accountLabel(line),
    row_date: line.row_date,
    direction: line.direction,
    amount: Number(line.amount),
    payer: line.payer_kana ?? line.summary,
    payer_raw: line.payer_raw,
    payer_code: line.payer_code,
    edi: line.edi,
    summary: line.summary,
    balance: line.balance === null ? null : Number(line.balance),
    payment_key: line.payment_key === null ? null : Number(line.payment_key),
  };
  const plain = {
    confidence: null,
    buyer_id: null,
    buyer_name: null,
    is_named: false,
    parts: [],
    difference: 0,
    seen: null,
    receipt_key: null,
  };
  if (base.payment_key !== null)
    return {
      ...base,
      ...plain,
      state: "done",
      buyer_id: paid_by,
      buyer_name: paid_name,
      reason: `${person}さんが入金に登録`,
    };
  if (excluded !== null) return { ...base, ...plain, state: "excluded", reason: excluded };
  if (doubt !== null) return { ...base, ...plain, state: "check", reason: DOUBT_LABEL[doubt] };
  if (line.direction === "out") return { ...base, ...plain, state: "excluded", reason: "出金" };
  const suggestion = found.get(key) ?? NOBODY;
  const { confidence } = suggestion;
  const state = confidence === "high" || confidence === "low" ? "likely" : confidence;
  return {
    ...base,
    ...suggestion,
    state,
    seen: suggestion.buyer_id === null ? null : seenOf(base, suggestion),
  };
}

/** All rows of a filter, with what is suggested for each; `more`: the oldest are left out. */
export async function readRows(db: Tx, who: Who, where: SQL = sql`true`) {
  const lines = await linesOf(db, who, where);
  const found = lines.some(isOpen) ? await suggestions(db, who) : new Map<number, Suggestion>();
  return { rows: lines.slice(0, MOST).map((line) => toRow(line, found)), more: lines.length > MOST };
}

export async function readRow(db: Tx, who: Who, key: number): Promise<BankRow> {
  const { rows } = await readRows(db, who, sql`r.key = ${key}`);
  if (!rows[0]) throw notFound("明細の行");
  return rows[0];
}

function whereOf({ file, account, from, to, min, max }: BankFilter): SQL {
  const parts = [
    file === undefined
      ? null
      : sql`r.key = any(select unnest(b.row_keys) from bank_file b where b.key = ${file})`,
    account === undefined ? null : sql`r.account_key = ${account}`,
    from ? sql`r.row_date >= ${from}` : null,
    to ? sql`r.row_date <= ${to}` : null,
    min === undefined ? null : sql`r.amount >= ${min}`,
    max === undefined ? null : sql`r.amount <= ${max}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

const textOf = ({ payer, payer_raw, edi, summary, buyer_name, parts, amount }: BankRow) =>
  searchKey(
    [payer, payer_raw, edi, summary, buyer_name, ...parts.map(({ number }) => number), amount].join(" "),
  );

/** A page of them by its place in the list: what a row is worth is only known once all are matched. */
export async function listRows(
  db: Tx,
  who: Who,
  filter: BankFilter & { after?: string; before?: string; size: number },
) {
  const { rows: all, more } = await readRows(db, who, whereOf(filter));
  const wanted = filter.q ? searchKey(filter.q) : "";
  const matching = wanted ? all.filter((row) => textOf(row).includes(wanted)) : all;
  const sums: Record<string, number> = {};
  for (const { state } of matching) sums[state] = (sums[state] ?? 0) + 1;
  const rows = filter.state ? matching.filter(({ state }) => state === filter.state) : matching;
  const asked = Number(filter.after ?? Number(filter.before ?? 0) - (filter.before ? filter.size : 0));
  const start = Number.isSafeInteger(asked) ? Math.min(Math.max(0, asked), rows.length) : 0;
  const end = start + filter.size;
  return {
    items: rows.slice(start, end),
    total: rows.length,
    total_more: more,
    next: end < rows.length ? String(end) : null,
    previous: start > 0 ? String(start) : null,
    sums,
  };
}
