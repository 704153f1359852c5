import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";

/** Σ of its settlements, less what was used and paid back of one below zero; null for others' books. */
export const paidSum = (who: Who): SQL<number | null> =>
  sql`(case when invoice.seller_id = ${who.company_id} and invoice.cancelled_time is null then
    (select coalesce(sum(s.amount), 0) from settlement s where s.invoice_key = invoice.key)
    - case when invoice.total >= 0 then 0 else
      (select coalesce(sum(s.amount), 0) from settlement s where s.credit_key = invoice.key)
      + (select coalesce(sum(l.amount), 0) from payment_line l join payment p on p.key = l.payment_key and p.cancelled_time is null
        where l.source_credit_key = invoice.key) end end)::bigint`.mapWith((value) =>
    value === null ? null : Number(value),
  );

/** What pays it, is paid from it or was paid back of it, and has not been taken back. */
export const liveSettlements = (invoice_key: number): SQL => sql`(
  select payment_key, credit_key, invoice_key, sum(amount)::bigint as amount, max(settled_date) as settled_date
  from settlement where invoice_key = ${invoice_key} or credit_key = ${invoice_key}
  group by payment_key, credit_key, invoice_key having sum(amount) <> 0
  union all
  select p.key, l.source_credit_key, null, l.amount, p.payment_date
  from payment_line l join payment p on p.key = l.payment_key and p.cancelled_time is null where l.source_credit_key = ${invoice_key})`;
