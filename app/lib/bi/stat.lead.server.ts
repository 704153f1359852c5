import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { DayRange } from "./period";
import { cellsOf, cubeOf, OF_CARDS, OF_EARLY, type View } from "./stat.read.server";
import type { LeadStart, StatFilter } from "./stat.schema";

/** Where bi_tally holds the cards that were shipped, by what their days are counted from (0175_lead.sql). */
const GROUP: Record<LeadStart, number> = { asked: OF_CARDS, accepted: -1, started: -2 };

/** Mondays to Fridays up to this day; 1900-01-01 was a Monday. */
const weekdays = (day: SQL) => {
  const n = sql`(${day} - date '1900-01-01' + 1)`;
  return sql`(${n} / 7 * 5 + least(${n} % 7, 5))`;
};
/** As leadTime (lead.ts): the factory's days in (start, end]; `closed` are its closed days but weekends. */
const businessDays = (start: SQL, end: SQL, closed: SQL): SQL =>
  sql`(${weekdays(end)} - ${weekdays(start)} - width_bucket(${end}, ${closed}) + width_bucket(${start}, ${closed}))`;

/** Of each factory, its closed days that are no weekend, in their order. */
const closedOf = (sellers: SQL): SQL => sql`(select s.seller_id, array(
    select d from closed_days(s.seller_id) f (d) where extract(isodow from d) < 6 order by d)::date[] as closed
  from (${sellers}) s)`;

/** リードタイム in days, and how many cards had it. Months have no business days. */
export async function leadTimes(db: Tx, view: View, range: DayRange): Promise<[number, number][]> {
  if (!view.groups.includes(OF_CARDS)) return [];
  const { lead_from = "asked", lead_days } = view.filter;
  const cube = cubeOf(view, null) === 1 ? 6 : 0;
  const business = lead_days === "business";
  const cells = cellsOf({ ...view, groups: [GROUP[lead_from]] }, range, cube, !business, sql`lead_days >= 0`);
  const counted = business
    ? sql`select ${businessDays(sql`(t.day - t.lead_days)`, sql`t.day`, sql`h.closed`)} as days, t.num_cards
        from t join ${closedOf(sql`select distinct seller_id from t`)} h on h.seller_id = t.seller_id`
    : sql`select lead_days as days, num_cards from t`;
  const { rows } = await db.execute<{ days: number; n: number }>(sql`with t as materialized (${cells})
    select days, sum(num_cards)::int as n from (${counted}) c group by 1 having sum(num_cards) > 0 order by 1`);
  return rows.map(({ days, n }) => [days, n]);
}

/** Of how many cards there is a リードタイム at all: parts have none. */
export async function shippedCards(db: Tx, view: View, range: DayRange): Promise<number> {
  const filter = { ...view.filter, lead_from: undefined, lead_days: undefined };
  return (await leadTimes(db, { ...view, filter }, range)).reduce((all, [, n]) => all + n, 0);
}

/** Of what is due in the range and over, how many were whole more than so many days before. */
export async function earlyCards(db: Tx, view: View, range: DayRange, days: number): Promise<number> {
  const cube = cubeOf(view, null) === 1 ? 6 : 0;
  const over = sql`lead_days > ${days}::int and (is_month or day < ${view.today}::date)`;
  const cells = cellsOf({ ...view, groups: [OF_EARLY] }, range, cube, true, over);
  const { rows } = await db.execute<{ n: number }>(
    sql`select coalesce(sum(num_cards), 0)::int as n from (${cells}) t`,
  );
  return rows[0]!.n;
}

type Open = { n: number; longest: number | null };

/** 仕掛中: they are missing from リードタイム. Counted as it is, up to today. */
export async function openCards(db: Tx, view: View): Promise<Open> {
  const { who, filter, today } = view;
  const { lead_from = "asked", lead_days } = filter;
  const from = sql`board_row c where ${whose(who)} and ${asked(filter, who)}`;
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`);
  const { n } = rows[0]!;
  // When a factory accepted each card is read from rows that are its own.
  if (lead_from !== "asked" && who.company_type !== "seller") return { n, longest: null };
  const made = (at: SQL) => sql`(${at} at time zone 'Asia/Tokyo')::date`;
  const first = {
    asked: made(sql`min(c.created_time)`),
    accepted: sql`min(coalesce(l.accepted_day, ${made(sql`c.created_time`)}))`,
    started: sql`min(l.started_day)`,
  };
  const lead = lead_from === "asked" ? sql`` : sql`left join card_lead l on l.card_key = c.key`;
  // Of a factory's own cards the first is found without all of them.
  const [seller, by] =
    who.company_type === "seller"
      ? [sql`${who.company_id}::text`, sql``]
      : [sql`c.seller_id`, sql`group by 1`];
  const end = sql`${today}::date`;
  const days =
    lead_days === "business" ? businessDays(sql`o.first`, end, sql`h.closed`) : sql`(${end} - o.first)`;
  const { rows: longest } = await db.execute<{ days: number | null }>(sql`
    with o as materialized (select ${seller} as seller_id, ${first[lead_from]} as first from card c ${lead}
      where ${whose(who)} and c.group_id <> 99 and ${asked(filter, who)} ${by})
    select max(${days})::int as days
    from o join ${closedOf(sql`select seller_id from o`)} h on h.seller_id = o.seller_id`);
  return { n, longest: longest[0]?.days ?? null };
}

const whose = (who: Who) =>
  who.company_type === "seller" ? sql`c.seller_id = ${who.company_id}` : sql`c.buyer_id = ${who.company_id}`;

function asked({ product_id, buyer_id, seller_id, task_type }: StatFilter, who: Who) {
  const other = who.company_type === "seller" ? buyer_id : seller_id;
  const column = who.company_type === "seller" ? sql`c.buyer_id` : sql`c.seller_id`;
  const parts = [
    sql`c.task_type is distinct from 'part'`,
    ...(other === undefined ? [] : [sql`${column} = ${other}`]),
    ...(product_id === undefined ? [] : [sql`coalesce(c.product_id, 0) = ${product_id}`]),
    ...(task_type === undefined ? [] : [sql`coalesce(c.task_type, 'none') = ${task_type}`]),
  ];
  return sql.join(parts, sql` and `);
}
