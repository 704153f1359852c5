import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDays, type ISODate, startOfDay } from "~/lib/time/date";
import type { DayRange } from "./period";
import { NO_REVISION, type QualityFilter, type Strand } from "./quality.schema";
import { rangeOf, reachOf } from "./stat.range";

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

/** The same values by day or month (0242), where no worker is asked for. */
export function countedCells(who: Who, range: DayRange, asked: Asked, today: ISODate, months: boolean): SQL {
  const seller = who.company_type === "seller";
  if (seller && asked.worker_id !== undefined)
    return sql`(select ${DAY} as day, m.item_id, m.kind, m.label, coalesce(m.unit, '') as unit, coalesce(m.product_id, 0) as product_id,
      m.group_id, m.status, coalesce(m.drawing_revision, '') as revision, coalesce(m.judgement, '') as judgement,
      1 as num, (m.how = 'retest')::int as num_retested, m.key as last_key
      from ${countedValues(who, range, asked)})`;
  const parts = [
    seller ? sql`t.seller_id = ${who.company_id}` : sql`t.buyer_id = ${who.company_id}`,
    asked.product_id === undefined ? null : sql`t.product_id = ${asked.product_id}`,
    asked.group_id === undefined ? null : sql`t.group_id = ${asked.group_id}`,
    asked.item_id === undefined ? null : sql`t.item_id = ${asked.item_id}`,
    asked.revision === undefined
      ? null
      : sql`t.revision = ${asked.revision === NO_REVISION ? "" : asked.revision}`,
    asked.judgement === undefined
      ? null
      : sql`t.judgement = ${asked.judgement === "none" ? "" : asked.judgement}`,
  ].filter((part) => part !== null);
  const where = sql.join(parts, sql` and `);
  const reach = months ? reachOf(range, today, true) : { months: null, days: [range] };
  const within = ({ from, to }: DayRange) => sql`t.day between ${from}::date and ${to}::date`;
  const cells = [
    ...(reach.months ? [sql`not t.is_new and t.is_month and ${within(reach.months)}`] : []),
    ...reach.days.map((days) => sql`not t.is_new and not t.is_month and ${within(days)}`),
    sql`t.is_new and ${within(range)}`,
  ].map((part) => sql`select t.* from record_tally t where ${where} and ${part}`);
  return sql`(${sql.join(cells, sql` union all `)})`;
}

type Bucket = { bucket: number; n: number; n_judged: number; n_ng: number; n_retested: number };

export async function byBucket(db: Tx, cells: SQL, starts: ISODate[]): Promise<Bucket[]> {
  const { rows } = await db.execute<Bucket>(sql`
    select width_bucket(c.day, ${sql.param(starts)}::date[]) as bucket, sum(c.num)::int as n,
      coalesce(sum(c.num) filter (where c.judgement <> ''), 0)::int as n_judged,
      coalesce(sum(c.num) filter (where c.judgement = 'ng'), 0)::int as n_ng, sum(c.num_retested)::int as n_retested
    from ${cells} c group by 1`);
  return rows;
}

export const numIn = async (db: Tx, cells: SQL): Promise<number> =>
  (await db.execute<{ n: number }>(sql`select coalesce(sum(c.num), 0)::float8 as n from ${cells} c`)).rows[0]!
    .n;

export const STRANDS = 500;

export async function strandsIn(db: Tx, cells: SQL): Promise<Strand[]> {
  const last = (name: string) => sql.raw(`(array_agg(c.${name} order by c.last_key desc))[1]`);
  const { rows } = await db.execute<Strand>(sql`
    select r.*, coalesce(p.code || ' ' || p.name, '（商品マスタなし）') as product from (
      select c.item_id::float8 as item_id, ${last("label")} as label, c.kind, nullif(${last("unit")}, '') as unit, c.product_id::float8 as product_id,
        c.group_id, ${last("status")} as status, coalesce(nullif(c.revision, ''), ${sql.raw(`'${NO_REVISION}'`)}) as revision,
        coalesce(sum(c.num) filter (where c.judgement <> ''), 0)::int as n, coalesce(sum(c.num) filter (where c.judgement = 'ng'), 0)::int as n_ng
      from ${cells} c group by c.item_id, c.kind, c.product_id, c.group_id, c.revision having sum(c.num) > 0
      order by n_ng desc, n desc, c.item_id, c.product_id, c.group_id, c.revision limit ${STRANDS + 1}) r
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
