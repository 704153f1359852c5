import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addBusinessDays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
import { WARN_DAYS } from "./card";

type Row = { company_id: string; warn_days: number; closed: ISODate[] };

/**
 * Until which day each of these factories warns of a date of delivery (納期の警告 of its メタ情報), counted from 東京 day `day` in business
 * days. A factory's closed days count for itself alone: a buyer does not see them.
 */
export async function warnedUntil(db: Tx, sellers: string[], day: ISODate): Promise<Map<string, ISODate>> {
  if (sellers.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`select m.company_id, m.warn_days,
    array(select h.holiday::text from company_holiday h where h.company_id = m.company_id and h.holiday > ${day}::date) as closed
    from factory_meta m where m.company_id = any(${sql.param(sellers)}::text[])`);
  const of = new Map(rows.map((row) => [row.company_id, addBusinessDays(day, row.warn_days, new Set(row.closed))]));
  return new Map(sellers.map((id) => [id, of.get(id) ?? addBusinessDays(day, WARN_DAYS)]));
}
