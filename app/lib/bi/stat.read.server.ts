import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { isLastStep } from "~/lib/task/work";
import type { ISODate } from "~/lib/time/date";
import type { Role } from "~/lib/vocabulary/card.schema";
import type { DayRange } from "./period";
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
  /** Where 途中数 is done, and not yet to be counted anew: of all processes, whatever is looked at. */
  before_last: number[];
};

export const OF_CARDS = 0;
/** What came before its 納期, on the day of that (0277_early.sql). */
export const OF_EARLY = -3;
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
    before_last: ids(processes.filter(({ group_id }) => !isLastStep(active, group_id))),
  };
}

export const seesCards = ({ groups, axis }: View): boolean =>
  groups.includes(OF_CARDS) && axis !== "process" && axis !== "worker";

export const columnOf = (axis: Axis): SQL => COLUMN[axis];
export const idOf = (axis: Axis): SQL => sql`${columnOf(axis)}::text`;
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
export const isOneOf = (axis: Axis, ids: string[]): SQL =>
  sql`${COLUMN[axis]} = any(${sql.param(ids)}::text[]${KEYS[axis] ?? sql``})`;
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

type Whole = { months: boolean; isPast: boolean; monthCube?: number };

/**
 * Of a range: whole months as such where `months` (of a cube of their own, if given), the rest by days, and
 * what is not folded yet.
 */
export function cubesOf(
  range: DayRange,
  today: ISODate,
  cube: number,
  { months, isPast, monthCube = cube }: Whole,
) {
  const reach = months ? reachOf(range, today, isPast) : { months: null, days: [range] };
  const within = ({ from, to }: DayRange) => sql`day between ${from}::date and ${to}::date`;
  return [
    ...(reach.months
      ? [{ ofMonths: true, part: sql`cube = ${monthCube} and is_month and ${within(reach.months)}` }]
      : []),
    ...reach.days.map((days) => ({
      ofMonths: false,
      part: sql`cube = ${cube} and not is_month and ${within(days)}`,
    })),
    { ofMonths: false, part: sql`cube = -1 and not is_month and ${within(range)}` },
  ];
}

export function cellsOf(view: View, range: DayRange, cube: number, months: boolean, only = sql`true`): SQL {
  // 納期 are of days to come as well.
  const isPast = !view.groups.some((group) => group === OF_CARDS || group === OF_EARLY);
  const where = sql`${conditions(view)} and ${only}`;
  return sql.join(
    cubesOf(range, view.today, cube, { months, isPast }).map(
      ({ part }) => sql`select * from bi_tally where ${where} and ${part}`,
    ),
    sql` union all `,
  );
}

/** 途中数 counts where nobody counts it anew; `again`: of 手直し alone. */
export const goodOf = ({ before_last }: View, of: "num" | "again" = "num"): SQL =>
  sql`(${sql.identifier(`${of}_good`)} + case when group_id = any(${sql.param(before_last)}::int[])
    then ${sql.identifier(`${of}_partial`)} else 0 end)`;
