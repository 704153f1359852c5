import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addBusinessDays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
import { WARN_DAYS } from "./due";

type Row = { company_id: string; warn_days: number; closed: ISODate[] };

type FactoryDays = { until: ISODate; closed: ReadonlySet<ISODate> };

/** `day` is a 東京 day; of a factory's closed days a buyer learns what follows from them. */
export async function factoryDays(
  db: Tx,
  sellers: string[],
  day: ISODate,
): Promise<Map<string, FactoryDays>> {
  if (sellers.length === 0) return new Map();
  // A single one is planned once, a list each time.
  const whose = sellers.length === 1 ? sql`= ${sellers[0]}` : sql`= any(${sql.param(sellers)}::text[])`;
  const { rows } = await db.execute<Row>(sql`select m.company_id, m.warn_days,
    case when m.company_id = app_company() then array(select h.holiday::text from company_holiday h where h.company_id = m.company_id)
      else array(select f.d::text from closed_days(m.company_id) as f(d)) end as closed
    from factory_meta m where m.company_id ${whose}`);
  return new Map(
    sellers.map((id) => {
      const row = rows.find((one) => one.company_id === id);
      const closed = new Set(row?.closed);
      return [id, { until: addBusinessDays(day, row?.warn_days ?? WARN_DAYS, closed), closed }];
    }),
  );
}
