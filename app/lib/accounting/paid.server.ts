import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";

/** openInvoices() of invoice.ts as a table (key, paid), so that lists can filter and page by it (R4-6). */
export const paidInvoices = (who: Who): SQL => sql`(
  select key, case when total < 0 then total else explicit + least(greatest(free - before, 0), greatest(total - explicit, 0)) end::bigint as paid
  from (
    select i.key, i.total, e.explicit, f.free,
      coalesce(sum(greatest(i.total - e.explicit, 0)) over (partition by i.buyer_id order by i.invoice_date, i.key
        rows between unbounded preceding and 1 preceding), 0) as before
    from invoice i
    cross join lateral (select coalesce(sum(s.amount), 0) as explicit from settlement s join payment p on p.key = s.payment_key
      where s.invoice_key = i.key and p.cancelled_time is null) e
    cross join lateral (
      select coalesce((select sum(l.amount) from payment p join payment_line l on l.payment_key = p.key
          where p.seller_id = i.seller_id and p.buyer_id = i.buyer_id and p.cancelled_time is null), 0)
        - coalesce((select sum(s.amount) from settlement s join payment p on p.key = s.payment_key
          where p.seller_id = i.seller_id and p.buyer_id = i.buyer_id and p.cancelled_time is null), 0)
        - coalesce((select sum(n.total) from invoice n
          where n.seller_id = i.seller_id and n.buyer_id = i.buyer_id and n.cancelled_time is null and n.total < 0), 0) as free) f
    where i.seller_id = ${who.company_id} and i.cancelled_time is null
  ) live)`;
