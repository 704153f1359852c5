import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addBusinessDays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
import { WARN_DAYS } from "./card";

type Row = { company_id: string; warn_days: number; closed: ISODate[] };

/** What a factory says of dates: until which day 納期の警告 of its メタ情報 warns, and when it is closed. */
type FactoryDays = { until: ISODate; closed: ReadonlySet<ISODate> };

/**
 * What each of these factories says, counted from 東京 day `day` in business days. A factory's closed days are
 * for itself alone: a buyer
 * does not see them.
 */
export async function factoryDays(
  db: Tx,
  sellers: string[],
  day: ISODate,
): Promise<Map<string, FactoryDays>> {
  if (sellers.length === 0) return new Map();
  // One by itself is planned once, a list each time.
  const whose = sellers.length === 1 ? sql`= ${sellers[0]}` : sql`= any(${sql.param(sellers)}::text[])`;
  const { rows } = await db.execute<Row>(sql`select m.company_id, m.warn_days,
    array(select h.holiday::text from company_holiday h where h.company_id = m.company_id) as closed
    from factory_meta m where m.company_id ${whose}`);
  return new Map(
    sellers.map((id) => {
      const row = rows.find((one) => one.company_id === id);
      const closed = new Set(row?.closed);
      return [id, { until: addBusinessDays(day, row?.warn_days ?? WARN_DAYS, closed), closed }];
    }),
  );
}
