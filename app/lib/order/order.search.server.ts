import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { order_text, orders } from "~/lib/tables/order.table.server";
import { searchKey } from "~/lib/text/fold";

/** Beyond so many found orders, going through all in their order is faster: no more of them are counted. */
export const FOUND = 1000;

const literal = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** All words in one line of `search_key`: the order's own words, or those of one of its lines. */
function patternOf(words: string[]): string {
  if (words.length === 1) return literal(words[0]!);
  return `(?n)^${words.map((word) => `(?=.*${literal(word)})`).join("")}`;
}

/** Each word of them, however its kana are written. */
export async function searched(db: Tx, q: string): Promise<SQL | undefined> {
  const words = q.split(/\s+/).map(searchKey).filter(Boolean);
  if (words.length === 0) return undefined;
  const pattern = patternOf(words);
  // Where most orders have a word, the planner would read them all and make the pairs of each anew.
  await db.execute(sql`set local enable_seqscan = off`);
  const { rows } = await db.execute<{ key: string }>(
    sql`select * from search_orders(${sql.param(words)}::text[], ${pattern}, ${FOUND + 1}) as f(key)`,
  );
  await db.execute(sql`set local enable_seqscan to default`);
  if (rows.length <= FOUND)
    return sql`${orders.key} = any(${sql.param(rows.map((row) => Number(row.key)))}::bigint[])`;
  // A value and no "exists": that would be joined, with the texts of all orders.
  return sql`(select ${order_text.search_key} ~ ${pattern} from ${order_text} where ${order_text.order_key} = ${orders.key})`;
}
