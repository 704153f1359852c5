import { eq, type SQL, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { MIDNIGHT, type Shift, shiftFor, shiftsOn, type Turns, turnsOf } from "~/lib/shop/shift";
import { shiftsOf } from "~/lib/shop/shift.server";
import { worker } from "~/lib/tables/worker.table.server";
import { addDays, daysBetween, type ISODate, startOfDay, today } from "~/lib/time/date";
import type { DayRange } from "./period";
import { rangeOf } from "./stat.range";
import { LIST_DAYS, type WorktimeFilter } from "./worktime.schema";

type WorktimePerson = {
  worker_id: number;
  name: string;
  group_name: string | null;
  sort: number;
  shiftOn: (day: ISODate) => Shift | null;
  turns: Turns;
};

/** Days that are typed are meant, whatever period stands beside them. */
export const daysOf = (
  { period, from, to }: Pick<WorktimeFilter, "period" | "from" | "to">,
  now: string,
): DayRange =>
  rangeOf({ period: from || to ? "custom" : (period ?? "month"), from, to }, today(new Date(now)));

/** As many as are shown, printed or written to a file at once. */
export function listedDays(asked: Parameters<typeof daysOf>[0], now: string): DayRange {
  const range = daysOf(asked, now);
  const num = daysBetween(range.from, range.to) + 1;
  if (num > LIST_DAYS)
    throw new Refusal(
      422,
      `日報と一覧は${LIST_DAYS}日までです（${num}日が指定されました）。期間を絞るか、集計を使ってください。`,
    );
  return range;
}

export type People = Map<number, WorktimePerson>;

/** All who ever worked here, with their 勤務時間. */
export async function peopleOf(db: Tx, who: Who): Promise<Map<number, WorktimePerson>> {
  const shifts = await shiftsOf(db, who.company_id);
  const rows = await db.select().from(worker).where(eq(worker.company_id, who.company_id));
  return new Map(
    rows.map(({ worker_id, name, group_name, sort }) => {
      const person = { worker_id, group_name };
      const shiftOn = (day: ISODate) => shiftFor(shiftsOn(shifts, day), person);
      return [worker_id, { ...person, name, sort, shiftOn, turns: turnsOf(shifts, person) }];
    }),
  );
}

const NOBODY = { worker_id: 0, turns: MIDNIGHT, sort: 999_999, group_name: null };

/** A table of the people, as it is joined by `worker_id`; 0 is nobody. */
export function peopleTable(people: Map<number, WorktimePerson>): SQL {
  const all = [...people.values(), NOBODY];
  const list = (of: (number | string | null)[], type: SQL) => sql`${sql.param(of)}::${type}[]`;
  return sql`(select worker_id, days::date[] as days, turns::int[] as turns, sort, group_name from unnest(${list(
    all.map((one) => one.worker_id),
    sql`bigint`,
  )}, ${list(
    all.map(({ turns }) => `{${turns.days.join()}}`),
    sql`text`,
  )}, ${list(
    all.map(({ turns }) => `{${turns.turns.join()}}`),
    sql`text`,
  )}, ${list(
    all.map((one) => one.sort),
    sql`int`,
  )}, ${list(
    all.map((one) => one.group_name),
    sql`text`,
  )}) people (worker_id, days, turns, sort, group_name))`;
}

export const APPROVED = sql`coalesce((select r.kind from day_review r where r.worker_id = p.worker_id and r.day = p.day
  order by r.seq desc limit 1), '') = 'approved'`;

/** Whom a condition means; null: everybody. */
export function workersOf(
  people: People,
  { worker_id, group }: Pick<WorktimeFilter, "worker_id" | "group">,
): number[] | null {
  if (group === undefined) return worker_id === undefined ? null : [worker_id];
  const own = [...people.values()].filter(({ group_name }) => group_name === group);
  return own.map((one) => one.worker_id).filter((id) => worker_id === undefined || id === worker_id);
}

export const both = (parts: (SQL | null)[]) =>
  sql.join(
    parts.filter((part) => part !== null),
    sql` and `,
  );

type Narrow = Pick<WorktimeFilter, "worker_id" | "group" | "group_id" | "unapproved"> & {
  worker_ids?: number[];
  /** Of 実績 these alone. */
  work_keys?: number[];
};

/**
 * What was done, by whom and on which 勤務日 (0150): a 実績 that lasts over several stands in each of them. Read
 * by when it ended; what takes longer than a week counts no minutes.
 */
export function piecesOf(
  who: Who,
  people: Map<number, WorktimePerson>,
  { from, to }: DayRange,
  narrow: Narrow,
): SQL {
  const instant = (day: ISODate) => sql`${startOfDay(day)}::timestamptz`;
  const [low, high] = [instant(from), instant(addDays(to, 2))];
  const mine = sql`w.seller_id = ${who.company_id}`;
  const named = narrow.work_keys && sql`w.key = any(${sql.param(narrow.work_keys)}::bigint[])`;
  const isWork = sql`${mine} and not w.is_void and w.partner_id is null and ${named ?? sql`true`}`;
  const ids = narrow.worker_ids ?? (narrow.worker_id === undefined ? undefined : [narrow.worker_id]);
  const parts = [
    ids ? sql`p.worker_id = any(${sql.param(ids)}::bigint[])` : null,
    narrow.group === undefined ? null : sql`p.group_name = ${narrow.group}`,
    narrow.group_id === undefined ? null : sql`p.group_id = ${narrow.group_id}`,
    narrow.unapproved ? sql`p.worker_id > 0 and not ${APPROVED}` : null,
  ];
  const narrowed = sql.join([sql`true`, ...parts.filter((part) => part !== null)], sql` and `);
  const began = sql`duty_day(w.work_start, p.days, p.turns)`;
  const ended = sql`duty_day(w.work_end, p.days, p.turns)`;
  const worksIn = (when: SQL) => sql`
    select 'w' || w.key as row_key, w.key as work_key, null::bigint as indirect_key, p.worker_id, p.days, p.turns, p.sort, p.group_name, w.group_id,
      d.day, coalesce(w.work_start, w.work_end) as at
    from (select w.*, w as whole from work w where ${isWork} and ${when}) w join people p on p.worker_id = coalesce(w.worker_id, 0), lateral (
      select ${began} as day where ${began} = ${ended}
      union all select duty_days(w.whole, p.days, p.turns) where ${began} is distinct from ${ended}) d`;
  return sql`(
    with people as materialized ${peopleTable(people)}
    select p.* from (
      ${worksIn(sql`w.work_end >= ${low} and w.work_end < ${high} + interval '7 days'`)}
      union all ${worksIn(sql`w.work_end is null and w.work_start < ${high}`)}
      union all
      select 'i' || w.key, null, w.key, p.worker_id, p.days, p.turns, p.sort, p.group_name, null, d.day::date, w.work_start
      from indirect_work w join people p on p.worker_id = w.worker_id, generate_series(duty_day(w.work_start, p.days, p.turns)::timestamp,
        duty_day(greatest(w.work_start, coalesce(w.work_end, w.work_start) - interval '1 microsecond'), p.days, p.turns)::timestamp, interval '1 day') d (day)
      where ${mine} and w.voided_time is null and w.work_start >= ${low} - interval '8 days' and w.work_start < ${high}) p
    where p.day between ${from}::date and ${to}::date and ${narrowed}) pieces`;
}
