import { eq, inArray, sql } from "drizzle-orm";
import { voidDay } from "~/lib/accounting/unbilled.sql.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { transitionalDeduction } from "~/lib/money/tax";
import { factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payable_bill, payout } from "~/lib/tables/payable.table.server";
import type { PayoutSource, PurchaseSource, Share } from "./journal.purchases";

export const PURCHASE_KINDS = [
  "received",
  "unreceived",
  "rereceived",
  "bought",
  "unbought",
  "paidout",
  "unpaidout",
] as const;

/** 請求書 received here, papers and expenses entered by hand, and what was paid of them. */
export const purchaseSources = ({ company_id }: Who) => sql`
  select 'received' as kind, key, invoice_date as date, 0 as step from invoice where buyer_id = ${company_id} and by_rate <> '[]'
  union all select case a.kind when 'restored' then 'rereceived' else 'unreceived' end, i.key,
    case when a.at = i.cancelled_time then ${voidDay("i")} else (a.at at time zone 'Asia/Tokyo')::date end,
    (row_number() over (partition by i.key order by a.seq))::int
    from invoice i join activity a on a.subject = 'invoice' and a.subject_key = i.key and a.kind in ('cancelled', 'restored')
    where i.buyer_id = ${company_id} and i.by_rate <> '[]' and i.version > 1
  union all select 'bought', key, bill_date, 0 from payable_bill where company_id = ${company_id}
  union all select 'unbought', key, cancelled_date, 0 from payable_bill where company_id = ${company_id} and cancelled_date is not null
  union all select 'paidout', key, payment_date, 0 from payout where company_id = ${company_id} and kind <> 'offset'
  union all select 'unpaidout', key, cancelled_date, 0 from payout
    where company_id = ${company_id} and kind <> 'offset' and cancelled_date is not null`;

const FULL = 100;

/** Of who is not registered, by what might be deducted on each day of delivery. */
async function sharesOf(db: Tx, keys: number[]): Promise<Map<number, Share[]>> {
  const { rows } = await db.execute<{ key: string; tax_rate: number; day: string; base: string }>(sql`
    select x.invoice_key as key, x.tax_rate, coalesce(d.delivery_date, i.end_date) as day, sum(x.price)::bigint as base
    from invoice_line x join invoice i on i.key = x.invoice_key left join delivery d on d.key = x.delivery_key
    where x.invoice_key = any(${sql.param(keys)}::bigint[]) group by 1, 2, 3 order by 1, 3, 2`);
  const found = new Map<number, Share[]>();
  for (const { key, tax_rate, day, base } of rows) {
    const shares = found.get(Number(key)) ?? [];
    const deduction = transitionalDeduction(day) ?? FULL;
    const same = shares.find((one) => one.tax_rate === tax_rate && one.deduction === deduction);
    if (same) same.base += Number(base);
    else shares.push({ tax_rate, deduction, base: Number(base) });
    found.set(Number(key), shares);
  }
  return found;
}

const whole = (by_rate: PurchaseSource["by_rate"], deduction: number): Share[] =>
  by_rate.map(({ tax_rate, base }) => ({ tax_rate, deduction, base }));

export async function receivedOf(db: Tx, keys: number[]): Promise<Map<number, PurchaseSource>> {
  const rows = await db
    .select({
      key: invoice.key,
      number: invoice.number,
      date: invoice.invoice_date,
      end_date: invoice.end_date,
      total: invoice.total,
      by_rate: invoice.by_rate,
      seller: invoice.seller,
      partner: factory.name,
    })
    .from(invoice)
    .innerJoin(factory, eq(factory.id, invoice.seller_id))
    .where(inArray(invoice.key, keys));
  const bare = rows.filter(({ seller }) => !seller.registration_number).map(({ key }) => key);
  const shares = await sharesOf(db, bare);
  return new Map(
    rows.map(({ key, seller, end_date, ...row }) => {
      const later = whole(row.by_rate, transitionalDeduction(end_date) ?? FULL);
      const own = seller.registration_number ? whole(row.by_rate, FULL) : (shares.get(key) ?? later);
      return [key, { ...row, account: "outsourcing", shares: own }];
    }),
  );
}

export async function boughtOf(db: Tx, keys: number[]): Promise<Map<number, PurchaseSource>> {
  const rows = await db
    .select({ bill: payable_bill, partner: factory.name })
    .from(payable_bill)
    .innerJoin(factory, eq(factory.id, payable_bill.partner_id))
    .where(inArray(payable_bill.key, keys));
  return new Map(
    rows.map(({ bill: { key, number, bill_date, account, total, by_rate, deduction }, partner }) => [
      key,
      {
        number,
        date: bill_date,
        account,
        total,
        by_rate,
        partner,
        shares: whole(by_rate, deduction ?? FULL),
      },
    ]),
  );
}

export async function paidOutOf(db: Tx, keys: number[]): Promise<Map<number, PayoutSource>> {
  const rows = await db
    .select({ payout, partner: factory.name })
    .from(payout)
    .innerJoin(factory, eq(factory.id, payout.partner_id))
    .where(inArray(payout.key, keys));
  return new Map(
    rows.map(({ payout: { key, payment_date, kind, amount, fee, own_fee }, partner }) => [
      key,
      { date: payment_date, kind, amount, fee, own_fee, partner },
    ]),
  );
}
