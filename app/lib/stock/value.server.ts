import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { factory_meta, product } from "~/lib/tables/factory.table.server";
import { type Stock, type StockMove, stock, stock_move } from "~/lib/tables/stock.table.server";
import type { Valuation } from "~/lib/vocabulary/stock";
import { replay, type Worth, worthAfter, worthOf } from "./value";

type Prices = Map<number, string | null>;

export async function standardPrices(db: Tx, ids: number[]): Promise<Prices> {
  const rows = await db
    .select({ product_id: product.product_id, price: product.standard_price })
    .from(product)
    .where(inArray(product.product_id, ids));
  return new Map(rows.map((row) => [row.product_id, row.price]));
}

async function methodOf(db: Tx, seller_id: string): Promise<Valuation> {
  const [row] = await db
    .select({ method: factory_meta.stock_valuation })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, seller_id));
  return row?.method ?? "average";
}

/** What comes between others, or takes something back, is replayed from the first move on. */
export async function keepValues(
  db: Tx,
  seller_id: string,
  before: Map<number, Stock>,
  made: StockMove[],
  prices: Prices,
) {
  const method = await methodOf(db, seller_id);
  const between = new Set(await backdated(db, made));
  const worths = new Map<number, Worth>();
  const again: number[] = [];
  for (const [product_id, row] of before) {
    const own = made.filter((move) => move.product_id === product_id);
    if (own.length === 0) continue;
    const isLast = !between.has(product_id) && own.every((move) => move.reverses === null) && inTurn(own);
    const now = { qty: milli(row.num), value: row.stock_value, price: row.last_price };
    if (isLast) worths.set(product_id, worthAfter(now, own, method, prices.get(product_id) ?? null));
    else again.push(product_id);
  }
  await write(db, worths);
  if (again.length > 0) await revalue(db, seller_id, again, method);
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

const AT_ONCE = 500;

/** From the first move on; without ids, all that the factory keeps. */
export async function revalue(db: Tx, seller_id: string, ids?: number[], known?: Valuation): Promise<void> {
  const method = known ?? (await methodOf(db, seller_id));
  const own = await db
    .select({ product_id: stock.product_id })
    .from(stock)
    .where(and(eq(stock.seller_id, seller_id), ids ? inArray(stock.product_id, ids) : undefined))
    .orderBy(asc(stock.product_id))
    .for("no key update");
  for (let at = 0; at < own.length; at += AT_ONCE)
    await replayed(
      db,
      own.slice(at, at + AT_ONCE).map((row) => row.product_id),
      method,
    );
}

async function replayed(db: Tx, ids: number[], method: Valuation): Promise<void> {
  const prices = await standardPrices(db, ids);
  const moves = await db
    .select({
      key: stock_move.key,
      product_id: stock_move.product_id,
      num: stock_move.num,
      unit_price: stock_move.unit_price,
      effective_date: stock_move.effective_date,
      reverses: stock_move.reverses,
    })
    .from(stock_move)
    .where(inArray(stock_move.product_id, ids))
    .orderBy(asc(stock_move.product_id), asc(stock_move.effective_date), asc(stock_move.key));
  const byProduct = new Map<number, typeof moves>(ids.map((id) => [id, []]));
  for (const move of moves) byProduct.get(move.product_id)!.push(move);
  const worths = ids.map((product_id) => {
    const own = byProduct.get(product_id)!;
    const steps = replay(own, method, prices.get(product_id) ?? null);
    return [product_id, worthOf(steps, own, method)] as const;
  });
  await write(db, new Map(worths));
}
