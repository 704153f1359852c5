import { sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { dutyDay, turnsOf } from "~/lib/shop/shift";
import { shiftsOf } from "~/lib/shop/shift.server";
import { formatDate, type ISODate } from "~/lib/time/date";

type Span = { from: string; to: string | null };
type Person = { worker_id: number; name: string; group_name: string | null };

/** The first of these days that is approved. */
export async function approvedBetween(
  db: Tx,
  who: Who,
  worker_id: number,
  [first, last]: [ISODate, ISODate],
): Promise<ISODate | null> {
  const { rows } = await db.execute<{ day: ISODate }>(sql`
    select day::text as day from (select distinct on (day) day, kind from day_review
      where seller_id = ${who.company_id} and worker_id = ${worker_id} and day between ${first}::date and ${last}::date
      order by day, seq desc) r where kind = 'approved' order by day limit 1`);
  return rows[0]?.day ?? null;
}

/** 差戻し that stands: until the day is approved, or it is taken back. */
export async function returnedBetween(
  db: Tx,
  who: Who,
  worker_id: number,
  [first, last]: [ISODate, ISODate],
): Promise<{ day: ISODate; reason: string; by: string }[]> {
  const { rows } = await db.execute<{ day: ISODate; reason: string; by: string }>(sql`
    select day::text as day, coalesce(reason, '') as reason, reviewed_by as by from (
      select distinct on (day) day, kind, reason, reviewed_by from day_review
      where seller_id = ${who.company_id} and worker_id = ${worker_id} and day between ${first}::date and ${last}::date
      order by day, seq desc) r where kind = 'returned' order by day`);
  return rows;
}

export const approvedText = (name: string, day: ISODate) =>
  `${name}さんの${formatDate(day)}の作業日報は承認済みです。理由を付けて記入してください。`;

/** What is entered on an approved day afterwards says why, as a correction of 実績 does (decision 083). */
export async function askReason(
  db: Tx,
  who: Who,
  person: Person,
  { from, to }: Span,
  reason: string | undefined,
): Promise<void> {
  if (reason) return;
  const turns = turnsOf(await shiftsOf(db, who.company_id), person);
  const last = dutyDay(turns, to === null || to <= from ? from : new Date(Date.parse(to) - 1).toISOString());
  const day = await approvedBetween(db, who, person.worker_id, [dutyDay(turns, from), last]);
  if (day)
    throw new Refusal(422, approvedText(person.name, day), {
      reason: ["承認後の記入の理由を入力してください"],
    });
}
