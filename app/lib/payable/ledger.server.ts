import { sql } from "drizzle-orm";
import { unbilled } from "~/lib/accounting/unbilled.sql.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { matchLetters, periodAsked, runningBalance } from "~/lib/receivable/ledger";
import { addDays, type ISODate, tokyoDate } from "~/lib/time/date";
import {
  EXPENSE_ACCOUNT_LABEL,
  type ExpenseAccount,
  PAYOUT_KIND_LABEL,
  type PayoutKind,
} from "~/lib/vocabulary/payable";
import { owedBy } from "./debt.server";
import { entries, type Owed, openDebts } from "./debt.sql.server";
import type { EntryRow, OwingLedger, OwingLedgerFilter } from "./ledger.list";
import { unbilledReceipts } from "./match.sql.server";

/** More rows than anybody reads at once. */
const MOST = 2000;

type Entry = Pick<EntryRow, "id" | "date" | "kind" | "number" | "text"> & {
  key: number;
  purchase: number;
  tax: number;
  paid: number;
  set_off: number;
};

async function readEntries(db: Tx, at: Owed, from: ISODate): Promise<Entry[]> {
  const { rows } = await db.execute<{ row: Entry }>(sql`
    select to_jsonb(e) as row from ${entries(at, from)} e
    order by e.date, case when e.kind like 'p%' or e.kind like 'o%' then 2 else 1 end, e.key, e.kind limit ${MOST + 1}`);
  if (rows.length > MOST)
    throw new Refusal(422, `${formatNumber(MOST)}行を超えるため表示できません。期間を短くしてください。`);
  return rows.map(({ row }) => row);
}

const balanceOf = async (db: Tx, at: Owed): Promise<number> => {
  const { rows } = await db.execute<{ open: number }>(
    sql`select coalesce(sum(open), 0)::bigint as open from ${openDebts(at)} d`,
  );
  return rows[0]!.open;
};

/** Of the rows that are shown, and no others. */
async function readLinks(db: Tx, at: Owed, shown: Entry[]): Promise<[string, string][]> {
  const keys = (kind: string) => {
    const own = shown.filter((row) => row.kind === kind).map(({ key }) => key);
    return sql`any(${sql.param(own)}::bigint[])`;
  };
  const { rows } = await db.execute<{ source: string; debt: string }>(sql`
    select 'p' || payout_key as source, coalesce('i' || invoice_key, 'b' || bill_key) as debt from payout_part
    where (payout_key = ${keys("payout")} or invoice_key = ${keys("invoice")} or bill_key = ${keys("bill")})
      and company_id = ${at.company_id} and partner_id = ${at.partner_id} and settled_date <= ${at.on}::date
    group by payout_key, invoice_key, bill_key having sum(amount) <> 0`);
  return rows.map(({ source, debt }) => [source, debt]);
}

const isAccount = (text: string): text is ExpenseAccount => Object.hasOwn(EXPENSE_ACCOUNT_LABEL, text);
const isMeans = (text: string): text is PayoutKind => Object.hasOwn(PAYOUT_KIND_LABEL, text);
function saidOf({ kind, text }: Entry): string | null {
  if (text === null) return null;
  if (kind === "bill" && isAccount(text)) return EXPENSE_ACCOUNT_LABEL[text];
  return kind === "payout" && isMeans(text) ? PAYOUT_KIND_LABEL[text] : text;
}

function numberOf({ kind, key, number }: Entry): string {
  if (number) return number;
  return `${kind.startsWith("payout") ? "支払" : kind.startsWith("offset") ? "相殺" : "計上"}${key}`;
}

async function partnersOf(db: Tx, company_id: string): Promise<OwingLedger["partners"]> {
  const { rows } = await db.execute<OwingLedger["partners"][number]>(sql`
    select f.id, f.name from collaboration c join factory f on f.id = c.seller_id
    where c.buyer_id = ${company_id} order by f.name, f.id`);
  return rows;
}

/** 仕入先元帳: what was carried over, each paper and each payment on its day, and what they leave. */
export async function readOwingLedger(
  db: Tx,
  who: Who,
  { partner_id, ...asked }: OwingLedgerFilter,
): Promise<OwingLedger> {
  const { from, to } = periodAsked(asked, tokyoDate(who.now));
  const partners = await partnersOf(db, who.company_id);
  const none = { items: [], from, to, partner_name: null, opening: 0, closing: 0, unbilled: 0, partners };
  if (partner_id === undefined) return none;
  if (to < from)
    throw new Refusal(422, "入力内容を確認してください。", {
      to: ["期間の終わりは、始まりより後の日を入力してください。"],
    });
  const partner = partners.find(({ id }) => id === partner_id);
  if (!partner) throw notFound("支払先");
  const at = owedBy(who, to, partner_id);
  const moved = await readEntries(db, at, from);
  const opening = await balanceOf(db, { ...at, on: addDays(from, -1) });
  const letters = matchLetters(
    moved.map(({ id }) => id),
    await readLinks(db, at, moved),
  );
  const { rows, closing } = runningBalance(
    opening,
    moved.map((row) => ({ ...row, billed: row.purchase + row.tax, received: row.paid + row.set_off })),
  );
  const { rows: waiting } = await db.execute<{ amount: number }>(
    sql`select amount from ${unbilled({ seller_id: partner_id, buyer_id: who.company_id, on: to }, "seller_id")} u
      union all select amount from ${unbilledReceipts(at)} w`,
  );
  const first: EntryRow = {
    id: "opening",
    date: from,
    kind: "opening",
    key: null,
    number: null,
    text: "前期間より繰越",
    purchase: null,
    tax: null,
    paid: null,
    balance: opening,
    letter: null,
  };
  const items = rows.map((row): EntryRow => {
    const isDebt = row.kind.startsWith("invoice") || row.kind.startsWith("bill");
    return {
      id: row.kind.endsWith("_void") ? `${row.id}x` : row.id,
      date: row.date,
      kind: row.kind,
      key: row.key,
      number: numberOf(row),
      text: saidOf(row),
      purchase: isDebt ? row.purchase : null,
      tax: isDebt ? row.tax : null,
      paid: isDebt ? null : row.received,
      balance: row.balance,
      letter: letters.get(row.id) ?? null,
    };
  });
  return {
    ...none,
    items: [first, ...items],
    partner_name: partner.name,
    opening,
    closing,
    unbilled: waiting.reduce((sum, { amount }) => sum + amount, 0),
  };
}
