import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, startOfDay, today } from "~/lib/time/date";
import type { DefectiveFilter } from "./defective.schema";
import { narrowed } from "./narrowed.server";
import type { DayRange } from "./period";
import { rangeOf } from "./stat.range";
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
            before_last: [...inside.before_last, ...outside.before_last],
          };
  return { asked, range, view, processes, rows: rowsOf(view, asked, range) };
}

const TO_THREE = sql`round(case c.order_unit when 'kg' then r.num_defective / nullif(c.unit_weight, 0)
  when 'set' then r.num_defective * c.pieces_per_set else r.num_defective end *
  case c.unit when 'kg' then c.unit_weight when 'set' then 1 / nullif(c.pieces_per_set, 0) else 1 end, 3)`;
const UNITS = sql`case when c.order_unit = c.unit then r.num_defective else ${TO_THREE} end`;

/**
 * Those of a 実績 as its number now stands, and what 不良登録 found: what 加工実績 counts, and 特採 beside it as 0.
 */
function rowsOf({ who, groups }: View, asked: DefectiveFilter, range: DayRange): SQL {
  const [from, to] = [range.from, addDays(range.to, 1)].map((day) => sql`${startOfDay(day)}::timestamptz`);
  const ids = sql`any(${sql.param(groups)}::int[])`;
  const byWork = narrowed(asked, sql`w.worker_id`, sql`w.partner_id`);
  const when = sql`w.work_end >= ${from} and w.work_end < ${to} and not w.is_void and w.group_id = ${ids} and ${byWork}`;
  const work = sql`'w' || w.key as row_key, w.key as work_key, d.key as defect_key, w.work_end as at, w.card_key, w.group_id, w.status,
    w.worker_id, w.partner_id, w.num_good + w.num_defective as num_total, w.num_defective`;
  const said = sql`d.reason_id, d.reason, d.treatment, d.treatment_label, d.child_key`;
  const state = sql`case when r.treatment in ('scrap', 'concession') then 'done' when r.treatment is null then 'open'
    when h.key is null or h.shipped_time is not null or h.product_time is not null then 'done'
    when h.cancelled_time is null then 'doing' when h.status in ('取消', '中止') then 'open' else 'done' end`;
  const wanted = [
    asked.reason_id === undefined ? null : sql`coalesce(r.reason_id, 0) = ${asked.reason_id}`,
    asked.treatment === undefined
      ? null
      : asked.treatment === "none"
        ? sql`r.treatment is null`
        : sql`r.treatment = ${asked.treatment}`,
    asked.state === undefined ? null : sql`${state} = ${asked.state}`,
  ].filter((part) => part !== null);
  return sql`(
    select r.*, ${state} as state, c.order_unit, c.product_id, c.buyer_id, h.id as child_id, round(${UNITS} * c.unit_price)::float8 as loss
    from (
      select ${work}, w.num_defective as num, ${said}, concat_ws(' ', d.note, case when d.note is distinct from w.note then w.note end) as note
      from work w join card c on c.key = w.card_key left join lateral (
        select * from defect f where f.work_key = w.key and not f.is_void order by f.key desc limit 1) d on true
      where w.seller_id = ${who.company_id} and w.num_defective > 0 and ${when}
      union all
      select ${work}, d.num, ${said}, d.note
      from defect d join work w on w.key = d.work_key join card c on c.key = w.card_key
      where d.seller_id = ${who.company_id} and d.treatment = 'concession' and not d.is_void and w.num_defective = 0 and ${when}
      union all
      select 'd' || d.key, null, d.key, d.recorded_time, d.card_key, d.group_id, d.status, d.worker_id, null, c.num_items,
        case when d.treatment = 'concession' then 0 else d.num end, d.num, ${said}, d.note
      from defect d join card c on c.key = d.card_key
      where d.seller_id = ${who.company_id} and d.recorded_time >= ${from} and d.recorded_time < ${to} and not d.is_void and d.work_key is null
        and d.group_id = ${ids} and ${narrowed(asked, sql`d.worker_id`, sql`''`)}) r
    join card c on c.key = r.card_key left join card h on h.key = r.child_key
    where ${sql.join([sql`true`, ...wanted], sql` and `)}) r`;
}
