import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta, product } from "~/lib/tables/factory.table.server";
import { stock_move } from "~/lib/tables/stock.table.server";
import type { Valuation } from "~/lib/vocabulary/stock";
import { replay } from "./value";

type Terms = { standard_price: string | null; is_supplied: boolean };
export type Prices = Map<number, Terms>;

export async function standardPrices(db: Tx, ids: number[]): Promise<Prices> {
  const { product_id, standard_price, ownership } = product;
  const rows = await db
    .select({ product_id, standard_price, ownership })
    .from(product)
    .where(inArray(product_id, ids));
  return new Map(rows.map((row) => [row.product_id, { ...row, is_supplied: row.ownership === "supplied" }]));
}

/** What was supplied to us is worth nothing, by whichever method. */
export const valuingOf = (
  method: Valuation,
  { standard_price, is_supplied }: Terms,
): [Valuation, string | null] => (is_supplied ? ["standard", "0"] : [method, standard_price]);

/** Those that come from another company: what they cost is told later, where it is not told at once. */
export async function boughtOf(db: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ product_id: product.product_id })
    .from(product)
    .where(and(inArray(product.product_id, ids), isNotNull(product.supplier_id), isNull(product.ownership)));
  return new Set(rows.map((row) => row.product_id));
}

export async function methodOf(db: Tx, seller_id: string): Promise<Valuation> {
  const [row] = await db
    .select({ method: factory_meta.stock_valuation })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, seller_id));
  return row?.method ?? "average";
}

const said = (column: "unit_price" | "is_provisional") =>
  sql`(select p.${sql.identifier(column)} from stock_price p where p.move_key = ${stock_move}.key order by p.key desc limit 1)`;
/** As they were said last. */
export const PRICE_NOW = sql<
  string | null
>`trim_scale(coalesce(${said("unit_price")}, ${stock_move.unit_price}))::text`;
export const PROVISIONAL_NOW = sql<boolean>`coalesce(${said("is_provisional")}, ${stock_move.is_provisional})`;

const read = (db: Tx, ids: number[]) =>
  db
    .select({
      key: stock_move.key,
      product_id: stock_move.product_id,
      num: stock_move.num,
      unit_price: PRICE_NOW,
      effective_date: stock_move.effective_date,
      reverses: stock_move.reverses,
      returns: stock_move.returns,
    })
    .from(stock_move)
    .where(inArray(stock_move.product_id, ids))
    .orderBy(asc(stock_move.product_id), asc(stock_move.effective_date), asc(stock_move.key));
type Moved = Awaited<ReturnType<typeof read>>[number];
/** All moves of a product in their order, with what each was worth. */
export type History = { moves: Moved[]; steps: ReturnType<typeof replay> };

const AT_ONCE = 500;

/** From the first move on, some products at a time. */
export async function* histories(
  db: Tx,
  ids: number[],
  method: Valuation,
): AsyncGenerator<Map<number, History>> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const part = ids.slice(at, at + AT_ONCE);
    const prices = await standardPrices(db, part);
    const byProduct = new Map<number, Moved[]>(part.map((id) => [id, []]));
    for (const move of await read(db, part)) byProduct.get(move.product_id)!.push(move);
    yield new Map(
      [...byProduct].map(([id, moves]) => [
        id,
        { moves, steps: replay(moves, ...valuingOf(method, prices.get(id)!)) },
      ]),
    );
  }
}
