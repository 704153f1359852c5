import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";

type Moved = { key: number; product_id: number; effective_date: string };

/** What was there after each, in order of days: a move that is dated back moves all that stand after it. */
export async function balancesOf(db: Tx, moves: Moved[]): Promise<Map<number, string>> {
  if (moves.length === 0) return new Map();
  const ids = sql.param([...new Set(moves.map(({ product_id }) => product_id))]);
  const days = moves.map(({ effective_date }) => effective_date).sort();
  const { rows } = await db.execute<{ key: number; balance: string }>(sql`
    select key::float8 as key, trim_scale(balance)::text as balance from (
      select m.key, coalesce(b.num, 0) + sum(m.num) over (partition by m.product_id order by m.effective_date, m.key) as balance
      from stock_move m left join (select product_id, sum(num) as num from stock_move
        where product_id = any(${ids}::bigint[]) and effective_date < ${days[0]} group by product_id) b on b.product_id = m.product_id
      where m.product_id = any(${ids}::bigint[]) and m.effective_date between ${days[0]} and ${days.at(-1)}) m
    where key = any(${sql.param(moves.map(({ key }) => key))}::bigint[])`);
  return new Map(rows.map((row) => [row.key, row.balance]));
}
