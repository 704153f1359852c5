import { and, asc, eq, gt, ilike, isNull, or, sql } from "drizzle-orm";
import { containing } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal } from "~/lib/money/decimal";
import { type Card, card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { isNearlyAll } from "~/lib/task/tolerance";
import { priceRemaining, remaining, restAfter } from "./delivery";
import { type LineLimit, mostToCome } from "./delivery.limit";
import { limitsOf } from "./delivery.limit.server";
import type { Pool, PoolFilter } from "./delivery.schema";
import { pairOf } from "./pair.server";

const POOL_SIZE = 300;

function waiting(who: Who, unshipped: boolean) {
  return and(
    eq(card.seller_id, who.company_id),
    eq(card.is_billing_target, true),
    isNull(card.cancelled_time),
    isNull(card.closed_reason),
    gt(card.num_good, card.num_delivered),
    unshipped ? undefined : sql`${card.shipped_time} is not null`,
  );
}

/** As the form offers it: no more than may still come of its ordered line. */
function offeredOf(row: Card, limit: LineLimit | undefined) {
  if (!limit) return { num_most: null, may_complete: false };
  const [most, left] = [mostToCome(limit), remaining(row)];
  const offered = compareDecimal(most, left) < 0 ? most : left;
  const after = { ...limit, done: addDecimal(limit.done, offered) };
  const leaves = compareDecimal(restAfter(offered, row), "0") > 0;
  return {
    num_most: offered === left ? null : most,
    may_complete: leaves && isNearlyAll(after, limit.under_pct),
  };
}

export async function readPool(db: Tx, who: Who, filter: PoolFilter): Promise<Pool> {
  const buyers = await db
    .select({ buyer_id: card.buyer_id, buyer_name: factory.name, count: sql<number>`count(*)` })
    .from(card)
    .innerJoin(factory, and(eq(factory.id, card.buyer_id), eq(factory.is_stock, false)))
    .where(waiting(who, filter.unshipped))
    .groupBy(card.buyer_id, factory.name)
    .orderBy(asc(factory.name));
  if (!filter.buyer_id) return { buyers, items: [], more: false };
  const pair = await pairOf(db, who, filter.buyer_id);
  const { amount_rounding } = pair;
  const shipped = sql`(${card.shipped_time} at time zone 'Asia/Tokyo')::date`;
  const like = filter.q && containing(filter.q);
  const rows = await db
    .select()
    .from(card)
    .where(
      and(
        waiting(who, filter.unshipped),
        eq(card.buyer_id, filter.buyer_id),
        filter.shipped_from ? sql`${shipped} >= ${filter.shipped_from}` : undefined,
        filter.shipped_to ? sql`${shipped} <= ${filter.shipped_to}` : undefined,
        like
          ? or(
              ...[card.id, card.name, card.order_id, card.drawing_no, card.destination].map((column) =>
                ilike(column, like),
              ),
            )
          : undefined,
      ),
    )
    .orderBy(
      ...(filter.sort === "unit_price" ? [sql`${card.unit_price} asc nulls first`] : []),
      sql`${card.shipped_time} asc nulls last`,
      asc(card.key),
    )
    .limit(POOL_SIZE + 1);
  const keys = rows.filter((row) => row.num_delivered !== "0").map((row) => row.key);
  const live =
    keys.length === 0
      ? []
      : (
          await db.execute<{ card_key: number; number: string }>(sql`
    select l.card_key, d.number from delivery_line l join delivery d on d.key = l.delivery_key
    where l.is_live and l.card_key in (${sql.join(
      keys.map((key) => sql`${key}`),
      sql`, `,
    )}) order by d.key`)
        ).rows;
  const items = rows.slice(0, POOL_SIZE);
  const limits = await limitsOf(db, pair, items);
  return {
    buyers,
    more: rows.length > POOL_SIZE,
    items: items.map((row) => ({
      ...row,
      ...offeredOf(row, limits.get(row.key)),
      card_key: row.key,
      card_id: row.id,
      num_remaining: remaining(row),
      price_remaining: priceRemaining(row, amount_rounding),
      delivery_numbers: live.filter((one) => Number(one.card_key) === row.key).map((one) => one.number),
    })),
  };
}
