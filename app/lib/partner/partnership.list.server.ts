import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { partnership } from "~/lib/tables/partnership.table.server";
import { partnerships } from "./partnership.schema";
import { before, KEPT_DAYS } from "./partnership.server";

export async function partnershipsOf(db: Tx, who: Who) {
  const since = before(who, KEPT_DAYS);
  const rows = await db
    .select()
    .from(partnership)
    .where(
      or(
        and(
          eq(partnership.to_company, who.company_id),
          eq(partnership.state, "waiting"),
          gt(partnership.asked_time, since),
        ),
        and(
          eq(partnership.from_company, who.company_id),
          or(eq(partnership.state, "waiting"), gt(partnership.asked_time, since)),
        ),
      ),
    )
    .orderBy(desc(partnership.asked_time), desc(partnership.key))
    .limit(200);
  const { rows: partners } = await db.execute(sql`select f.id, f.name, c.*,
      case when c.sells and c.buys then 'both' when c.sells then 'seller' else 'buyer' end as relation
    from factory f cross join lateral (select bool_or(is_active) as is_active, min(created_time) as created_time,
      bool_or(not is_active and coalesce(stopped_by, ${who.company_id}) = ${who.company_id}) as may_resume,
      bool_or(seller_id = f.id) as sells, bool_or(buyer_id = f.id) as buys
      from collaboration where (seller_id, buyer_id) in ((${who.company_id}, f.id), (f.id, ${who.company_id}))) c
    where not f.is_stock and f.id <> ${who.company_id} and c.is_active is not null
    order by not c.is_active, coalesce(f.kana, f.name), f.id`);
  // The schema leaves out what is not to be told: whether what was typed reached anybody.
  return partnerships.parse({
    incoming: rows
      .filter((row) => row.to_company === who.company_id)
      .map(({ from_company, from_name, relation, ...row }) => ({
        ...row,
        company_id: from_company,
        company_name: from_name,
        relation: relation === "buyer" ? ("seller" as const) : ("buyer" as const),
      })),
    outgoing: rows
      .filter((row) => row.from_company === who.company_id)
      .map((row) => ({ ...row, is_expired: row.state === "waiting" && row.asked_time <= since })),
    partners,
  });
}
