import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { OpenInvoice, Partner } from "./fit";
import type { Learned, Receipt } from "./suggest";

type PartnerLine = {
  buyer_id: string;
  name: string;
  names: (string | null)[];
  fees: string[] | null;
  fee_bearer: "payer" | "payee";
  toriteki: string;
};

/** R2-8: taking the fee off the price of a covered job is theirs to answer for. */
function feeNote({ fee_bearer, toriteki }: PartnerLine): string | null {
  if (toriteki === "covered") return "。取適法の対象の取引先で、代金から手数料を差し引くことはできません";
  return fee_bearer === "payer" ? "。手数料は先方の負担の約束です" : null;
}

/** Partners with the names that they may pay under, and the fees that they took off twice or more. */
export async function payingPartners(db: Tx, who: Who): Promise<Partner[]> {
  const { rows } = await db.execute<PartnerLine>(sql`
    select c.buyer_id, f.name, c.fee_bearer, c.toriteki,
      array[n.payee_kana, n.kana, f.kana, f.name]
        || array(select b ->> 'holder' from jsonb_array_elements(coalesce(n.bank_accounts, '[]')) b) as names,
      (select array_agg(x.amount) from (
        select l.amount from payment p join payment_line l on l.payment_key = p.key
        where p.seller_id = c.seller_id and p.buyer_id = c.buyer_id and p.cancelled_time is null and l.kind = 'fee'
        group by l.amount having count(*) > 1) x) as fees
    from collaboration c join factory f on f.id = c.buyer_id and not f.is_stock
      left join contact n on n.company_id = c.seller_id and n.partner_id = c.buyer_id
    where c.seller_id = ${who.company_id} order by c.buyer_id`);
  return rows.map((row) => ({
    buyer_id: row.buyer_id,
    name: row.name,
    names: row.names.filter((name): name is string => Boolean(name)),
    fees: (row.fees ?? []).map(Number),
    fee_note: feeNote(row),
  }));
}

export async function openInvoices(db: Tx, who: Who): Promise<OpenInvoice[]> {
  const { rows } = await db.execute<Omit<OpenInvoice, "key" | "open"> & Record<"key" | "open", string>>(sql`
    select i.key, i.number, i.buyer_id, i.invoice_date, i.due_date, i.total - coalesce(s.amount, 0) as open
    from invoice i left join (
      select invoice_key, sum(amount) as amount from settlement where seller_id = ${who.company_id} group by 1) s
      on s.invoice_key = i.key
    where i.seller_id = ${who.company_id} and i.cancelled_time is null and i.total > coalesce(s.amount, 0)
    order by i.due_date, i.key`);
  return rows.map((row) => ({ ...row, key: Number(row.key), open: Number(row.open) }));
}

export async function learnedPayers(db: Tx, who: Who): Promise<Learned[]> {
  const { rows } = await db.execute<Learned>(
    sql`select buyer_id, name, payer_code from bank_payer where company_id = ${who.company_id}`,
  );
  return rows;
}

/** Receipts of the days around `from` and `to` that no row stands for. */
export async function looseReceipts(db: Tx, who: Who, from: string, to: string): Promise<Receipt[]> {
  const { rows } = await db.execute<
    { buyer_id: string; date: string } & Record<"key" | "amount", string>
  >(sql`
    select p.key, p.buyer_id, p.payment_date as date, x.amount
    from payment p cross join lateral (
      select sum(l.amount) as amount from payment_line l
      where l.payment_key = p.key and l.kind in ('transfer', 'cash', 'check', 'bill', 'densai')) x
    where p.seller_id = ${who.company_id} and p.direction = 'in' and p.cancelled_time is null and x.amount > 0
      and p.payment_date between ${from}::date - 7 and ${to}::date + 7
      and not exists (select 1 from bank_link l where l.payment_key = p.key)
    order by p.payment_date, p.key`);
  return rows.map((row) => ({ ...row, key: Number(row.key), amount: Number(row.amount) }));
}
