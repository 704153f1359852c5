import { and, asc, eq, getTableColumns, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock_move } from "~/lib/tables/stock.table.server";
import { startOfDay, today, tokyoDate } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { newestClosing } from "./correct.server";
import { keptBecause, movingErrors, negativeText, signed } from "./move";
import { addMoves, lockStocks, oppositeOf } from "./move.server";
import type { Moving, Reversing } from "./stock.schema";

const wrong = (errors: Record<string, string[]>, detail = "入力内容を確認してください。") =>
  new Refusal(422, detail, errors);

const DAY_MS = 86_400_000;
const OFFLINE_MS = 3 * DAY_MS;

/** As the device told it, within what an offline queue may hold; a day gone by means its end. */
function occurredAt(who: Who, { effective_date, occurred_time }: Moving): string {
  const now = Date.parse(who.now);
  if (occurred_time)
    return new Date(Math.min(now, Math.max(Date.parse(occurred_time), now - OFFLINE_MS))).toISOString();
  return effective_date >= tokyoDate(who.now)
    ? who.now
    : new Date(Date.parse(startOfDay(effective_date)) + DAY_MS - 1).toISOString();
}

export async function moveByHand(db: Tx, who: Who, product_id: number, asked: Moving) {
  const row = (await lockStocks(db, [product_id])).get(product_id);
  if (row?.seller_id !== who.company_id) throw notFound("在庫");
  const [of] = await db
    .select({ order_unit: product.order_unit })
    .from(product)
    .where(eq(product.product_id, product_id));
  if (asked.unit_price !== undefined && !seesAmounts(who))
    throw wrong({ unit_price: ["単価を入力する権限がありません。空欄のまま登録してください"] });
  const { num, last_inventory_time } = row;
  const errors = movingErrors(asked, {
    num,
    order_unit: of!.order_unit,
    last_inventory_time: asked.occurred_time ? null : last_inventory_time,
    today: today(new Date(who.now)),
  });
  if (Object.keys(errors).length > 0) throw wrong(errors, errors.seen?.[0] && `${errors.seen[0]}。`);
  const { kind, reason, words, effective_date, is_provisional } = asked;
  const isIn = kind === "in";
  const made = await addMoves(db, who, [
    {
      product_id,
      kind,
      num: signed(asked),
      source: "hand",
      effective_date,
      occurred_time: occurredAt(who, asked),
      reason: reason ?? null,
      words: words ?? null,
      unit_price: isIn ? (asked.unit_price ?? null) : null,
      is_provisional: (isIn && is_provisional) || undefined,
    },
  ]);
  const closed = (await newestClosing(db, who.company_id))?.end_date ?? null;
  const closed_until = closed !== null && effective_date <= closed ? closed : null;
  return { action: made[0]!.action, num: made.at(-1)!.num_after, closed_until };
}

const opposite = alias(stock_move, "opposite");

/** All moves of one action, with what stands against taking them back. */
async function movesOf(db: Tx, who: Who, action: string) {
  const rows = await db
    .select({ ...getTableColumns(stock_move), reversed_by: opposite.key, card_id: card.id })
    .from(stock_move)
    .leftJoin(opposite, and(eq(opposite.reverses, stock_move.key), isNotNull(opposite.reverses)))
    .leftJoin(card, eq(card.key, stock_move.card_key))
    .where(and(eq(stock_move.action, action), eq(stock_move.seller_id, who.company_id)))
    .orderBy(asc(stock_move.key));
  if (rows.length === 0) throw notFound("入出庫");
  return rows;
}

/** The exact opposites of all moves of one action that still stand. */
export async function reverseAction(db: Tx, who: Who, action: string, reason?: string) {
  const rows = await movesOf(db, who, action);
  const live = rows.filter((row) => row.reversed_by === null);
  refuseIf(live.length === 0 ? "すでに取り消されています。" : null);
  return addMoves(
    db,
    who,
    live.map((row) => oppositeOf(row, reason)),
  );
}

export async function reverseByHand(db: Tx, who: Who, action: string, { words, seen }: Reversing) {
  const rows = await movesOf(db, who, action);
  const stocks = await lockStocks(db, [...new Set(rows.map((row) => row.product_id))]);
  for (const row of await movesOf(db, who, action)) {
    const { last_inventory_time, num } = stocks.get(row.product_id)!;
    refuseIf(keptBecause({ ...row, last_inventory_time }));
    const after = addDecimal(num, decimal(-milli(row.num)));
    const isBelow = compareDecimal(after, "0") < 0 && compareDecimal(after, num) < 0;
    if (!isBelow || (seen !== undefined && compareDecimal(seen, after) === 0)) continue;
    const [of] = await db
      .select({ order_unit: product.order_unit })
      .from(product)
      .where(eq(product.product_id, row.product_id));
    const text = negativeText(after, of!.order_unit);
    throw wrong({ seen: [text] }, `${text}。`);
  }
  const made = await reverseAction(db, who, action, words);
  return { action: made[0]!.action, num: made.at(-1)!.num_after };
}
