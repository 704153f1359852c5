import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { ISODate } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { type DayRange, startsMonths } from "./period";
import type { Sums } from "./stat.figures";
import { cellsOf, cubeOf, goodOf, idOf, isOneOf, OF_CARDS, type View } from "./stat.read.server";
import type { Axis } from "./stat.schema";

type Read = { range: DayRange; by: SQL[]; axis: Axis | null; months: boolean };
export type Cell = Sums & { bucket: number; id: string | null; order_unit: Unit; num_works: number };

const text = (sum: SQL) => sql`trim_scale(coalesce(${sum}, 0))::text`;

const isMaking = ({ making }: View) => sql`filter (where group_id = any(${sql.param(making)}::int[]))`;

type Summed = { quantity?: true; sum: SQL };

/** What a row of a process counts for. */
const ofWork = (view: View): Record<string, Summed> => ({
  num_good: { quantity: true, sum: sql`sum(${goodOf(view)}) ${isMaking(view)}` },
  num_defective: { quantity: true, sum: sql`sum(num_defective)` },
  num_recounted: { quantity: true, sum: sql`sum(num_recounted)` },
  again_good: { quantity: true, sum: sql`sum(${goodOf(view, "again")}) ${isMaking(view)}` },
  again_defective: { quantity: true, sum: sql`sum(again_defective)` },
  minutes: { sum: sql`sum(minutes)` },
  machine_minutes: { sum: sql`sum(machine_minutes)` },
  making_minutes: { sum: sql`sum(minutes) ${isMaking(view)}` },
  num_stays: { sum: sql`sum(num_stays)` },
  wait_minutes: { sum: sql`sum(wait_minutes)` },
  work_minutes: { sum: sql`sum(work_minutes)` },
  num_shift_stays: { sum: sql`sum(num_shift_stays)` },
  shift_wait_minutes: { sum: sql`sum(shift_wait_minutes)` },
  num_works: { sum: sql`sum(num_works)` },
});

/** What a row of cards counts for. A 納期 of today is not over yet. */
function ofCards({ today }: View): Record<string, Summed> {
  const over = sql`filter (where is_month or day < ${today}::date)`;
  const quantity = true;
  return {
    num_cards: { sum: sql`sum(num_cards)` },
    num_shipped: { quantity, sum: sql`sum(num_shipped)` },
    price: { sum: sql`sum(price)` },
    num_due: { sum: sql`sum(num_due) ${over}` },
    num_kept: { sum: sql`sum(num_kept) ${over}` },
    due_items: { quantity, sum: sql`sum(due_items) ${over}` },
    kept_items: { quantity, sum: sql`sum(kept_items) ${over}` },
    original_due: { sum: sql`sum(original_due) ${over}` },
    original_kept: { sum: sql`sum(original_kept) ${over}` },
    original_due_items: { quantity, sum: sql`sum(original_due_items) ${over}` },
    original_kept_items: { quantity, sum: sql`sum(original_kept_items) ${over}` },
  };
}

/** Summed by bucket, axis and unit. One half of each row is 0, of which no sum is made. */
async function read(db: Tx, view: View, { range, by, axis, months }: Read): Promise<Cell[]> {
  const halves = [
    { sums: ofWork(view), groups: view.groups.filter((group) => group !== OF_CARDS) },
    { sums: ofCards(view), groups: view.groups.filter((group) => group === OF_CARDS) },
  ];
  const all = halves.flatMap(({ sums }) => Object.entries(sums));
  const key = sql`${by[0] ?? sql`0`} as bucket, ${axis ? idOf(axis) : sql`null::text`} as id, order_unit`;
  const parts = halves
    .filter(({ groups }) => groups.length > 0)
    .map(({ sums, groups }) => {
      const columns = all.map(
        ([name]) => sql`${sums[name]?.sum ?? sql`0::numeric`} as ${sql.identifier(name)}`,
      );
      const cells = cellsOf({ ...view, groups }, range, cubeOf(view, axis), months);
      return sql`select ${key}, ${sql.join(columns, sql`, `)} from (${cells}) t group by 1, 2, 3`;
    });
  if (parts.length === 0) return [];
  const totals = all.map(([name, { quantity }]) => {
    const total = sql`sum(${sql.identifier(name)})`;
    return sql`${quantity ? text(total) : sql`coalesce(${total}, 0)::float8`} as ${sql.identifier(name)}`;
  });
  const { rows } = await db.execute<Cell>(sql`select bucket, id, order_unit, ${sql.join(totals, sql`, `)},
      0::float8 as standard_milli, 0::float8 as measured_minutes
    from (${sql.join(parts, sql` union all `)}) halves group by 1, 2, 3`);
  return rows;
}

/** By axis over the whole range. */
export const cellsByAxis = (db: Tx, view: View, range: DayRange) =>
  read(db, view, { range, by: [], axis: view.axis, months: true });

export const cellsByProcess = (db: Tx, view: View, range: DayRange) =>
  read(db, view, { range, by: [], axis: "process", months: true });

const bucketOf = (starts: ISODate[]) => sql`width_bucket(day, ${sql.param(starts)}::date[])`;

export const cellsByBucket = (db: Tx, view: View, range: DayRange, starts: ISODate[]) =>
  read(db, view, { range, by: [bucketOf(starts)], axis: null, months: startsMonths(starts) });

type Made = Pick<Cell, "bucket" | "num_good" | "num_shipped"> & { id: string };

/** What a trend draws of these of the axis, by bucket: nothing else is added up. */
export async function madeByBucket(
  db: Tx,
  view: View,
  { range, starts, ids, unit }: { range: DayRange; starts: ISODate[]; ids: string[]; unit: Unit },
): Promise<Made[]> {
  const { axis } = view;
  const shown = sql`order_unit = ${unit} and ${isOneOf(axis, ids)}`;
  const cells = cellsOf(view, range, cubeOf(view, axis), startsMonths(starts), shown);
  const { rows } = await db.execute<Made>(sql`select ${bucketOf(starts)} as bucket, ${idOf(axis)} as id,
      ${text(sql`sum(${goodOf(view)}) ${isMaking(view)}`)} as num_good, ${text(sql`sum(num_shipped)`)} as num_shipped
    from (${cells}) t group by 1, 2`);
  return rows;
}
