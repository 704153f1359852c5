import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { tokyoDate } from "~/lib/time/date";
import type { PlannedSupply } from "./supply.schema";

type Row = Omit<PlannedSupply, "rest" | "is_late">;
const plain = (number: string) => decimal(milli(number));

/** As the last version of the line `l` has it. */
const LAST_SUPPLY = sql`select x.* from (
  select v.revision, v.supply, v.supplied_material, v.supply_unit, v.supply_quantity, v.supply_date
    from order_revision_line v where (v.order_key, v.line_no) = (l.order_key, l.line_no)
  union all select 0, l.supply, l.supplied_material, l.supply_unit, l.supply_quantity, l.supply_date) x order by x.revision desc limit 1`;

/** Of lines still to be made; what was handed over for them in the same unit is taken off. */
export async function plannedFor(db: Tx, who: Who): Promise<{ items: PlannedSupply[] }> {
  const own = who.company_id;
  const { rows } = await db.execute<Row>(sql`
    select l.order_key, o.order_id, l.line_no, l.name, l.buyer_id = ${own} as is_buyer,
      case when l.buyer_id = ${own} then o.seller ->> 'name' else o.buyer ->> 'name' end as partner_name, p.supply as kind,
      p.supplied_material as item, p.supply_unit as unit, p.supply_quantity as quantity, m.sent, p.supply_date as due
    from order_line l join orders o on o.key = l.order_key join card c on c.key = l.card_key
      cross join lateral (${LAST_SUPPLY}) p
      cross join lateral (select coalesce(sum(s.quantity), 0) as sent from supply_move s where s.order_key = l.order_key
        and s.line_no = l.line_no and s.movement = 'sent' and s.unit = p.supply_unit) m
    where ${own} in (l.seller_id, l.buyer_id) and p.supply_quantity > m.sent and o.cancelled_time is null and c.cancelled_time is null
      and c.answer is distinct from 'declined' and c.shipped_time is null
    order by p.supply_date nulls last, l.order_key, l.line_no limit 200`);
  const day = tokyoDate(who.now);
  const items = rows.map((row) => ({
    ...row,
    order_key: Number(row.order_key),
    quantity: plain(row.quantity),
    sent: plain(row.sent),
    rest: decimal(milli(row.quantity) - milli(row.sent)),
    is_late: row.due !== null && row.due < day,
  }));
  return { items };
}
