import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { ISODate } from "~/lib/time/date";
import { capProblem } from "./bill";

/** With tax, what was bought of each who is not registered, entered or billed here, by year. */
const boughtByYear = ({ company_id }: Who, from: number, to: number) => {
  const [first, last] = [`${from}-01-01`, `${to}-12-31`];
  return sql`(
    select partner_id, extract(year from day)::int as year, sum(total)::bigint as bought from (
      select partner_id, received_date as day, total from payable_bill where company_id = ${company_id}
        and registration_number is null and cancelled_time is null and received_date between ${first} and ${last}
      union all
      select seller_id, end_date, total from invoice where buyer_id = ${company_id}
        and seller ->> 'registration_number' is null and cancelled_time is null and end_date between ${first} and ${last}) b
    group by 1, 2)`;
};

/** R1-11: what is added brings the year of a supplier beyond what may be deducted. */
export async function capNote(
  db: Tx,
  who: Who,
  { partner_id, day, adding }: { partner_id: string; day: ISODate; adding: number },
): Promise<string | null> {
  const year = Number(day.slice(0, 4));
  const { rows } = await db.execute<{ bought: string }>(
    sql`select b.bought from ${boughtByYear(who, year, year)} b where b.partner_id = ${partner_id}`,
  );
  return capProblem(Number(rows[0]?.bought ?? 0) + adding, day);
}

/** R1-11: of whom more was bought in a year of the period than may be deducted. */
export async function capNotes(
  db: Tx,
  who: Who,
  { from, to }: { from: ISODate; to: ISODate },
): Promise<string[]> {
  if (from > to) return [];
  const { rows } = await db.execute<{ year: number; bought: string; name: string }>(sql`
    select b.year, b.bought, f.name from ${boughtByYear(who, Number(from.slice(0, 4)), Number(to.slice(0, 4)))} b
    join factory f on f.id = b.partner_id order by b.year, f.name`);
  return rows.flatMap(({ year, bought, name }) => {
    const problem = capProblem(Number(bought), `${year}-12-31`);
    return problem ? `${name}：${problem}` : [];
  });
}
