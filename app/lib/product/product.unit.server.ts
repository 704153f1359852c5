import { and, inArray, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { stock } from "~/lib/tables/stock.table.server";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";

const UNIT_MOVED =
  "在庫の入出庫がある商品の単位は変えられません。別の単位で扱うときは、新しい商品を登録してください";
const NAMED = 5;

/** Why their units stay: what has moved, or cards bring, hold or need as parts, is told in them. */
export async function unitKept(db: Tx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const all = sql`any(${sql.param(ids)}::bigint[])`;
  const { rows: used } = await db.execute<{ product_id: number; cards: string[] }>(sql`
    select h.product_id::int, array_agg(c.id order by c.key) as cards from (
      select product_id, card_key from stock_expected where product_id = ${all}
      union select product_id, card_key from stock_allocation where product_id = ${all} and state = 'open'
      union select c.product_id, c.key from card c join stock s on s.product_id = c.product_id and s.is_managed
        where c.product_id = ${all} and c.group_id <> ${NON_KANBAN_GROUP}) h
    join card c on c.key = h.card_key group by h.product_id`);
  const moved = await db
    .select({ product_id: stock.product_id })
    .from(stock)
    .where(and(inArray(stock.product_id, ids), isNotNull(stock.last_move_time)));
  return new Map([
    ...used.map(({ product_id, cards }): [number, string] => {
      const more = cards.length > NAMED ? ` ほか${cards.length - NAMED}枚` : "";
      const named = `カード ${cards.slice(0, NAMED).join("、")}${more}`;
      return [
        product_id,
        `${named} が使っているため、単位は変えられません。出荷か取消のあとで変えるか、新しい商品を登録してください`,
      ];
    }),
    ...moved.map((row): [number, string] => [row.product_id, UNIT_MOVED]),
  ]);
}
