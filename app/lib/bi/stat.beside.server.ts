import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, type ISODate, startOfDay } from "~/lib/time/date";
import type { OnTimeDay } from "~/lib/vocabulary/ontime";
import type { DayRange } from "./period";
import type { View } from "./stat.read.server";
import type { Axis } from "./stat.schema";

const NOBODY: Record<string, string> = {
  product: "（商品マスタなし）",
  worker: "（作業者なし）",
  partner: "（協力会社なし）",
};

/** How the rows of an axis are called. */
export async function labelsOf(db: Tx, axis: Axis, ids: string[]): Promise<Map<string, string>> {
  const named = {
    product: sql`select product_id::text as id, code || ' ' || name as label from product
      where product_id = any(${sql.param(ids)}::text[]::bigint[])`,
    worker: sql`select worker_id::text as id, name as label from worker where worker_id = any(${sql.param(ids)}::text[]::bigint[])`,
  };
  const query =
    axis === "product" || axis === "worker"
      ? named[axis]
      : sql`select id, name as label from factory where id = any(${sql.param(ids)}::text[])`;
  const { rows } = await db.execute<{ id: string; label: string }>(query);
  const found = new Map(rows.map(({ id, label }) => [id, label]));
  return new Map(ids.map((id) => [id, found.get(id) ?? NOBODY[axis] ?? id]));
}

const fromDay = (day: ISODate) => sql`${startOfDay(day)}::timestamptz`;

/** 実績 that is going on, or too long to be right: it counts no minute. */
export async function uncountedWork(db: Tx, { who, today }: View, range: DayRange) {
  const end = fromDay(addDays(range.to, 1));
  const { rows } = await db.execute<{ open: number; long: number }>(sql`
    select (select count(*)::int from work where seller_id = ${who.company_id} and work_end is null and work_start < ${end}
        and ${range.to >= today}) as open,
      (select count(*)::int from work where seller_id = ${who.company_id} and work_end >= ${fromDay(range.from)} and work_end < ${end}
        and work_end - work_start > interval '7 days' and partner_id is null and not is_void) as long`);
  return rows[0]!;
}

/** By which days 納期遵守 is counted among the pairs that are looked at. */
export async function onTimeDays(db: Tx, { who, filter }: View): Promise<OnTimeDay[]> {
  const [own, other, asked] =
    who.company_type === "seller"
      ? [sql`seller_id`, sql`buyer_id`, filter.buyer_id]
      : [sql`buyer_id`, sql`seller_id`, filter.seller_id];
  const { rows } = await db.execute<{
    day: OnTimeDay;
  }>(sql`select distinct on_time_day as day from collaboration
    where ${own} = ${who.company_id} and ${asked === undefined ? sql`true` : sql`${other} = ${asked}`}`);
  return rows.map(({ day }) => day);
}

/** From how many days on the company looks for what comes early; null: it does not. */
export async function earlyDays(db: Tx, { who }: View): Promise<number | null> {
  const { rows } = await db.execute<{ days: number | null }>(
    sql`select early_days as days from factory_meta where company_id = ${who.company_id}`,
  );
  return rows[0]?.days ?? null;
}

/** 後日訂正, from the log: what corrections after the period have changed of what ended in it. */
export async function lateCorrections(db: Tx, { who, groups, making }: View, range: DayRange) {
  const end = fromDay(addDays(range.to, 1));
  const changed = (name: "num_good" | "num_defective") => sql`
    coalesce((i.after ->> ${`work.${name}`})::numeric, w.${sql.identifier(name)})
      * case when coalesce((i.after ->> 'work.is_void')::boolean, false) then 0 else 1 end
    - coalesce((i.before ->> ${`work.${name}`})::numeric, (i.after ->> ${`work.${name}`})::numeric, w.${sql.identifier(name)})
      * case when coalesce((i.before ->> 'work.is_void')::boolean, false) then 0 else 1 end`;
  const within = (at: SQL, group: SQL) =>
    sql`${group} = any(${sql.param(groups)}::int[]) and ${at} >= ${fromDay(range.from)} and ${at} < ${end}`;
  // The keys are taken out first: what is read out of a text reaches no index of rows that are walled off.
  const said = (key: string, kinds: SQL) => sql`(
    select i.before, i.after, (i.after ->> ${key})::bigint as key from activity a join activity_inner i on i.activity_key = a.key
    where a.seller_id = ${who.company_id} and a.kind in (${kinds}) and a.at >= ${end} offset 0)`;
  const conceded = (side: SQL) =>
    sql`case when ${side} ->> 'work.means' = 'concession' then d.num else 0 end`;
  const { rows } = await db.execute<{ n: number; num_good: string; num_defective: string }>(sql`
    select count(*)::int as n, trim_scale(coalesce(sum(good), 0))::text as num_good, trim_scale(coalesce(sum(bad), 0))::text as num_defective
    from (
      select case when w.group_id = any(${sql.param(making)}::int[]) then ${changed("num_good")} else 0 end as good, ${changed("num_defective")} as bad
      from ${said("work.key", sql`'corrected', 'treated', 'untreated'`)} i join work w on w.key = i.key
      where ${within(sql`w.work_end`, sql`w.group_id`)}
      union all
      select 0, ${conceded(sql`i.before`)} - ${conceded(sql`i.after`)}
      from ${said("work.defect_key", sql`'treated', 'untreated'`)} i join defect d on d.key = i.key
      where d.work_key is null and 'concession' in (i.before ->> 'work.means', i.after ->> 'work.means')
        and ${within(sql`d.recorded_time`, sql`d.group_id`)}) l`);
  return rows[0]!;
}
