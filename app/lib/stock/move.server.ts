import { randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { amountProblem } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";
import { MAX_DECIMAL } from "~/lib/money/number.schema";
import { product_part } from "~/lib/tables/product.table.server";
import { type Stock, type StockMove, stock, stock_move } from "~/lib/tables/stock.table.server";
import { tokyoDate } from "~/lib/time/date";
import { refuseReturned } from "./returned.server";
import { tellShort } from "./short.server";
import { boughtOf, standardPrices, valuingOf } from "./value.read.server";
import { keepValues } from "./value.server";

type When = "effective_date" | "occurred_time" | "card_key" | "allocation_key" | "stocktake_key";
type Said = "reason" | "words" | "unit_price" | "is_provisional" | "reverses" | "returns" | "action";
/** `num` is signed; without a day it is of today. */
export type NewMove = Pick<StockMove, "product_id" | "kind" | "num" | "source"> &
  Partial<Pick<StockMove, When | Said>>;

/** In the order of their numbers, so that two who want several wait for each other instead of deadlocking. */
export async function lockStocks(db: Tx, ids: number[]): Promise<Map<number, Stock>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(stock)
    .where(inArray(stock.product_id, ids))
    .orderBy(stock.product_id)
    .for("no key update");
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** With the parts of each: a 引当 changes what of them its card needs. */
export async function lockWithParts(db: Tx, ids: number[]): Promise<Map<number, Stock>> {
  const parts = await db
    .select({ part_id: product_part.part_id })
    .from(product_part)
    .where(inArray(product_part.product_id, ids));
  return lockStocks(db, [...new Set([...ids, ...parts.flatMap(({ part_id }) => part_id ?? [])])]);
}

/** As one value, however many there are: a statement carries 65,535 at most. */
async function insertMoves(db: Tx, moves: (typeof stock_move.$inferInsert)[]): Promise<StockMove[]> {
  const { rows } = await db.execute<StockMove>(sql`
    insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source,
      card_key, allocation_key, stocktake_key, reason, words, unit_price, is_provisional, action, reverses, returns, actor_name, actor_company)
    select seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source,
      card_key, allocation_key, stocktake_key, reason, words, unit_price, is_provisional, action, reverses, returns, actor_name, actor_company
    from rows from (jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as (seller_id text, buyer_id text, product_id bigint, kind text,
      num numeric, num_after numeric, effective_date date, occurred_time timestamptz, recorded_time timestamptz, source text,
      card_key bigint, allocation_key bigint, stocktake_key bigint, reason text, words text, unit_price numeric, is_provisional boolean,
      action uuid, reverses bigint, returns bigint, actor_name text, actor_company text)) with ordinality as m
    order by m.ordinality returning *`);
  return rows;
}

/** Writes what has been moved as it was: whether it may be is for those to say who call it. */
export async function addMoves(
  db: Tx,
  who: Who,
  moves: NewMove[],
  {
    action = randomUUID(),
    by = who.acting ? null : who.company_id,
  }: { action?: string; by?: string | null } = {},
): Promise<StockMove[]> {
  if (moves.length === 0) return [];
  const rows = await lockStocks(db, [...new Set(moves.map((move) => move.product_id))]);
  if (moves.some((move) => rows.get(move.product_id)?.seller_id !== who.company_id)) throw notFound("在庫");
  await refuseReturned(
    db,
    moves.flatMap(({ reverses }) => reverses ?? []),
  );
  const said = {
    recorded_time: who.now,
    actor_name: who.name,
    actor_company: by,
    // The database puts what is there after it.
    num_after: "0",
  };
  const prices = await standardPrices(db, [...rows.keys()]);
  const bought = await boughtOf(db, [...rows.keys()]);
  const written = moves.flatMap((given) => {
    const unit_price =
      given.kind === "in"
        ? (given.unit_price ?? valuingOf("standard", prices.get(given.product_id)!)[1])
        : given.unit_price;
    const isUnsaid = given.kind === "in" && given.unit_price == null && bought.has(given.product_id);
    const is_provisional = given.is_provisional ?? isUnsaid;
    const move = { ...given, unit_price: unit_price ?? null, is_provisional };
    const row = rows.get(move.product_id)!;
    refuseDear(move, row.code, given.unit_price == null ? "num" : "unit_price");
    const occurred_time = move.occurred_time ?? who.now;
    const effective_date = move.effective_date ?? tokyoDate(occurred_time);
    const full = { ...move, occurred_time, effective_date, seller_id: row.seller_id, buyer_id: row.buyer_id };
    return isLate(full, row) ? [full, neutral(full)] : [full];
  });
  refuseMany(written, rows);
  const made = await insertMoves(
    db,
    written.map((move) => ({ ...move, ...said, action: move.action ?? action })),
  );
  atEnd(
    db,
    tellShort,
    [...rows.keys()].map((product_id) => ({ db, who, product_id })),
  );
  await keepValues(db, who.company_id, rows, made, prices);
  return made;
}

function refuseDear({ kind, num, unit_price }: NewMove, code: string, field: string): void {
  const problem = kind === "in" && unit_price != null && amountProblem(num, unit_price);
  if (problem) throw new Refusal(422, `${code}の${problem}。`, { [field]: [problem] });
}

const MOST = milli(MAX_DECIMAL);

function refuseMany(moves: NewMove[], rows: Map<number, Stock>): void {
  const changes = new Map<number, bigint>();
  for (const { product_id, num } of moves)
    changes.set(product_id, (changes.get(product_id) ?? 0n) + milli(num));
  for (const [product_id, change] of changes) {
    const { num, code } = rows.get(product_id)!;
    const after = milli(num) + change;
    if ((after <= MOST || change < 0n) && (after >= -MOST || change > 0n)) continue;
    const text = `${code}の在庫が9桁を超えます。数量を確認してください`;
    throw new Refusal(422, `${text}。`, { num: [text] });
  }
}

/** What happened before a count was found by it already, so that its opposite comes along with it. */
const isLate = ({ source, occurred_time }: { source: string; occurred_time: string }, row: Stock) =>
  row.last_inventory_time !== null &&
  occurred_time <= row.last_inventory_time &&
  !["count", "late", "opening"].includes(source);
const neutral = <M extends NewMove>(move: M): M => ({
  ...move,
  kind: "count",
  source: "late",
  num: decimal(-milli(move.num)),
  words: "棚卸前の記録が後から届きました",
  reason: null,
  unit_price: null,
  is_provisional: false,
  reverses: null,
  returns: null,
});

type Reversed = Pick<
  StockMove,
  "key" | "product_id" | "num" | "source" | "card_key" | "allocation_key" | "stocktake_key"
>;

export const oppositeOf = (move: Reversed, reason?: string) => ({
  product_id: move.product_id,
  kind: "reverse" as const,
  num: decimal(-milli(move.num)),
  source: move.source,
  card_key: move.card_key,
  allocation_key: move.allocation_key,
  stocktake_key: move.stocktake_key,
  words: reason ?? null,
  reverses: move.key,
});
