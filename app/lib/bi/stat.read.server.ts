import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { isLastStep } from "~/lib/task/work";
import type { ISODate } from "~/lib/time/date";
import type { Role, Unit } from "~/lib/vocabulary/card.schema";
import type { DayRange } from "./period";
import type { Sums } from "./stat.figures";
import { reachOf } from "./stat.range";
import type { Axis, StatFilter } from "./stat.schema";

export type BiProcess = { group_id: number; label: string; role: Role; is_active: boolean };

export async function allProcesses(db: Tx, company_id: string): Promise<BiProcess[]> {
  const { rows } = await db.execute<BiProcess>(sql`select group_id, label, role, is_active from process
    where company_id = ${company_id} order by is_active desc, sort, group_id`);
  return rows;
}

/** What is looked at: whose, of which processes, and what counts as made there. */
export type View = {
  who: Who;
  filter: StatFilter;
  axis: Axis;
  today: ISODate;
  /** 0: cards as such, where nothing asks for a process or person. */
  groups: number[];
  making: number[];
  /** Where 途中数 is done, and not yet to be counted anew. */
  before_last: number[];
};

const OF_CARDS = 0;
const MAKES: Role[] = ["work", "inspect"];

/** 外注 is looked at by itself: 加工数 is what was made here. */
export function viewOf(
  who: Who,
  filter: StatFilter,
  axis: Axis,
  processes: BiProcess[],
  today: ISODate,
): View {
  const outside = axis === "partner" || filter.partner_id !== undefined;
  const named = processes.find(({ group_id }) => group_id === filter.group_id);
  const here = named
    ? [named]
    : processes.filter(({ role }) => (role === "outsource") === outside && filter.group_id === undefined);
  const cards = outside || filter.group_id !== undefined || filter.worker_id !== undefined ? [] : [OF_CARDS];
  const active = processes.filter(({ is_active }) => is_active);
  const ids = (rows: BiProcess[]) => rows.map(({ group_id }) => group_id);
  return {
    who,
    filter,
    axis,
    today,
    groups: [...cards, ...ids(here)],
    making: ids(here.filter(({ role }) => outside || MAKES.includes(role) || named !== undefined)),
    before_last: ids(here.filter(({ group_id }) => !isLastStep(active, group_id))),
  };
}

export const seesCards = ({ groups, axis }: View): boolean =>
  groups.includes(OF_CARDS) && axis !== "process" && axis !== "worker";

export const idOf = (axis: Axis): SQL => sql`${COLUMN[axis]}::text`;
const COLUMN: Record<Axis, SQL> = {
  process: sql`group_id`,
  product: sql`product_id`,
  buyer: sql`buyer_id`,
  worker: sql`worker_id`,
  partner: sql`partner_id`,
  seller: sql`seller_id`,
};
/** Ids come as text. */
const KEYS: Partial<Record<Axis, SQL>> = {
  process: sql`::int[]`,
  product: sql`::bigint[]`,
  worker: sql`::bigint[]`,
};
const CUBES: Partial<Record<Axis, number>> = { process: 1, product: 2, buyer: 3, worker: 4, partner: 5 };

/** The smallest that tells apart what is asked for; two things at once only the one of all axes does. */
export function cubeOf({ filter, who }: View, axis: Axis | null, ofProducts = false): number {
  if (who.company_type !== "seller" || filter.task_type !== undefined) return 0;
  const asked = new Set(
    (["product", "buyer", "worker", "partner"] as const).filter(
      (one) => one === axis || filter[`${one}_id`] !== undefined || (one === "product" && ofProducts),
    ),
  );
  const [only] = asked;
  return asked.size > 1 ? 0 : only ? CUBES[only]! : 1;
}

function conditions({ filter, who, groups }: View): SQL {
  const named = [
    who.company_type === "seller" ? sql`seller_id = ${who.company_id}` : sql`reader_id = ${who.company_id}`,
    sql`group_id = any(${sql.param(groups)}::int[])`,
    filter.product_id === undefined ? null : sql`product_id = ${filter.product_id}`,
    filter.worker_id === undefined ? null : sql`worker_id = ${filter.worker_id}`,
    filter.partner_id === undefined ? null : sql`partner_id = ${filter.partner_id}`,
    filter.buyer_id === undefined || who.company_type !== "seller"
      ? null
      : sql`buyer_id = ${filter.buyer_id}`,
    filter.seller_id === undefined || who.company_type === "seller"
      ? null
      : sql`seller_id = ${filter.seller_id}`,
    filter.task_type === undefined
      ? null
      : sql`task_type = ${filter.task_type === "none" ? "" : filter.task_type}`,
  ];
  return sql.join(
    named.filter((one) => one !== null),
    sql` and `,
  );
}

/** Of a range: whole months as such where `months`, the rest by days, and what is not folded yet. */
export function cellsOf(view: View, range: DayRange, cube: number, months: boolean, only = sql`true`): SQL {
  const reach = months ? reachOf(range, view.today) : { months: null, days: [range] };
  const where = sql`${conditions(view)} and ${only}`;
  const within = ({ from, to }: DayRange) => sql`day between ${from}::date and ${to}::date`;
  const parts = [
    ...(reach.months ? [sql`cube = ${cube} and is_month and ${within(reach.months)}`] : []),
    ...reach.days.map((days) => sql`cube = ${cube} and not is_month and ${within(days)}`),
    sql`cube = -1 and not is_month and ${within(range)}`,
  ];
  return sql.join(
    parts.map((part) => sql`select * from bi_tally where ${where} and ${part}`),
    sql` union all `,
  );
}

type Read = { range: DayRange; by: SQL[]; axis: Axis | null; months: boolean; only?: string[] };
export type Cell = Sums & { bucket: number; id: string | null; order_unit: Unit; num_works: number };

const text = (sum: SQL) => sql`trim_scale(coalesce(${sum}, 0))::text`;
const count = (sum: SQL) => sql`coalesce(${sum}, 0)::float8`;

/** 途中数 counts where nobody counts it anew. */
export const goodOf = ({ before_last }: View): SQL =>
  sql`(num_good + case when group_id = any(${sql.param(before_last)}::int[]) then num_partial else 0 end)`;

/** Summed by bucket, axis and unit. A 納期 of today is not over yet. */
async function read(db: Tx, view: View, { range, by, axis, months, only }: Read): Promise<Cell[]> {
  const making = sql`filter (where group_id = any(${sql.param(view.making)}::int[]))`;
  const over = sql`filter (where is_month or day < ${view.today}::date)`;
  const id = axis ? idOf(axis) : sql`null::text`;
  const chosen =
    only && axis ? sql`${COLUMN[axis]} = any(${sql.param(only)}::text[]${KEYS[axis] ?? sql``})` : sql`true`;
  const { rows } = await db.execute<Cell>(sql`select ${by[0] ?? sql`0`} as bucket, ${id} as id, order_unit,
      ${text(sql`sum(${goodOf(view)}) ${making}`)} as num_good, ${text(sql`sum(num_defective)`)} as num_defective,
      ${text(sql`sum(num_recounted)`)} as num_recounted, ${count(sql`sum(minutes)`)} as minutes,
      ${count(sql`sum(minutes) ${making}`)} as making_minutes, ${count(sql`sum(num_stays)`)} as num_stays,
      ${count(sql`sum(wait_minutes)`)} as wait_minutes, ${count(sql`sum(work_minutes)`)} as work_minutes,
      ${count(sql`sum(num_cards)`)} as num_cards, ${text(sql`sum(num_shipped)`)} as num_shipped, ${count(sql`sum(price)`)} as price,
      ${count(sql`sum(num_due) ${over}`)} as num_due, ${count(sql`sum(num_kept) ${over}`)} as num_kept,
      ${text(sql`sum(due_items) ${over}`)} as due_items, ${text(sql`sum(kept_items) ${over}`)} as kept_items,
      ${count(sql`sum(original_due) ${over}`)} as original_due, ${count(sql`sum(original_kept) ${over}`)} as original_kept,
      ${text(sql`sum(original_due_items) ${over}`)} as original_due_items,
      ${text(sql`sum(original_kept_items) ${over}`)} as original_kept_items, ${count(sql`sum(num_works)`)} as num_works,
      0::float8 as standard_milli, 0::float8 as measured_minutes
    from (${cellsOf(view, range, cubeOf(view, axis), months, chosen)}) t
    group by 1, 2, 3`);
  return rows;
}

/** By axis over the whole range. */
export const cellsByAxis = (db: Tx, view: View, range: DayRange) =>
  read(db, view, { range, by: [], axis: view.axis, months: true });

export const cellsByProcess = (db: Tx, view: View, range: DayRange) =>
  read(db, view, { range, by: [], axis: "process", months: true });

/** By bucket; `only` those of the axis. */
export function cellsByBucket(db: Tx, view: View, range: DayRange, starts: ISODate[], only?: string[]) {
  const months = starts.every((day, index) => index === 0 || day.endsWith("-01"));
  const bucket = sql`width_bucket(day, ${sql.param(starts)}::date[])`;
  return read(db, view, { range, by: [bucket], axis: only ? view.axis : null, months, only });
}

/** リードタイム in days, and how many cards had it. */
export async function leadTimes(db: Tx, view: View, range: DayRange): Promise<[number, number][]> {
  if (!view.groups.includes(OF_CARDS)) return [];
  const cube = cubeOf(view, null) === 1 ? 6 : 0;
  const { rows } = await db.execute<{ days: number; n: number }>(sql`
    select lead_days as days, sum(num_cards)::int as n from (${cellsOf(view, range, cube, true)}) t
    where lead_days >= 0 group by 1 having sum(num_cards) > 0 order by 1`);
  return rows.map(({ days, n }) => [days, n]);
}
