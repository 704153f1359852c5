import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { MIDNIGHT, turnOn } from "~/lib/shop/shift";
import { addDays, daysBetween, type ISODate, today } from "~/lib/time/date";
import type { DayRange } from "./period";
import { without } from "./span";
import { cubesOf } from "./stat.read.server";
import { type Pair, pairKey, restOf } from "./worktime.breaks.server";
import { minutesBefore } from "./worktime.day";
import { detailsOf } from "./worktime.detail.server";
import { both, type People, workersOf } from "./worktime.pieces.server";
import type { SumsBy, WorktimeFilter } from "./worktime.schema";

/** Each reviewed day as it was reviewed last. */
const reviewedDays = ({ from, to }: DayRange) =>
  sql`select distinct on (worker_id, day) worker_id, day, kind from day_review where day between ${from}::date and ${to}::date
    order by worker_id, day, seq desc`;

/** The first of the month of a day, and how a month is called. */
export const firstOf = (day: SQL): SQL => sql`${day} - extract(day from ${day})::int + 1`;
export const MONTH = sql`left(month::text, 7)`;

/** Minutes of somebody by month, as `SumRow` has them. */
export type Part = { worker_id: number; id: string; label: string; months: Record<string, number> };
type WorkBy = Exclude<SumsBy, "indirect">;
type Tallied = Omit<Part, "label">;

const PROCESS = { cube: 4, id: sql`t.group_id`, own: sql`w.group_id::text` };
/** The smallest cube of bi_tally that tells it apart, and where the same is read of a 実績. */
const BY: Record<WorkBy, { cube: number; monthCube?: number; id: SQL; own: SQL }> = {
  worker: { cube: 4, id: sql`'work'`, own: sql`'work'` },
  process: PROCESS,
  machine: PROCESS,
  product: {
    cube: 0,
    // Of all processes.
    monthCube: 7,
    id: sql`t.product_id`,
    own: sql`(select coalesce(c.product_id, 0)::text from card c where c.key = w.card_key)`,
  },
};

/** Where its minutes are kept: 機械時間 is nobody's 実働 (decision 141). */
const keptMinutes = (by: WorkBy) =>
  by === "machine"
    ? { tallied: sql`t.machine_minutes`, table: sql`machine_minute` }
    : { tallied: sql`t.minutes`, table: sql`work_minute` };

async function byMonth(
  db: Tx,
  who: Who,
  asked: WorktimeFilter,
  range: DayRange,
  by: WorkBy,
  ids: number[] | null,
) {
  const { cube, id, monthCube } = BY[by];
  const { tallied } = keptMinutes(by);
  const where = both([
    sql`t.seller_id = ${who.company_id} and ${tallied} <> 0`,
    asked.group_id === undefined ? sql`t.group_id > 0` : sql`t.group_id = ${asked.group_id}`,
    ids && sql`t.worker_id = any(${sql.param(ids)}::bigint[])`,
    asked.unapproved
      ? sql`t.worker_id > 0 and not exists (select from reviewed r where r.worker_id = t.worker_id and r.day = t.day and r.kind = 'approved')`
      : null,
  ]);
  const months = !asked.unapproved;
  // A month's own cell stands at its first day.
  const whole = { months, isPast: true, monthCube: asked.group_id === undefined ? monthCube : undefined };
  const cells = cubesOf(range, today(new Date(who.now)), cube, whole).map(({ part, ofMonths }) => {
    const month = ofMonths ? sql`t.day` : firstOf(sql`t.day`);
    return sql`select t.worker_id, ${month} as month, ${id} as id, ${tallied}::int as minutes from bi_tally t where ${where} and ${part}`;
  });
  // Summed and grouped before anything is written out: a year of many products has thousands of cells.
  const { rows } = await db.execute<Tallied>(sql`
    with reviewed as materialized (${reviewedDays(range)})
    select worker_id::float8 as worker_id, id::text as id, json_object_agg(${MONTH}, minutes) as months
    from (select worker_id, id, month, sum(minutes) as minutes from (${sql.join(cells, sql` union all `)}) cells
      group by 1, 2, 3) m group by m.worker_id, m.id`);
  return rows;
}

/** Of which month's sum a day of somebody is, if of any. */
type MonthOf = (worker_id: number, day: ISODate) => string | null;

async function monthsBy(db: Tx, { from, to }: DayRange, unapproved: boolean): Promise<MonthOf> {
  const within = (day: ISODate) => (day < from || day > to ? null : day.slice(0, 7));
  if (!unapproved) return (_, day) => within(day);
  const { rows } = await db.execute<Pair>(
    sql`select worker_id::float8 as worker_id, day::text as day from (${reviewedDays({ from, to })}) r where kind = 'approved'`,
  );
  const approved = new Set(rows.map(pairKey));
  return (worker_id, day) => (approved.has(pairKey({ worker_id, day })) ? null : within(day));
}

/**
 * The tallies go by calendar day: of a day that is summed elsewhere than the day before, what comes before
 * its turn goes to where that one is.
 */
async function overNight(
  db: Tx,
  who: Who,
  people: People,
  asked: WorktimeFilter,
  range: DayRange,
  { by, ids }: { by: WorkBy; ids: number[] | null },
): Promise<Tallied[]> {
  const monthIn = await monthsBy(db, range, asked.unapproved ?? false);
  const end = addDays(range.to, 1);
  const days = Array.from({ length: daysBetween(range.from, end) + 1 }, (_, at) => ({
    before: addDays(range.from, at - 1),
    day: addDays(range.from, at),
  }));
  // Without approvals everybody's days are summed alike.
  const cut = asked.unapproved
    ? days
    : days.filter(({ before, day }) => monthIn(0, before) !== monthIn(0, day));
  // "offset 0" keeps each read to its index.
  const nights = [...people.values()].flatMap(({ worker_id, turns }) =>
    ids === null || ids.includes(worker_id)
      ? cut.flatMap(({ before, day }) => {
          const turn = turnOn(turns, day);
          const isCut = turn > 0 && monthIn(worker_id, before) !== monthIn(worker_id, day);
          return isCut ? { worker_id, day, turn } : [];
        })
      : [],
  );
  if (nights.length === 0) return [];
  const list = (of: "worker_id" | "day" | "turn", type: SQL) =>
    sql`${sql.param(nights.map((night) => night[of]))}::${type}[]`;
  const mine = both([
    sql`w.seller_id = ${who.company_id}`,
    asked.group_id === undefined ? null : sql`w.group_id = ${asked.group_id}`,
  ]);
  const { rows } = await db.execute<{ work_key: number; worker_id: number; day: string; id: string }>(sql`
    with n as materialized (select worker_id, day, day::timestamp at time zone 'Asia/Tokyo' as midnight, make_interval(mins => turn) as turn
        from unnest(${list("worker_id", sql`bigint`)}, ${list("day", sql`date`)}, ${list("turn", sql`int`)}) n (worker_id, day, turn)),
      begun as (select n.worker_id, n.day, w.* from n, lateral (select w.key, w.card_key, w.group_id from work w
        where w.worker_id = n.worker_id and w.work_start >= n.midnight and w.work_start < n.midnight + n.turn and ${mine} offset 0) w),
      lasting as (select n.worker_id, n.day, w.key, w.card_key, w.group_id from (select distinct day, midnight from n) d, lateral (
          select w.* from work w where work_is_overnight(w.work_start, w.work_end)
            and w.work_end > d.midnight and w.work_end < d.midnight + interval '8 days' and w.work_start < d.midnight and ${mine} offset 0) w
        join n on n.worker_id = w.worker_id where n.day = d.day)
    select w.key::float8 as work_key, w.worker_id::float8 as worker_id, w.day::text as day, ${BY[by].own} as id
    from (select * from begun union all select * from lasting) w, lateral (select from ${keptMinutes(by).table} m
      where m.work_key = w.key and m.day = w.day and m.worker_id = w.worker_id offset 0) m`);
  const keyed = rows.map(({ work_key }) => ({ row_key: `w${work_key}`, work_key, indirect_key: null }));
  const details = await detailsOf(db, keyed);
  const { around } = await restOf(db, who, people, { from: range.from, to: end });
  return rows.flatMap(({ work_key, worker_id, day, id }) => {
    const { minutes: counted, active } = details.get(`w${work_key}`)!;
    const alone = by === "machine" ? active : without(active, around({ worker_id, day }));
    const minutes = minutesBefore(counted, alone, day, people.get(worker_id)?.turns ?? MIDNIGHT);
    const [before, own] = [monthIn(worker_id, addDays(day, -1)), monthIn(worker_id, day)];
    return [
      ...(before ? [{ worker_id, id, months: { [before]: minutes } }] : []),
      ...(own ? [{ worker_id, id, months: { [own]: -minutes } }] : []),
    ];
  });
}

async function labelsOf(db: Tx, who: Who, by: WorkBy, ids: string[]): Promise<(id: string) => string> {
  if (by === "worker") return () => "作業";
  const named =
    by !== "product"
      ? sql`select group_id::text as id, label from process where company_id = ${who.company_id}`
      : sql`select product_id::text as id, nullif(concat_ws(' ', code, name), '') as label from product
          where product_id = any(${sql.param(ids)}::text[]::bigint[])`;
  const { rows } = await db.execute<{ id: string; label: string | null }>(named);
  const found = new Map(rows.map(({ id, label }) => [id, label]));
  return (id) => found.get(id) ?? (by === "product" ? "商品なし" : `工程${id}`);
}

/** Minutes of 実績 from the tallies of 加工実績: as quick for a year as for a week (decision 070). */
export async function talliedParts(
  db: Tx,
  who: Who,
  people: People,
  asked: WorktimeFilter,
  range: DayRange,
  by: WorkBy,
): Promise<Part[]> {
  const ids = workersOf(people, asked);
  const parts = [
    ...(await byMonth(db, who, asked, range, by, ids)),
    ...(await overNight(db, who, people, asked, range, { by, ids })),
  ];
  const label = await labelsOf(db, who, by, [...new Set(parts.map(({ id }) => id))]);
  return parts.map((part) => ({ ...part, label: label(part.id) }));
}
