import { type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, startOfDay, today } from "~/lib/time/date";
import { asksOfCard, type Narrowing, narrowed } from "./narrowed.server";
import { rangeOf } from "./stat.range";
import { allProcesses, type View, viewOf } from "./stat.read.server";
import type { WorksFilter, WorksRow } from "./works.schema";

const ORDERS: Orders<WorksRow> = {
  key: sql`row_key`,
  keyKind: "text",
  keyOf: ({ row_key }) => row_key,
  by: { at: { by: sql`ended`, kind: "instant", of: ({ at }) => at } },
};

/** The same rows that the tallies are made of (0119_bi.sql), one by one: 実績, and 不良登録. */
function partsOf({ who, groups, making, before_last }: View, asked: Narrowing, from: SQL, to: SQL): SQL[] {
  const list = (ids: number[]) => sql`any(${sql.param(ids)}::int[])`;
  const card = asksOfCard(asked) ? sql`join card c on c.key = card_key` : sql``;
  return [
    sql`(select 'w' || w.key as row_key, false as is_defect, w.work_end as ended, w.work_start, w.card_key, w.group_id, w.status, w.worker_id,
        w.partner_id, case when w.group_id = ${list(making)} then w.num_good + case when w.group_id = ${list(before_last)} then w.num_partial else 0 end
          else 0 end as num_good, w.num_defective, w.note, w.key as work_key
      from work w ${card}
      where w.seller_id = ${who.company_id} and w.work_end >= ${from} and w.work_end < ${to} and not w.is_void
        and w.group_id = ${list(groups)} and ${narrowed(asked, sql`w.worker_id`, sql`w.partner_id`)}) r`,
    sql`(select 'd' || d.key as row_key, true as is_defect, d.recorded_time as ended, null::timestamptz as work_start, d.card_key, d.group_id, d.status,
        d.worker_id, null as partner_id, 0 as num_good, d.num as num_defective, concat_ws(' ', d.reason, d.note) as note, null::bigint as work_key
      from defect d ${card}
      where d.seller_id = ${who.company_id} and d.recorded_time >= ${from} and d.recorded_time < ${to} and not d.is_void
        and d.work_key is null and d.treatment is distinct from 'concession'
        and d.group_id = ${list(groups)} and ${narrowed(asked, sql`d.worker_id`, sql`''`)}) r`,
  ];
}

const together = (parts: SQL[]) => sql.join(parts, sql` union all `);

export async function listWorks(db: Tx, who: Who, { after, before, sort, size, ...asked }: WorksFilter) {
  const day = today(new Date(who.now));
  const range = rangeOf(asked, day);
  const filter = { ...asked, compare: false, step: "auto" as const, axis: undefined, seller_id: undefined };
  const view = viewOf(who, filter, "process", await allProcesses(db, who.company_id), day);
  const from = sql`${startOfDay(range.from)}::timestamptz`;
  const parts = partsOf(view, asked, from, sql`${startOfDay(addDays(range.to, 1))}::timestamptz`);
  const page = await keysetPage<WorksRow>(
    async (where, order, limit) => {
      // Each part by its own index: of both at once, a year would be sorted for one page.
      const first = parts.map(
        (part) => sql`(select * from ${part} where ${where ?? sql`true`} order by ${order} limit ${limit})`,
      );
      const found = await db.execute<WorksRow>(sql`
        select r.row_key, r.is_defect, coalesce(c.is_rework, false) as is_rework,
          to_json(r.ended)#>>'{}' as at, to_json(r.work_start)#>>'{}' as work_start, r.card_key::float8 as card_key,
          c.id as card_id, c.name, p.code as product_code, coalesce(b.name, c.buyer_id) as buyer_name, r.status, k.name as worker,
          f.name as partner, c.order_unit, trim_scale(r.num_good)::text as num_good, trim_scale(r.num_defective)::text as num_defective,
          (select sum(m.minutes)::float8 from work_minute m where m.work_key = r.work_key) as minutes,
          (select sum(m.minutes)::float8 from machine_minute m where m.work_key = r.work_key) as machine_minutes, nullif(r.note, '') as note
        from (select * from (${together(first)}) r order by ${order} limit ${limit}) r
        join card c on c.key = r.card_key left join product p on p.product_id = c.product_id left join factory b on b.id = c.buyer_id
        left join worker k on k.worker_id = r.worker_id left join factory f on f.id = r.partner_id
        order by ${order}`);
      return found.rows;
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  return { ...page, ...(await countRows(db, together(parts.map((part) => sql`select 1 from ${part}`)))) };
}
