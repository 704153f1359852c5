import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, startOfDay, today } from "~/lib/time/date";
import { AMENDED_SCRAP } from "~/lib/vocabulary/reason";
import { type DefectiveFilter, SCRAPPED } from "./defective.schema";
import type { DayRange } from "./period";
import { rangeOf, reachOf } from "./stat.range";
import { allProcesses, type BiProcess, type View, viewOf } from "./stat.read.server";

/** Days that are typed are meant, whatever period stands beside them. */
const daysAsked = ({ period, from, to }: DefectiveFilter, day: string): DayRange =>
  rangeOf({ period: from || to ? "custom" : (period ?? "month"), from, to }, day);

type Looked = {
  asked: DefectiveFilter;
  range: DayRange;
  view: View;
  processes: BiProcess[];
  rows: SQL;
  cells: (months: boolean) => SQL;
};

/** As 加工実績 counts, and 外注 beside it unless one of the two is asked for. */
export async function lookedAt(db: Tx, who: Who, asked: DefectiveFilter): Promise<Looked> {
  const day = today(new Date(who.now));
  const range = daysAsked(asked, day);
  const processes = await allProcesses(db, who.company_id);
  const filter = {
    ...asked,
    period: "custom" as const,
    compare: false,
    axis: undefined,
    seller_id: undefined,
  };
  const part = (axis: "process" | "partner") => viewOf(who, filter, axis, processes, day);
  const [inside, outside] = [part("process"), part("partner")];
  const narrow = asked.group_id !== undefined || asked.partner_id !== undefined;
  const view: View =
    asked.side === "outside"
      ? { ...outside, axis: "process" }
      : asked.side === "inside" || narrow
        ? inside
        : {
            ...inside,
            groups: [...inside.groups, ...outside.groups],
            making: [...inside.making, ...outside.making],
          };
  const cells = (months: boolean) => cellsOf(view, asked, range, months);
  return { asked, range, view, processes, rows: rowsOf(view, asked, range), cells };
}

const both = (parts: (SQL | null)[]) =>
  sql.join([sql`true`, ...parts.filter((part) => part !== null)], sql` and `);

/** What a 変更依頼 scrapped names its own reason, which no list of reasons has. */
export const REASON = sql`coalesce(r.reason_id, case when r.reason = ${AMENDED_SCRAP} then ${SCRAPPED} else 0 end)`;

/** Conditions on a row of bad_row or of defect_tally; 0 asks for those without one. */
function wanted(asked: DefectiveFilter, row: { reason: SQL; treatment: SQL; partner: SQL }): SQL {
  const type = asked.task_type === "none" ? "" : asked.task_type;
  return both([
    asked.product_id === undefined ? null : sql`coalesce(r.product_id, 0) = ${asked.product_id}`,
    asked.buyer_id === undefined ? null : sql`r.buyer_id = ${asked.buyer_id}`,
    asked.worker_id === undefined ? null : sql`coalesce(r.worker_id, 0) = ${asked.worker_id}`,
    asked.partner_id === undefined ? null : sql`${row.partner} = ${asked.partner_id}`,
    asked.task_type === undefined ? null : sql`coalesce(r.task_type, '') = ${type}`,
    asked.unit === undefined ? null : sql`r.order_unit = ${asked.unit}`,
    asked.reason_id === undefined ? null : sql`${row.reason} = ${asked.reason_id}`,
    asked.treatment === undefined
      ? null
      : sql`${row.treatment} = ${asked.treatment === "none" ? "" : asked.treatment}`,
  ]);
}

const STATE = sql`case when r.treatment in ('scrap', 'concession') then 'done' when r.treatment is null then 'open'
  when h.key is null or h.shipped_time is not null or h.product_time is not null then 'done'
  when h.cancelled_time is null then 'doing' when h.status in ('取消', '中止') then 'open' else 'done' end`;

/** As they are kept (0243); what a 処置 has come to is known by the card that was made for it. */
function rowsOf({ who, groups }: View, asked: DefectiveFilter, range: DayRange): SQL {
  const [from, to] = [range.from, addDays(range.to, 1)].map((day) => sql`${startOfDay(day)}::timestamptz`);
  const own = {
    reason: REASON,
    treatment: sql`coalesce(r.treatment, '')`,
    partner: sql`coalesce(r.partner_id, '')`,
  };
  return sql`(
    select r.row_key, r.card_key, r.work_key, r.defect_key, r.at, r.group_id, r.status, r.worker_id, r.partner_id, r.num_total, r.num_defective, r.num,
      r.reason_id, r.reason, r.treatment, r.treatment_label, r.child_key, r.note, r.order_unit, r.product_id, r.buyer_id, r.loss::float8 as loss,
      ${STATE} as state, h.id as child_id
    from bad_row r left join card h on h.key = r.child_key
    where r.seller_id = ${who.company_id} and r.at >= ${from} and r.at < ${to} and r.group_id = any(${sql.param(groups)}::int[]) and ${wanted(asked, own)}
      ${asked.state === undefined ? sql`` : sql`and ${STATE} = ${asked.state}`}) r`;
}

/** The same by day, and by month where `months`: all but what a 処置 has come to. */
function cellsOf(view: View, asked: DefectiveFilter, range: DayRange, months: boolean): SQL {
  const { who, groups, today: day } = view;
  const named = (asked.reason_id ?? 0) > 0;
  const byRow = (which: SQL) =>
    sql`select (r.at at time zone 'Asia/Tokyo')::date as day, r.group_id, r.order_unit, coalesce(r.product_id, 0) as product_id,
        ${REASON} as reason_id, coalesce(r.treatment, '') as treatment, 1 as n, r.num_defective, r.num, coalesce(r.loss, 0) as loss,
        (r.loss is null)::int as unpriced
      from ${rowsOf(view, asked, range)} where ${which}`;
  if (asked.state !== undefined) return sql`(${byRow(sql`true`)})`;
  // They are few, and the tally does not tell 変更依頼による廃棄 from those without a reason.
  const unnamed = byRow(sql`r.reason_id is null`);
  if (asked.reason_id !== undefined && !named) return sql`(${unnamed})`;
  const own = { reason: sql`r.reason_id`, treatment: sql`r.treatment`, partner: sql`r.partner_id` };
  const where = both([
    sql`r.seller_id = ${who.company_id} and r.group_id = any(${sql.param(groups)}::int[]) and r.reason_id > 0`,
    wanted(asked, own),
  ]);
  const reach = months ? reachOf(range, day, true) : { months: null, days: [range] };
  const within = ({ from, to }: DayRange) => sql`r.day between ${from}::date and ${to}::date`;
  const parts = [
    ...(reach.months ? [sql`not r.is_new and r.is_month and ${within(reach.months)}`] : []),
    ...reach.days.map((days) => sql`not r.is_new and not r.is_month and ${within(days)}`),
    sql`r.is_new and ${within(range)}`,
  ].map(
    (
      part,
    ) => sql`select r.day, r.group_id, r.order_unit, r.product_id, r.reason_id, r.treatment, r.n, r.num_defective, r.num, r.loss, r.unpriced
      from defect_tally r where ${where} and ${part}`,
  );
  return sql`(${sql.join(named ? parts : [...parts, unnamed], sql` union all `)})`;
}
