import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { type Stock, type StockMove, stock } from "~/lib/tables/stock.table.server";
import { correctMonth, newestClosing } from "./correct.server";
import { type Worth, worthAfter, worthOf } from "./value";
import { histories, methodOf, type Prices } from "./value.read.server";

/** What comes between others, takes back or lies in a closed month is replayed from the first on. */
export async function keepValues(
  db: Tx,
  seller_id: string,
  before: Map<number, Stock>,
  made: StockMove[],
  prices: Prices,
) {
  const method = await methodOf(db, seller_id);
  const between = new Set(await backdated(db, made));
  const closed = (await newestClosing(db, seller_id))?.end_date ?? "";
  const worths = new Map<number, Worth>();
  const again: number[] = [];
  for (const [product_id, row] of before) {
    const own = made.filter((move) => move.product_id === product_id);
    if (own.length === 0) continue;
    const isPlain = own.every((move) => move.reverses === null && move.effective_date > closed);
    const isLast = isPlain && !between.has(product_id) && inTurn(own);
    const now = { qty: milli(row.num), value: row.stock_value, price: row.last_price };
    if (isLast) worths.set(product_id, worthAfter(now, own, method, prices.get(product_id) ?? null));
    else again.push(product_id);
  }
  await write(db, worths);
  const now = made[0]!.recorded_time;
  if (again.length > 0) await revalue(db, seller_id, { ids: again, now, words: "さかのぼった入出庫" });
}

const inTurn = (moves: StockMove[]) =>
  moves.every((move, at) => at === 0 || moves[at - 1]!.effective_date <= move.effective_date);

async function backdated(db: Tx, made: StockMove[]): Promise<number[]> {
  const first = made[0]!.key;
  const { rows } = await db.execute<{ product_id: number }>(sql`
    select d.product_id::int from jsonb_to_recordset(${JSON.stringify(made.map(({ product_id, effective_date }) => ({ product_id, effective_date })))}::jsonb)
      as d(product_id bigint, effective_date date)
    where exists (select from stock_move m where m.product_id = d.product_id and m.effective_date > d.effective_date and m.key < ${first})`);
  return rows.map((row) => row.product_id);
}

async function write(db: Tx, worths: Map<number, Worth>): Promise<void> {
  if (worths.size === 0) return;
  const rows = [...worths].map(([product_id, { value, price }]) => ({ product_id, value, price }));
  await db.execute(sql`update stock s set stock_value = w.value, last_price = w.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(product_id bigint, value bigint, price numeric)
    where s.product_id = w.product_id`);
}

type Revaluing = { ids?: number[]; now: string; words: string };

/** From the first move on; without ids, all that the factory keeps. What of it is closed is corrected. */
export async function revalue(db: Tx, seller_id: string, { ids, ...why }: Revaluing): Promise<void> {
  const method = await methodOf(db, seller_id);
  const own = await db
    .select({ product_id: stock.product_id })
    .from(stock)
    .where(and(eq(stock.seller_id, seller_id), ids ? inArray(stock.product_id, ids) : undefined))
    .orderBy(asc(stock.product_id))
    .for("no key update");
  const closing = await newestClosing(db, seller_id);
  const all = own.map((row) => row.product_id);
  for await (const found of histories(db, all, method)) {
    const worths = [...found].map(([id, { moves, steps }]) => [id, worthOf(steps, moves, method)] as const);
    await write(db, new Map(worths));
    if (closing) await correctMonth(db, closing, found, why);
  }
}
