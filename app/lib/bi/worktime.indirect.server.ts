import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { DayRange } from "./period";
import type { Pair } from "./worktime.breaks.server";
import { APPROVED, both, type People, peopleTable, workersOf } from "./worktime.pieces.server";
import { daysBy } from "./worktime.read.server";
import type { WorktimeFilter } from "./worktime.schema";
import { firstOf, MONTH, type Part } from "./worktime.tally.server";

/**
 * Days with 間接作業 over which work lies that has not ended: what is kept of them is not all. A date beside
 * a time is its midnight in UTC, nine hours into the day: the day before is looked at, too.
 */
async function openPairs(db: Tx, who: Who, people: People, asked: WorktimeFilter, { from, to }: DayRange) {
  const ids = workersOf(people, asked);
  const narrow = both([
    sql`p.day between ${from}::date and ${to}::date`,
    ids && sql`p.worker_id = any(${sql.param(ids)}::bigint[])`,
    asked.unapproved ? sql`not ${APPROVED}` : null,
  ]);
  const { rows } = await db.execute<Pair>(sql`
    with people as materialized ${peopleTable(people)}
    select distinct p.worker_id::float8 as worker_id, p.day::text as day from (
      select p.worker_id, d.day from work w join people p on p.worker_id = w.worker_id, lateral duty_days(w, p.days, p.turns) d (day)
      where w.seller_id = ${who.company_id} and w.work_end is null and not w.is_void and w.partner_id is null and w.work_start is not null) p
    where ${narrow} and exists (select from indirect_work i where i.worker_id = p.worker_id and i.voided_time is null
      and i.work_start < p.day + 2 and coalesce(i.work_end, 'infinity') > p.day - 1)`);
  return rows;
}

/** 実績 of these people that may lie over their 間接作業 of those days. */
async function worksBeside(db: Tx, who: Who, pairs: Pair[]): Promise<number[]> {
  const days = pairs.map(({ day }) => day).sort();
  const ids = [...new Set(pairs.map(({ worker_id }) => worker_id))];
  const { rows } = await db.execute<{ key: number }>(sql`
    select w.key::float8 as key from unnest(${sql.param(days)}::date[]) d (day), work w
    where w.seller_id = ${who.company_id} and w.worker_id = any(${sql.param(ids)}::bigint[])
      and w.work_start > d.day - 8 and w.work_start < d.day + 2 and w.work_end > d.day - 1
    union select w.key::float8 from work w where w.seller_id = ${who.company_id} and w.worker_id = any(${sql.param(ids)}::bigint[])
      and (w.work_end is null or w.work_end - w.work_start > interval '7 days')`);
  return rows.map(({ key }) => key);
}

async function composed(db: Tx, who: Who, people: People, pairs: Pair[]): Promise<Part[]> {
  if (pairs.length === 0) return [];
  const days = await daysBy(db, who, people, pairs, await worksBeside(db, who, pairs));
  return days.flatMap(({ worker_id, day, records }) =>
    records.flatMap(({ kind, label, minutes }) =>
      kind === "indirect" || kind === "break"
        ? { worker_id, id: kind, label, months: { [day.slice(0, 7)]: minutes ?? 0 } }
        : [],
    ),
  );
}

/** 間接作業 as it is kept by 勤務日 (0241), and composed where work goes on. */
export async function indirectParts(
  db: Tx,
  who: Who,
  people: People,
  asked: WorktimeFilter,
  range: DayRange,
) {
  if (asked.group_id !== undefined) return [];
  const ids = workersOf(people, asked);
  const open = await openPairs(db, who, people, asked, range);
  const where = both([
    sql`p.seller_id = ${who.company_id} and p.day between ${range.from}::date and ${range.to}::date`,
    ids && sql`p.worker_id = any(${sql.param(ids)}::bigint[])`,
    asked.unapproved ? sql`not ${APPROVED}` : null,
  ]);
  const { rows } = await db.execute<Part>(sql`
    select worker_id::float8 as worker_id, case when is_break then 'break' else 'indirect' end as id, label,
      json_object_agg(${MONTH}, minutes) as months
    from (select p.worker_id, p.is_break, p.label, ${firstOf(sql`p.day`)} as month, sum(p.minutes)::float8 as minutes
    from indirect_minute p where ${where} and not exists (
      select from unnest(${sql.param(open.map(({ worker_id }) => worker_id))}::bigint[], ${sql.param(open.map(({ day }) => day))}::date[]) o (worker_id, day)
      where o.worker_id = p.worker_id and o.day = p.day)
    group by 1, 2, 3, 4) months group by 1, 2, 3`);
  return [...rows, ...(await composed(db, who, people, open))];
}
