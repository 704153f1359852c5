import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { today } from "~/lib/time/date";
import { reorderPoint } from "./reorder";
import { findStock } from "./stock.read.server";
import type { StockUse } from "./use.schema";

const DAYS = 62;
const REVIEW_DAYS = 5;
const LEAST_DAYS = 3;

/** From what went out and was not taken back, over the last business days; never applied by itself. */
export async function useOf(db: Tx, who: Who, product_id: number): Promise<StockUse> {
  const { lead_days } = await findStock(db, who, product_id);
  const holidays = await holidaysOf(db, who.company_id);
  const from = addBusinessDays(today(new Date(who.now)), 1 - DAYS, holidays);
  const { rows } = await db.execute<{ used: string; out_days: number }>(sql`
    select trim_scale(coalesce(-sum(m.num), 0))::text as used, count(distinct m.effective_date)::int as out_days
    from stock_move m where m.product_id = ${product_id} and m.kind = 'out' and m.effective_date >= ${from}
      and not exists (select from stock_move r where r.reverses = m.key)`);
  const { used, out_days } = rows[0]!;
  const terms = { days: DAYS, lead_days: lead_days ?? 0, review_days: REVIEW_DAYS };
  const { daily, threshold } = reorderPoint({ ...terms, used, safety: "0" });
  const isKnown = out_days >= LEAST_DAYS;
  return { ...terms, from, used, out_days, daily, threshold: isKnown ? threshold : null };
}
