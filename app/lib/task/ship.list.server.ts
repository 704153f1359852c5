import { and, asc, eq, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { countRows, type Sorted } from "~/lib/api/keyset.server";
import { containing } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { formatNumber } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { searchKey } from "~/lib/text/fold";
import { type ISODate, today } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { BY_DELIVERY_DATE, cardPage } from "./card.list.server";
import { cardRowFor } from "./card.read.server";
import { earlyOf } from "./early.server";
import { periodMeant, type ShippedFilter, type ShippedRow, SUMMED } from "./ship.list.schema";

/** `d` is a 東京 day. */
const startOf = (d: ISODate, days = 0) =>
  sql`((${d}::date + ${days}::int)::timestamp at time zone 'Asia/Tokyo')`;

/** `card.key` by its table, since the inner query has tables of its own. */
const billed = sql`exists (select 1 from ${delivery_line} l where l.card_key = ${card}.key and l.is_live and l.invoice_key is not null)`;
const STATE: Record<"delivered" | "billed", Record<string, SQL>> = {
  delivered: {
    no: sql`(${card.num_delivered} < ${card.num_good} and ${card.closed_reason} is null)`,
    yes: sql`(${card.num_delivered} >= ${card.num_good} or ${card.closed_reason} is not null)`,
  },
  billed: {
    no: sql`${card.is_billing_target} and not ${billed}`,
    yes: billed,
    off: sql`not ${card.is_billing_target}`,
  },
};

async function conditions(db: Tx, who: Who, filter: ShippedFilter): Promise<SQL | undefined> {
  const [own, other, chosen] =
    who.company_type === "buyer"
      ? [card.buyer_id, card.seller_id, filter.seller_id]
      : [card.seller_id, card.buyer_id, filter.buyer_id];
  const { from, to } = periodMeant(filter, today(new Date(who.now)));
  return and(
    eq(own, who.company_id),
    sql`${card.shipped_time} is not null`,
    chosen ? eq(other, chosen) : undefined,
    from ? sql`${card.shipped_time} >= ${startOf(from)}` : undefined,
    to ? sql`${card.shipped_time} < ${startOf(to, 1)}` : undefined,
    filter.name
      ? or(ilike(card.name, containing(filter.name)), ilike(card.drawing_no, containing(filter.name)))
      : undefined,
    filter.order_id ? ilike(card.order_id, containing(filter.order_id)) : undefined,
    filter.destination ? ilike(card.destination, containing(filter.destination)) : undefined,
    filter.delivered ? STATE.delivered[filter.delivered] : undefined,
    filter.billed ? STATE.billed[filter.billed] : undefined,
    filter.q ? await searchCondition(db, filter.q) : undefined,
  );
}

/** Row-level security shows no other company. */
async function searchCondition(db: Tx, q: string): Promise<SQL | undefined> {
  const key = searchKey(q);
  if (!key) return undefined;
  const named = (await db.select({ id: factory.id, name: factory.name }).from(factory))
    .filter((row) => searchKey(row.name).includes(key))
    .map((row) => row.id);
  return or(
    sql`position(${key} in ${card.search_key}) > 0`,
    named.length > 0 ? or(inArray(card.seller_id, named), inArray(card.buyer_id, named)) : undefined,
  );
}

async function papersOf(db: Tx, keys: number[]) {
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({
            card_key: delivery_line.card_key,
            delivery_key: delivery.key,
            delivery_number: delivery.number,
            invoice_key: invoice.key,
            invoice_number: invoice.number,
          })
          .from(delivery_line)
          .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
          .leftJoin(invoice, and(eq(invoice.key, delivery_line.invoice_key), isNull(invoice.cancelled_time)))
          .where(and(inArray(delivery_line.card_key, keys), eq(delivery_line.is_live, true)))
          .orderBy(asc(delivery.key));
  return new Map(rows.map(({ card_key, ...papers }) => [card_key, papers]));
}

async function fromStock(db: Tx, who: Who, keys: number[]): Promise<Map<number, string>> {
  if (keys.length === 0 || who.company_type === "buyer") return new Map();
  const { rows } = await db.execute<{ key: number; unit: Unit; num: string }>(sql`
    select a.card_key::int as key, p.order_unit as unit, sum(a.num)::text as num
    from stock_allocation a join product p on p.product_id = a.product_id
    where a.card_key = any(${sql.param(keys)}::bigint[]) and a.state = 'shipped' group by 1, 2`);
  return new Map(rows.map(({ key, unit, num }) => [key, `${formatNumber(num)}${UNIT_LABEL[unit]}`]));
}

/** With one of these in the filter the cards themselves are counted. */
const NOT_TALLIED = ["q", "name", "order_id", "destination", "delivered", "billed"] as const;

/** From tallies where they know the filter; sums only of as many as a list counts. */
async function totalsOf(db: Tx, who: Who, filter: ShippedFilter, where: SQL | undefined) {
  type Sum = {
    unit: Unit;
    cards: number;
    num_items: string;
    num_good: string;
    num_defective: string;
    price: string;
  };
  const counted = NOT_TALLIED.some((name) => filter[name])
    ? await countRows(db, db.select({ key: card.key }).from(card).where(where))
    : null;
  if (counted?.total_more) return counted;
  const { from, to } = periodMeant(filter, today(new Date(who.now)));
  const whose =
    who.company_type === "buyer"
      ? sql`buyer_id = ${who.company_id} and ${filter.seller_id ? sql`seller_id = ${filter.seller_id}` : sql`true`}`
      : sql`seller_id = ${who.company_id} and buyer_id = ${filter.buyer_id ?? "*"}`;
  const days = sql`day between ${from ?? "-infinity"}::date and ${to ?? "infinity"}::date`;
  const { rows } = await db.execute<Sum>(
    counted
      ? sql`select order_unit as unit, count(*)::int as cards, sum(num_items) as num_items, sum(num_good) as num_good,
      sum(num_defective) as num_defective, coalesce(sum(price), 0)::text as price from card where ${where} group by 1`
      : sql`select order_unit as unit, sum(num_cards)::int as cards, sum(num_ordered) as num_items, sum(num_items) as num_good,
      sum(num_defective) as num_defective, sum(price)::text as price from card_tally
      where ${whose} and kind = 'shipped' and ${days} group by 1 having sum(num_cards) > 0`,
  );
  const total = rows.reduce((sum, row) => sum + row.cards, 0);
  const sums: Record<string, string | number> = {
    cards: total,
    ...(seesAmounts(who) && { price: rows.reduce((sum, row) => sum + Number(row.price), 0) }),
  };
  for (const row of rows) for (const name of SUMMED) sums[`${name}.${row.unit}`] = row[name];
  return { total, total_more: false, sums };
}

const NO_PAPERS = { delivery_key: null, delivery_number: null, invoice_key: null, invoice_number: null };

const ORDERS: Parameters<typeof cardPage>[2] = {
  key: card.key,
  keyOf: (row) => row.card.key,
  by: {
    shipped_time: { by: card.shipped_time, kind: "instant", of: (row) => row.card.shipped_time },
    delivery_date: BY_DELIVERY_DATE,
  },
};

export async function shippedOf(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: ShippedFilter & Sorted & { size: number },
) {
  const where = await conditions(db, who, filter);
  const [page, totals] = await Promise.all([
    cardPage(db, where, ORDERS, { after, before, sort, size }),
    totalsOf(db, who, filter, where),
  ]);
  const keys = page.items.map((row) => row.card.key);
  const [names, taken, papers, early] = await Promise.all([
    namesOf(
      db,
      [...new Set(page.items.flatMap((row) => [row.card.seller_id, row.card.buyer_id]))].concat(
        who.company_id,
      ),
    ),
    fromStock(db, who, keys),
    seesAmounts(who) ? papersOf(db, keys) : new Map<number, never>(),
    earlyOf(db, who, keys),
  ]);
  const items = page.items.map(
    (row): ShippedRow => ({
      tick: `${row.card.key}.${row.card.version}.${row.card.buyer_id}`,
      ...(papers.get(row.card.key) ?? NO_PAPERS),
      is_early: early.has(row.card.key),
      from_stock: taken.get(row.card.key) ?? null,
      ...cardRowFor(who, row.card, row.inner, names),
    }),
  );
  return { ...page, ...totals, items };
}
