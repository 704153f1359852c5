import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { orders } from "~/lib/tables/order.table.server";
import type { ISODate } from "~/lib/time/date";
import { type GoodsCounts, NO_GOODS, type OrderStatus } from "./order.status";

const off = sql`(answer is not distinct from 'declined' or cancelled_time is not null)`;

/** What stands on live 納品書 of each `card`, and what came anew: `again` is neither lost nor come again. */
const CAME = sql`with recursive came as (
    select l.delivery_key, l.line_no, l.num_rejected - l.num_concession - l.num_lost as again,
      l.num_items - l.num_accepted - l.num_rejected as pending
    from delivery_line l where l.card_key = card.key and l.is_live
    union all select l.delivery_key, l.line_no, l.num_rejected - l.num_concession - l.num_lost - l.num_items,
      l.num_items - l.num_accepted - l.num_rejected
    from came join delivery_line l on l.replaces_key = came.delivery_key and l.replaces_line = came.line_no and l.is_live)`;
const BEYOND = sql`greatest(card.num_delivered - card.num_items, 0)`;
/** 不合格の残り of each `card`: what came beyond the card stands for it, and 打切 ends it (R9-3). */
export const againOfCard = sql`case when card.closed_reason is not null then 0
  else greatest((${CAME} select coalesce(sum(again), 0) from came) - ${BEYOND}, 0) end`;
/** 検収待ち of each `card`, 残 where the two companies count what was accepted. */
export const pendingOfCard = sql`case when exists (select from collaboration t where t.seller_id = card.seller_id
    and t.buyer_id = card.buyer_id and t.rest_base = 'accepted')
  then (${CAME} select greatest(coalesce(sum(pending), 0) - greatest(${BEYOND} - coalesce(sum(again), 0), 0), 0) from came) else 0 end`;

/** countCards of order.status.ts, of each of `orders`. */
export const cardsOn = (day: ISODate) => sql`lateral (select count(*)::int as num_cards,
  (count(*) filter (where not ${off} and answer = 'waiting'))::int as num_waiting,
  (count(*) filter (where not ${off} and answer = 'proposed'))::int as num_proposed,
  (count(*) filter (where answer = 'declined'))::int as num_declined,
  (count(*) filter (where answer is distinct from 'declined' and cancelled_time is not null))::int as num_cancelled,
  (count(*) filter (where not ${off} and (product_time is not null or num_good > 0 or num_defective > 0 or num_partial > 0
    or exists (select from process p where p.company_id = card.seller_id and p.group_id = card.moved_group and p.role <> 'inbox'))))::int as num_begun,
  (count(*) filter (where not ${off} and (shipped_time is not null or num_delivered > 0)))::int as num_shipped,
  (count(*) filter (where not ${off} and (num_delivered > 0 or (shipped_time is not null and not is_billing_target
    and task_type is distinct from 'defective' and num_good > 0))))::int as num_come,
  (count(*) filter (where not ${off} and shipped_time is not null and (not is_billing_target
    or closed_reason is not null or num_delivered >= num_good) and ${againOfCard} = 0 and ${pendingOfCard} = 0))::int as num_delivered,
  (count(*) filter (where not ${off} and shipped_time is null and delivery_date < ${day}))::int as num_late,
  min(created_time) filter (where not ${off} and answer = 'waiting') as waiting_since,
  min(proposed_delivery_date) filter (where not ${off} and answer = 'proposed') as proposed_delivery_date
  from card where card.order_key = orders.key and cost_tax_rate is null and task_type is distinct from 'part'
    and (task_type is null or not exists (select from card p where p.order_key = card.order_key and p.task_type = 'part'
      and starts_with(card.id, p.id || '-')))) c`;

const unbilled = sql`l.is_billing_target and l.num_billed <> l.num_items
  and l.num_billed < l.num_items - l.num_rejected + l.num_concession`;
const bill = (
  condition: SQL,
) => sql`exists (select from invoice_line x join invoice v on v.key = x.invoice_key
  where x.delivery_key = l.delivery_key and x.delivery_line_no = l.line_no and v.cancelled_time is null and ${condition})`;
const GOODS = sql`l.delivery_key, l.line_no, l.num_items, l.num_accepted, l.num_rejected, l.num_concession, l.inspected_date,
  l.is_billing_target, l.num_billed, l.is_live`;
/** By card the live lines of 納品書 of an order, and those that 再納 what was rejected of them, however often. */
export const goodsLines = (
  key: SQL,
) => sql`(with recursive goods as (select k.key as card_key, k.cost_tax_rate, ${GOODS}
    from card k join delivery_line l on l.card_key = k.key where l.num_items > 0 and k.order_key = ${key}
  union all select g.card_key, g.cost_tax_rate, ${GOODS}
    from goods g join delivery_line l on l.replaces_key = g.delivery_key and l.replaces_line = g.line_no where l.num_items > 0)
  select * from goods where is_live)`;

export const goodsOn = (day: ISODate, each = false) => {
  const open = sql`v.open_until > ${day}::date`;
  const goods = each ? sql`true` : sql`l.cost_tax_rate is null`;
  return sql`lateral (select ${each ? sql`l.card_key::int, ` : sql``}(count(*) filter (where ${goods}))::int as num_goods,
    (count(*) filter (where ${goods} and l.num_accepted + l.num_rejected < l.num_items))::int as num_uninspected,
    (count(*) filter (where ${unbilled} or ${bill(open)}))::int as num_unpaid,
    (count(*) filter (where l.num_billed > 0 and not ${bill(open)}))::int as num_paid
    from ${goodsLines(sql`orders.key`)} l ${each ? sql`group by l.card_key` : sql``}) g`;
};

export const lateOrder = sql`${orders.cancelled_time} is null and c.num_late > 0`;
const live = sql`(c.num_cards - c.num_declined - c.num_cancelled)`;
const working = sql`${orders.cancelled_time} is null and ${live} > 0`;
const answered = sql`${working} and c.num_proposed = 0 and c.num_waiting = 0`;
const delivered = sql`${answered} and c.num_delivered = ${live}`;
const awaited = sql`${answered} and c.num_delivered < ${live}`;
const none = sql`${awaited} and c.num_come = 0`;
const paid = sql`(g.num_paid > 0 and g.num_unpaid = 0)`;
const inspected = sql`(g.num_goods > 0 and g.num_uninspected = 0)`;

/** orderStatus of order.status.ts as conditions; a test holds the two together. */
export const statusIs: Record<OrderStatus, SQL> = {
  cancelled: sql`(${orders.cancelled_time} is not null or (${live} = 0 and c.num_declined = 0))`,
  declined: sql`${orders.cancelled_time} is null and ${live} = 0 and c.num_declined > 0`,
  proposed: sql`${working} and c.num_proposed > 0`,
  waiting: sql`${working} and c.num_proposed = 0 and c.num_waiting > 0`,
  accepted: sql`${none} and c.num_shipped = 0 and c.num_begun = 0`,
  working: sql`${none} and (c.num_shipped > 0 or c.num_begun > 0)`,
  partial: sql`${awaited} and c.num_come > 0`,
  delivered: sql`${delivered} and not ${paid} and not ${inspected}`,
  inspected: sql`${delivered} and not ${paid} and ${inspected}`,
  paid: sql`${delivered} and ${paid}`,
};

export async function goodsOf(db: Tx, key: number, day: ISODate): Promise<GoodsCounts> {
  const { rows } = await db.execute<GoodsCounts>(
    sql`select g.* from ${orders}, ${goodsOn(day)} where ${orders.key} = ${key}`,
  );
  return rows[0] ?? NO_GOODS;
}

/** The same of each of their cards. */
export async function goodsOfCards(db: Tx, keys: number[], day: ISODate): Promise<Map<number, GoodsCounts>> {
  const { rows } = await db.execute<GoodsCounts & { card_key: number }>(
    sql`select g.* from ${orders}, ${goodsOn(day, true)} where ${orders.key} = any(${sql.param(keys)}::bigint[])`,
  );
  return new Map(rows.map(({ card_key, ...goods }) => [card_key, goods]));
}
