import { and, eq, gte, ilike, lte, type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import { lastOverdue } from "~/lib/task/answer";
import { factoryDays } from "~/lib/task/due.warning.server";
import { type ISODate, today } from "~/lib/time/date";
import type { OrderFilter } from "./order.filter.schema";
import { pricedBetween } from "./order.price.server";
import { searched } from "./order.search.server";
import type { OrderStatus } from "./order.status";
import { cardsOn, goodsOn, lateOrder, statusIs } from "./order.status.sql.server";

const like = (text: string) =>
  `%${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&")}%`;
const hasDay = (condition: SQL) => sql`exists (select 1 from order_line l join card k on k.key = l.card_key
  where l.order_key = ${orders.key} and k.cost_tax_rate is null and coalesce(k.delivery_date, l.delivery_date) ${condition})`;

/** What the seller said since the buyer last read it: answers, proposals, and answers to those. */
export const unreadAnswer = sql`(exists (select from card k join activity a on a.subject = 'card' and a.subject_key = k.key and a.kind = k.answer
    where k.order_key = ${orders.key} and k.answer in ('accepted', 'proposed', 'declined')
      and coalesce(a.actor_company, a.on_behalf_of) = ${orders.seller_id} and a.at > coalesce(${orders.answer_seen_time}, '-infinity'))
  or exists (select from order_amendment m where m.order_key = ${orders.key} and ((m.proposed_by = ${orders.seller_id}
      and m.proposed_time > coalesce(${orders.answer_seen_time}, '-infinity') and exists (select from order_amendment_item i
        where i.amendment_key = m.key and not exists (select from order_amendment_answer n
          where (n.amendment_key, n.item_no) = (i.amendment_key, i.item_no))))
    or exists (select from order_amendment_answer n where n.amendment_key = m.key
      and n.state in ('agreed', 'declined') and n.answered_by = ${orders.seller_id}
      and n.answered_time > coalesce(${orders.answer_seen_time}, '-infinity')))))`;

/** Of all orders the few that something was said of and not read (migration 0147). */
const maybeUnread = (who: Who) =>
  sql`${orders.key} = any(array(select u.order_key from order_unread u where u.buyer_id = ${who.company_id}))`;

/** orders.is_unanswered as a condition: each factory counts its own days. */
async function unansweredOn(db: Tx, who: Who, day: ISODate): Promise<SQL> {
  const { rows } = await db.execute<{ seller_id: string }>(
    sql`select distinct seller_id from collaboration where ${who.company_id} in (seller_id, buyer_id)`,
  );
  const sellers = rows.map((row) => row.seller_id);
  const days = await factoryDays(db, sellers, day);
  const until = sellers.map((id) => lastOverdue(day, days.get(id)?.closed));
  return sql`${orders.cancelled_time} is null and c.num_waiting > 0
    and exists (select from unnest(${sql.param(sellers)}::text[], ${sql.param(until)}::date[]) v(seller_id, until)
    where v.seller_id = ${orders.seller_id} and (c.waiting_since at time zone 'Asia/Tokyo')::date <= v.until)`;
}

export async function orderConditions(db: Tx, who: Who, f: OrderFilter): Promise<SQL | undefined> {
  const where = and(
    plainConditions(who, f),
    f.unanswered ? await unansweredOn(db, who, today(new Date(who.now))) : undefined,
    f.q ? await searched(db, f.q) : undefined,
  );
  const isPriced = f.min_price !== undefined || f.max_price !== undefined;
  if (!isPriced) return where;
  const { min_price: least = 0, max_price: most = Number.MAX_SAFE_INTEGER } = f;
  const from = ordersFor(f, today(new Date(who.now)));
  return and(where, await pricedBetween(db, who, from, where, [least, most]));
}

/** A card of each order in a state that few are in: the cards of all the others need not be counted. */
const hints: Partial<Record<OrderStatus, SQL>> = {
  waiting: sql`k.answer = 'waiting'`,
  proposed: sql`k.answer = 'proposed'`,
  accepted: sql`k.group_id <> 99`,
};

function hinted(who: Who, f: OrderFilter): SQL | undefined {
  const own = who.company_type === "buyer" ? sql`k.buyer_id` : sql`k.seller_id`;
  const day = today(new Date(who.now));
  const asked = [
    f.status && hints[f.status],
    f.unanswered && hints.waiting,
    f.late && sql`k.group_id <> 99 and k.delivery_date < ${day}`,
  ].filter(Boolean);
  return and(
    ...asked.map(
      (one) =>
        sql`${orders.key} = any(array(select k.order_key from card k where ${own} = ${who.company_id} and ${one}))`,
    ),
  );
}

function plainConditions(who: Who, f: OrderFilter): SQL | undefined {
  return and(
    hinted(who, f),
    eq(who.company_type === "buyer" ? orders.buyer_id : orders.seller_id, who.company_id),
    f.status && statusIs[f.status],
    f.late ? lateOrder : undefined,
    f.unread ? (who.company_type === "buyer" ? and(maybeUnread(who), unreadAnswer) : sql`false`) : undefined,
    f.seller_id ? eq(orders.seller_id, f.seller_id) : undefined,
    f.order_id ? ilike(orders.order_id, like(f.order_id)) : undefined,
    f.order_date_from ? gte(orders.order_date, f.order_date_from) : undefined,
    f.order_date_to ? lte(orders.order_date, f.order_date_to) : undefined,
    f.delivery_date_from ? hasDay(sql`>= ${f.delivery_date_from}`) : undefined,
    f.delivery_date_to ? hasDay(sql`<= ${f.delivery_date_to}`) : undefined,
  );
}

/** With what the conditions ask about. */
export const ordersFor = (f: OrderFilter, day: ISODate): SQL =>
  sql`${orders}${f.status || f.late || f.unanswered ? sql`, ${cardsOn(day)}, ${goodsOn(day)}` : sql``}`;
