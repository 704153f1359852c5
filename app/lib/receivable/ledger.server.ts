import { sql } from "drizzle-orm";
import { pairOf } from "~/lib/accounting/pair.server";
import { type AsOf, isOf, unbilled, voidDay } from "~/lib/accounting/unbilled.sql.server";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { addDays, type ISODate, tokyoDate } from "~/lib/time/date";
import { KIND_LABEL, type PaymentKind } from "~/lib/vocabulary/payment";
import { matchLetters, periodAsked, runningBalance } from "./ledger";
import type { Ledger, LedgerFilter, LedgerRow } from "./ledger.list";
import { openBills, openReceipts } from "./open.sql.server";

/** More rows than anybody reads at once. */
const MOST = 2000;

type Moved = Pick<LedgerRow, "id" | "date" | "kind" | "number" | "sales" | "tax" | "received"> & {
  key: number;
  lines: { kind: PaymentKind; amount: number }[] | null;
  note: string | null;
};

async function readMoved(db: Tx, at: AsOf, from: ISODate): Promise<Moved[]> {
  const bill = (voided: boolean) => {
    const [sign, day] = voided ? [sql`-1`, voidDay("i")] : [sql`1`, sql`i.invoice_date`];
    return sql`
      select ${voided ? "x" : "i"}::text || i.key as id, ${day} as date, ${voided ? "invoice_void" : "invoice"}::text as kind, 1 as rank, i.key,
        i.number, ${sign} * i.subtotal as sales, ${sign} * i.tax as tax, null::bigint as received, null::json as lines,
        ${voided ? sql`i.cancel_reason` : sql`null::text`} as note
      from invoice i where ${isOf("i", at)} and ${day} between ${from}::date and ${at.on}::date
        and (i.cancelled_time is null or ${voidDay("i")} > i.invoice_date)
        ${voided ? sql`and i.cancelled_time is not null` : sql``}`;
  };
  const money = (voided: boolean) => {
    const [sign, day] = voided ? [sql`-1`, sql`p.cancelled_date`] : [sql`1`, sql`p.payment_date`];
    return sql`
      select ${voided ? "c" : "p"}::text || p.key, ${day}, case p.direction when 'in' then 'payment' else 'refund' end || ${voided ? "_void" : ""}::text,
        2, p.key, null, null::bigint, null::bigint, (${sign} * case p.direction when 'in' then l.amount else -l.amount end)::bigint, l.lines, p.note
      from payment p cross join lateral (
        select sum(l.amount) as amount, json_agg(json_build_object('kind', l.kind, 'amount', l.amount) order by l.line_no) as lines
        from payment_line l where l.payment_key = p.key) l
      where ${isOf("p", at)} and ${day} between ${from}::date and ${at.on}::date
        and (p.cancelled_date is null or p.cancelled_date > p.payment_date)`;
  };
  const { rows } = await db.execute<Moved>(sql`
    select * from (${bill(false)} union all ${bill(true)} union all ${money(false)} union all ${money(true)}) moved
    order by date, rank, key, id limit ${MOST + 1}`);
  if (rows.length > MOST)
    throw new Refusal(422, `${formatNumber(MOST)}行を超えるため表示できません。期間を短くしてください。`);
  return rows;
}

async function readOpen(db: Tx, at: AsOf) {
  const { rows } = await db.execute<{ id: string; open: number }>(sql`
    select 'i' || key as id, open from ${openBills(at)} o union all select 'p' || key, -open from ${openReceipts(at)} r`);
  return { balance: rows.reduce((sum, row) => sum + row.open, 0), ids: new Set(rows.map((row) => row.id)) };
}

/** What settles what up to that day, as far as one of both is among these. */
async function readLinks(db: Tx, at: AsOf, moved: Moved[]): Promise<[string, string][]> {
  const keysOf = (id: string) =>
    `{${moved.flatMap((row) => (row.id.startsWith(id) ? row.key : [])).join(",")}}`;
  const { rows } = await db.execute<{ source: string; bill: string }>(sql`
    select coalesce('p' || payment_key, 'i' || credit_key) as source, 'i' || invoice_key as bill from settlement s
    where ${isOf("s", at)} and settled_date <= ${at.on}::date
      and (invoice_key = any(${keysOf("i")}::bigint[]) or payment_key = any(${keysOf("p")}::bigint[])
        or credit_key = any(${keysOf("i")}::bigint[]))
    group by payment_key, credit_key, invoice_key having sum(amount) <> 0`);
  return rows.map(({ source, bill }) => [source, bill]);
}

/** The reason of a 取消 is told to the partner, the 備考 of a receipt is not. */
const saidOf = ({ lines, note }: Moved) =>
  lines === null
    ? { text: note, note: null }
    : {
        text: lines.map(({ kind, amount }) => `${KIND_LABEL[kind]} ${formatNumber(amount)}`).join("・"),
        note,
      };

async function partnersOf(db: Tx, seller_id: string): Promise<Ledger["partners"]> {
  const { rows } = await db.execute<Ledger["partners"][number]>(sql`
    select f.id, f.name from collaboration c join factory f on f.id = c.buyer_id and not f.is_stock
    where c.seller_id = ${seller_id} order by f.name, f.id`);
  return rows;
}

/** 得意先元帳: what was carried over, each 請求書 and each receipt on its day, and what they leave. */
export async function readLedger(db: Tx, who: Who, { buyer_id, ...asked }: LedgerFilter): Promise<Ledger> {
  const { from, to } = periodAsked(asked, tokyoDate(who.now));
  const partners = await partnersOf(db, who.company_id);
  const empty = {
    items: [],
    from,
    to,
    seller: null,
    buyer: null,
    opening: 0,
    closing: 0,
    unbilled: 0,
    partners,
  };
  if (buyer_id === undefined) return empty;
  if (to < from)
    throw new Refusal(422, "入力内容を確認してください。", {
      to: ["期間の終わりは、始まりより後の日を入力してください。"],
    });
  await pairOf(db, who, buyer_id);
  const at = { seller_id: who.company_id, buyer_id, on: to };
  const moved = await readMoved(db, at, from);
  const before = await readOpen(db, { ...at, on: addDays(from, -1) });
  const after = await readOpen(db, at);
  const letters = matchLetters(
    moved.map(({ id }) => id),
    await readLinks(db, at, moved),
  );
  const { rows, closing } = runningBalance(
    before.balance,
    moved.map((row) => ({ ...row, billed: (row.sales ?? 0) + (row.tax ?? 0), received: row.received ?? 0 })),
  );
  const { rows: notes } = await db.execute<{ amount: number }>(sql`select amount from ${unbilled(at)} u`);
  const opening: LedgerRow = {
    id: "opening",
    date: from,
    kind: "opening",
    key: null,
    number: null,
    text: "前期間より繰越",
    note: null,
    sales: null,
    tax: null,
    received: null,
    balance: before.balance,
    letter: null,
    is_part: false,
  };
  const items = rows.map(
    (row, index): LedgerRow => ({
      id: row.id,
      date: row.date,
      kind: row.kind,
      key: row.key,
      number: row.number ?? `${row.kind.startsWith("refund") ? "返金" : "入金"}${row.key}`,
      ...saidOf(row),
      sales: row.sales,
      tax: row.tax,
      received: moved[index]!.received,
      balance: row.balance,
      letter: letters.get(row.id) ?? null,
      is_part: letters.has(row.id) && after.ids.has(row.id),
    }),
  );
  return {
    ...empty,
    items: [opening, ...items],
    seller: await partyOf(db, who.company_id),
    buyer: await addressedOf(db, who.company_id, buyer_id),
    opening: before.balance,
    closing,
    unbilled: notes[0]?.amount ?? 0,
  };
}
