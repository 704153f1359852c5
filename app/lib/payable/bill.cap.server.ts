import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { ISODate } from "~/lib/time/date";
import { capProblem } from "./bill";

/** R1-11: with tax, what was bought in the year of one who is not registered, entered or billed here. */
export async function capNote(
  db: Tx,
  { company_id }: Who,
  { partner_id, day, adding }: { partner_id: string; day: ISODate; adding: number },
): Promise<string | null> {
  const year = Number(day.slice(0, 4));
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const { rows } = await db.execute<{ bought: string }>(sql`
    select (select coalesce(sum(total), 0) from payable_bill where company_id = ${company_id} and partner_id = ${partner_id}
        and registration_number is null and cancelled_time is null and received_date between ${from} and ${to})
      + (select coalesce(sum(total), 0) from invoice where buyer_id = ${company_id} and seller_id = ${partner_id}
        and seller ->> 'registration_number' is null and cancelled_time is null and end_date between ${from} and ${to}) as bought`);
  return capProblem(Number(rows[0]!.bought) + adding, day);
}
