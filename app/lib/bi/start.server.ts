import { and, asc, eq, isNull, min, ne, or, type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { factory, factory_process } from "~/lib/tables/factory.table.server";
import { viewOf } from "~/lib/task/board.where.server";
import { addDays, daysBetween, type ISODate, today, tokyoDate } from "~/lib/time/date";
import { NO_REASON } from "~/lib/vocabulary/reason";
import { lookedAt, REASON } from "./defective.rows.server";
import { defectiveFilter } from "./defective.schema";
import type { StartPage } from "./start.schema";
import { daysWithGaps } from "./worktime.gaps.server";
import { peopleOf, peopleTable } from "./worktime.pieces.server";

const NAMED = 10;
const WORST = 3;
/** 記録なし of so many days before today is asked about; what is older, 日報 lists. */
const GAP_DAYS = 7;

const isStep = and(
  eq(factory_process.company_id, card.seller_id),
  eq(factory_process.group_id, card.group_id),
);

/** Due by tomorrow, late ones too, and not yet made. */
async function dueSoon(db: Tx, scope: SQL, day: ISODate): Promise<StartPage["due"]> {
  const where = and(
    scope,
    sql`${card.delivery_date} <= ${addDays(day, 1)}::date`,
    isNull(card.cancelled_time),
    or(isNull(factory_process.role), ne(factory_process.role, "ready")),
  );
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(card)
    .leftJoin(factory_process, isStep)
    .where(where);
  const cards = await db
    .select({
      key: card.key,
      id: card.id,
      name: card.name,
      buyer_name: factory.name,
      status: card.status,
      delivery_date: card.delivery_date,
    })
    .from(card)
    .leftJoin(factory_process, isStep)
    .leftJoin(factory, eq(factory.id, card.buyer_id))
    .where(where)
    .orderBy(asc(card.delivery_date), asc(card.key))
    .limit(NAMED);
  return { n: counted!.n, cards: cards.map((one) => ({ ...one, buyer_name: one.buyer_name ?? "" })) };
}

async function stalledIn(db: Tx, where: SQL, day: ISODate): Promise<StartPage["stalled"]> {
  const rows = await db
    .select({
      group_id: card.group_id,
      label: factory_process.label,
      n: sql<number>`count(*)::int`,
      since: min(card.group_update_time),
    })
    .from(card)
    .innerJoin(factory_process, isStep)
    .where(where)
    .groupBy(card.group_id, factory_process.label);
  return rows
    .map(({ since, ...row }) => ({ ...row, longest_days: daysBetween(tokyoDate(since!), day) }))
    .sort((a, b) => b.longest_days - a.longest_days || a.group_id - b.group_id);
}

/** The rows of 不良明細 as their numbers now stand: each opens into as many. Pieces and kg are never added up. */
async function worstDefects(db: Tx, who: Who): Promise<StartPage["defects"]> {
  const { rows } = await lookedAt(db, who, defectiveFilter.parse({ period: "week" }));
  const found = await db.execute<StartPage["defects"][number]>(sql`
    select nullif(${REASON}, 0)::float8 as reason_id, coalesce(max(reason), ${NO_REASON}) as label, order_unit as unit,
      trim_scale(sum(num_defective))::text as num, count(*)::int as n
    from ${rows} where num_defective > 0 group by 1, 3 order by sum(num_defective) desc, 1, 3 limit ${WORST}`);
  return found.rows;
}

/** Going on since an earlier 勤務日: neither ended nor paused, nor said to go on. */
async function openWork(db: Tx, who: Who): Promise<StartPage["open_work"]> {
  const people = await peopleOf(db, who);
  const { rows } = await db.execute<StartPage["open_work"]["works"][number] & { n: number }>(sql`
    with people as materialized ${peopleTable(people)}
    select (count(*) over ())::int as n, w.key::float8 as work_key, w.card_key::float8 as card_key, c.id as card_id, w.status, k.name as worker,
      to_json(w.work_start)#>>'{}' as work_start
    from work w join people p on p.worker_id = coalesce(w.worker_id, 0) join card c on c.key = w.card_key left join worker k on k.worker_id = w.worker_id
    where w.seller_id = ${who.company_id} and w.work_end is null and not w.is_void and not w.is_unmanned and w.partner_id is null
      and duty_day(w.work_start, p.days, p.turns) < duty_day(${who.now}::timestamptz, p.days, p.turns)
      and coalesce(w.goes_on_until <= ${who.now}::timestamptz, true)
      and not exists (select from pause u where u.work_key = w.key and u.pause_end is null)
    order by w.work_start, w.key limit ${NAMED}`);
  return { n: rows[0]?.n ?? 0, works: rows.map(({ n: _, ...one }) => one) };
}

async function gapsBefore(db: Tx, who: Who, now: ISODate): Promise<StartPage["gaps"]> {
  const days = await daysWithGaps(db, who, { from: addDays(now, -GAP_DAYS), to: addDays(now, -1) });
  return { n: days.length, days: days.slice(0, NAMED) };
}

const NOTHING_LEFT = { open_work: { n: 0, works: [] }, gaps: { n: 0, days: [] } };

/** A buyer is told what is due of its own, and nothing of how a factory works. */
export async function startOf(db: Tx, who: Who): Promise<StartPage> {
  const day = today(new Date(who.now));
  const { scope, stalled } = await viewOf(db, who, {});
  const due = await dueSoon(db, scope, day);
  if (who.company_type !== "seller") return { due, stalled: [], defects: [], ...NOTHING_LEFT };
  return {
    due,
    stalled: await stalledIn(db, and(scope, stalled)!, day),
    defects: await worstDefects(db, who),
    open_work: await openWork(db, who),
    gaps: await gapsBefore(db, who, day),
  };
}
