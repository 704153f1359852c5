import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { MAX_YEN, TOO_MUCH } from "~/lib/money/amount";
import { milli } from "~/lib/money/decimal";
import { type Stock, type StockMove, stock } from "~/lib/tables/stock.table.server";
import { correctMonth, newestClosing } from "./correct.server";
import { type Worth, worthAfter, worthOf } from "./value";
import { histories, methodOf, type Prices, valuingOf } from "./value.read.server";

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
  const byProduct = new Map<number, StockMove[]>();
  for (const move of made) byProduct.set(move.product_id, [...(byProduct.get(move.product_id) ?? []), move]);
  for (const [product_id, own] of byProduct) {
    const row = before.get(product_id)!;
    const isPlain = own.every((move) => isPlainMove(move) && move.effective_date > closed);
    const isCapped = Math.abs(row.stock_value) >= MAX_YEN;
    const isLast = isPlain && !isCapped && !between.has(product_id) && inTurn(own);
    const now = { qty: milli(row.num), value: row.stock_value, price: row.last_price };
    if (isLast) worths.set(product_id, worthAfter(now, own, ...valuingOf(method, prices.get(product_id)!)));
    else again.push(product_id);
  }
  const moved = new Map<number, bigint>();
  for (const { product_id, num } of made) moved.set(product_id, (moved.get(product_id) ?? 0n) + milli(num));
  await write(db, worths, "num", moved);
  const why = { now: made[0]!.recorded_time, words: "さかのぼった入出庫", field: "num", moved };
  if (again.length > 0) await revalue(db, seller_id, { ids: again, ...why });
}

const isPlainMove = ({ reverses, returns }: StockMove) => reverses === null && returns === null;
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

/** Only what brings it nearer to nothing again is let through: what is too much can be taken back. */
async function refuseBeyond(db: Tx, worths: Map<number, Worth>, field: string, moved?: Map<number, bigint>) {
  const isMore = (product_id: number, value: number) =>
    Math.abs(value) > MAX_YEN && (moved === undefined || value > 0 === (moved.get(product_id) ?? 0n) > 0n);
  const [id] = [...worths].find(([product_id, { value }]) => isMore(product_id, value)) ?? [];
  if (id === undefined) return;
  const [row] = await db.select({ code: stock.code }).from(stock).where(eq(stock.product_id, id));
  const text = `${row!.code}の在庫の${TOO_MUCH}`;
  throw new Refusal(422, `${text}。`, { [field]: [text] });
}

async function write(db: Tx, worths: Map<number, Worth>, field: string, moved?: Map<number, bigint>) {
  if (worths.size === 0) return;
  await refuseBeyond(db, worths, field, moved);
  const capped = (value: number) => Math.min(MAX_YEN, Math.max(-MAX_YEN, value));
  const rows = [...worths].map(([product_id, { value, price }]) => ({
    product_id,
    value: capped(value),
    price,
  }));
  await db.execute(sql`update stock s set stock_value = w.value, last_price = w.price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(product_id bigint, value bigint, price numeric)
    where s.product_id = w.product_id`);
}

/** `field`: what was typed that may make it too much. */
type Revaluing = {
  ids?: number[];
  now: string;
  words: string;
  field: string;
  moved?: Map<number, bigint>;
};

/** From the first move on; without ids, all that the factory keeps. What of it is closed is corrected. */
export async function revalue(db: Tx, seller_id: string, { ids, field, moved, ...why }: Revaluing) {
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
    const worths = [...found].map(([id, { steps }]) => [id, worthOf(steps)] as const);
    await write(db, new Map(worths), field, moved);
    if (closing) await correctMonth(db, closing, found, why);
  }
}
