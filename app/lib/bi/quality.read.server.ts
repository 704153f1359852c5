import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, type ISODate, startOfDay } from "~/lib/time/date";
import type { DayRange } from "./period";
import { NO_REVISION, type QualityFilter, type Strand } from "./quality.schema";
import { rangeOf } from "./stat.range";

type Asked = Pick<
  QualityFilter,
  "product_id" | "group_id" | "worker_id" | "item_id" | "revision" | "judgement"
>;
const REVISION = sql`coalesce(nullif(m.drawing_revision, ''), ${sql.raw(`'${NO_REVISION}'`)})`;
const DAY = sql`(m.measured_time at time zone 'Asia/Tokyo')::date`;

/** Days that are named go before a named period. */
export const qualityRange = (
  asked: Pick<QualityFilter, "period" | "from" | "to">,
  today: ISODate,
): DayRange => rangeOf(asked.from || asked.to ? { ...asked, period: "custom" } : asked, today);

/** The last of each chain, at the time of its first. A buyer's are what it is shared. */
export function countedValues(who: Who, range: DayRange, asked: Asked): SQL {
  const seller = who.company_type === "seller";
  const parts = [
    seller ? sql`m.seller_id = ${who.company_id}` : sql`m.buyer_id = ${who.company_id}`,
    sql`m.measured_time >= ${startOfDay(range.from)}::timestamptz`,
    sql`m.measured_time < ${startOfDay(addDays(range.to, 1))}::timestamptz`,
    sql`m.how <> 'void' and not exists (select from measurement later where later.replaces = m.key)`,
    asked.product_id === undefined ? null : sql`coalesce(m.product_id, 0) = ${asked.product_id}`,
    asked.group_id === undefined ? null : sql`m.group_id = ${asked.group_id}`,
    asked.item_id === undefined ? null : sql`m.item_id = ${asked.item_id}`,
    asked.revision === undefined ? null : sql`${REVISION} = ${asked.revision}`,
    asked.worker_id === undefined || !seller ? null : sql`coalesce(m.worker_id, 0) = ${asked.worker_id}`,
    asked.judgement === undefined
      ? null
      : asked.judgement === "none"
        ? sql`m.judgement is null`
        : sql`m.judgement = ${asked.judgement}`,
  ];
  return sql`measurement m where ${sql.join(
    parts.filter((part) => part !== null),
    sql` and `,
  )}`;
}

type Day = { day: string; n: number; n_judged: number; n_ng: number; n_retested: number };

export async function byDay(db: Tx, from: SQL): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    select ${DAY}::text as day, count(*)::int as n, count(m.judgement)::int as n_judged,
      count(*) filter (where m.judgement = 'ng')::int as n_ng, count(*) filter (where m.how = 'retest')::int as n_retested
    from ${from} group by 1 order by 1`);
  return rows;
}

export const STRANDS = 500;

export async function strandsIn(db: Tx, from: SQL): Promise<Strand[]> {
  const { rows } = await db.execute<Strand>(sql`
    select r.*, coalesce(p.code || ' ' || p.name, '（商品マスタなし）') as product from (
      select m.item_id::float8 as item_id, (array_agg(m.label order by m.key desc))[1] as label, m.kind,
        (array_agg(m.unit order by m.key desc))[1] as unit, coalesce(m.product_id, 0)::float8 as product_id, m.group_id,
        (array_agg(m.status order by m.key desc))[1] as status, ${REVISION} as revision,
        count(m.judgement)::int as n, count(*) filter (where m.judgement = 'ng')::int as n_ng
      from ${from} group by m.item_id, m.kind, coalesce(m.product_id, 0), m.group_id, ${REVISION}
      order by n_ng desc, n desc, m.item_id, 5, m.group_id, 8 limit ${STRANDS + 1}) r
    left join product p on p.product_id = r.product_id
    order by r.n_ng desc, r.n desc, r.item_id, r.product_id, r.group_id, r.revision`);
  return rows;
}

const MOST_POINTS = 2000;
type Measure = {
  at: string;
  card_key: number;
  card_id: string;
  value: string;
  lower_limit: string | null;
  upper_limit: string | null;
  digits: number | null;
};

/** In the order of measuring; of very many the last. */
export async function pointsIn(db: Tx, from: SQL): Promise<Measure[]> {
  const limit = (name: string) => sql.raw(`trim_scale(m.${name})::text as ${name}`);
  const { rows } = await db.execute<Measure>(sql`
    select to_json(m.measured_time)#>>'{}' as at, m.card_key::float8 as card_key, c.id as card_id, ${limit("value")},
      ${limit("lower_limit")}, ${limit("upper_limit")}, m.digits
    from (select m.* from ${from} and m.value is not null
      order by m.measured_time desc, m.sort desc, m.sample desc, m.key desc limit ${MOST_POINTS}) m
    join card c on c.key = m.card_key
    order by m.measured_time, m.sort, m.sample, m.key`);
  return rows;
}
