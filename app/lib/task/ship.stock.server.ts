import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

/** What of a card comes out of stock as it ships, in its own unit: counted there already. */
export async function fromStock(db: Tx, { key }: Pick<Card, "key">): Promise<string> {
  const { rows } = await db.execute<{ num: string }>(sql`
    select trim_scale(coalesce(sum(stock_units(a.num, p.order_unit, c.order_unit, coalesce(c.unit_weight, p.unit_weight),
      coalesce(c.pieces_per_set, p.pieces_per_set))), 0))::text as num
    from stock_allocation a join card c on c.key = a.card_key join product p on p.product_id = a.product_id
    where a.card_key = ${key} and a.state = 'open'`);
  return rows[0]!.num;
}

/** What of its 引当 a card gives up with the smaller number, or null. */
export async function releasedBy(
  db: Tx,
  one: Pick<Card, "key" | "order_unit">,
  num_items: string,
): Promise<string | null> {
  const held = await fromStock(db, one);
  if (compareDecimal(num_items, held) >= 0) return null;
  const much = (num: string) => `${formatNumber(num)}${UNIT_LABEL[one.order_unit]}`;
  return `引当 ${much(held)} のうち ${much(decimal(milli(held) - milli(num_items)))} が解除されます`;
}

/** Before what a card has brought is looked at: whoever takes it meanwhile waits, or is waited for. */
export async function lockMoved(db: Tx, { key }: Pick<Card, "key">): Promise<void> {
  await db.execute(sql`
    select from stock where product_id in (select product_id from stock_move where card_key = ${key}
      union select part_id from product_part x join card c on c.product_id = x.product_id where c.key = ${key})
    order by product_id for no key update`);
}

type Left = { after: string; order_unit: Unit };

/** What a card has brought into stock is gone from there: asked for, as a move by hand is. */
export async function goneFromStock(
  db: Tx,
  { key }: Pick<Card, "key">,
): Promise<(Left & { text: string }) | null> {
  const { rows } = await db.execute<Left & { brought: string }>(sql`
    select trim_scale(s.num - b.num)::text as after, b.num::text as brought, p.order_unit
    from (select product_id, sum(num) as num from stock_move where card_key = ${key} and source = 'card' group by product_id) b
      join stock s on s.product_id = b.product_id join product p on p.product_id = b.product_id where b.num > 0`);
  const [left] = rows;
  if (!left || compareDecimal(left.after, "0") >= 0) return null;
  const { after, order_unit } = left;
  const much = `${formatNumber(after)}${UNIT_LABEL[order_unit]}`;
  return { after, order_unit, text: `出荷を取り消すと、在庫が ${much} になります` };
}
