import { and, asc, eq, getTableColumns, gt, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { type Stock, stock_allocation, stock_move } from "~/lib/tables/stock.table.server";
import { startInstant, today, tokyoDate } from "~/lib/time/date";
import type { Stored } from "~/lib/vocabulary/file";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { newestClosing } from "./correct.server";
import { heldText, isLower, keptBecause, movingErrors, negativeText, pastText, signed } from "./move";
import { addMoves, lockStocks, oppositeOf } from "./move.server";
import { offcutCounted, offcutOf } from "./offcut.server";
import { HAS_RETURNS, returnErrors } from "./returned.server";
import type { Moving, Reversing } from "./stock.schema";

const wrong = (errors: Record<string, string[]>, detail = "入力内容を確認してください。") =>
  new Refusal(422, detail, errors);

type PastNow = Pick<Parameters<typeof pastText>[1], "num" | "order_unit" | "today">;

const DAY_MS = 86_400_000;
const OFFLINE_MS = 3 * DAY_MS;

/** As the device told it, within what an offline queue may hold; a day gone by means its end. */
function occurredAt(who: Who, { effective_date, occurred_time }: Moving): string {
  const now = Date.parse(who.now);
  if (occurred_time)
    return new Date(Math.min(now, Math.max(Date.parse(occurred_time), now - OFFLINE_MS))).toISOString();
  return effective_date >= tokyoDate(who.now)
    ? who.now
    : new Date(startInstant(effective_date) + DAY_MS - 1).toISOString();
}

/** What of the ledger a move of a day gone by comes between. */
async function pastOf(db: Tx, product_id: number, effective_date: string) {
  const ofProduct = eq(stock_move.product_id, product_id);
  const days = await db
    .select({ date: stock_move.effective_date, net: sql<string>`trim_scale(sum(${stock_move.num}))::text` })
    .from(stock_move)
    .where(and(ofProduct, gt(stock_move.effective_date, effective_date)))
    .groupBy(stock_move.effective_date)
    .orderBy(stock_move.effective_date);
  const [first] = await db
    .select({ date: stock_move.effective_date })
    .from(stock_move)
    .where(ofProduct)
    .orderBy(stock_move.effective_date)
    .limit(1);
  return { days, first: first?.date ?? null };
}

async function pastErrors(db: Tx, product_id: number, asked: Moving, now: PastNow) {
  if (asked.effective_date >= now.today) return {};
  const text = pastText(asked, { ...now, ...(await pastOf(db, product_id, asked.effective_date)) });
  if (text === null) return {};
  if (asked.past !== text) return { past: [text] };
  const isAnswered = asked.reason !== undefined || !text.endsWith("になります");
  return isAnswered ? {} : { reason: ["マイナスになる理由を選択してください"] };
}

export async function moveByHand(db: Tx, who: Who, product_id: number, asked: Moving, photos: Stored[] = []) {
  const offcut = await offcutOf(db, who, product_id, asked);
  const ids = [product_id, ...offcut.moves.map((move) => move.product_id)];
  const stocks = await lockStocks(db, ids);
  const row = stocks.get(product_id);
  if (row?.seller_id !== who.company_id) throw notFound("在庫");
  const [of] = await db
    .select({ order_unit: product.order_unit, ownership: product.ownership })
    .from(product)
    .where(eq(product.product_id, product_id));
  if (of!.ownership === "supplied" && asked.unit_price !== undefined)
    throw wrong({ unit_price: ["支給品は在庫金額に入れないため、単価を入力できません"] });
  if (asked.unit_price !== undefined && !seesAmounts(who))
    throw wrong({ unit_price: ["単価を入力する権限がありません。空欄のまま登録してください"] });
  const { num, last_inventory_time } = row;
  const occurred_time = occurredAt(who, asked);
  const now = { num, order_unit: of!.order_unit, today: today(new Date(who.now)) };
  const errors = movingErrors(asked, {
    ...now,
    num_allocated: row.num_allocated,
    cards: asked.kind !== "in" ? await holdersOf(db, product_id) : [],
    last_inventory_time: asked.occurred_time ? null : last_inventory_time,
    occurred_date: asked.occurred_time && tokyoDate(occurred_time),
  });
  const returned = await returnErrors(db, who, product_id, asked);
  Object.assign(errors, offcut.errors, offcutCounted(asked, offcut.moves, stocks), returned);
  if (!errors.num && !errors.effective_date)
    Object.assign(errors, await pastErrors(db, product_id, asked, now));
  const question = errors.seen?.[0] ?? errors.past?.[0];
  if (Object.keys(errors).length > 0) throw wrong(errors, question && `${question}。`);
  const { kind, reason, words, effective_date, is_provisional } = asked;
  const isIn = kind === "in";
  const made = await addMoves(db, who, [
    {
      product_id,
      kind,
      num: signed(asked),
      source: "hand",
      effective_date,
      occurred_time,
      reason: reason ?? null,
      words: words ?? null,
      returns: asked.returns ?? null,
      unit_price: isIn ? (asked.unit_price ?? null) : null,
      is_provisional: (isIn && is_provisional) || undefined,
    },
    ...offcut.moves.map((move) => ({ ...move, occurred_time })),
  ]);
  const own = made.findLast((move) => move.product_id === product_id)!;
  if (photos.length > 0)
    await keepFiles(
      db,
      who,
      { kind: "stock_move", key: made[0]!.key, seller_id: who.company_id, buyer_id: who.company_id },
      photos,
    );
  const closed = (await newestClosing(db, who.company_id))?.end_date ?? null;
  const closed_until = closed !== null && effective_date <= closed ? closed : null;
  return { action: made[0]!.action, num: own.num_after, closed_until };
}

/** The cards that hold some of it. */
async function holdersOf(db: Tx, product_id: number): Promise<string[]> {
  const rows = await db
    .select({ id: card.id })
    .from(stock_allocation)
    .innerJoin(card, eq(card.key, stock_allocation.card_key))
    .where(and(eq(stock_allocation.product_id, product_id), eq(stock_allocation.state, "open")))
    .groupBy(card.key, card.id)
    .orderBy(asc(card.key));
  return rows.map((row) => row.id);
}

/** Of an 出庫 that would leave `after`. */
export async function heldAt(db: Tx, { product_id, num_allocated }: Stock, after: string) {
  if (compareDecimal(after, num_allocated) >= 0) return null;
  const [of] = await db
    .select({ order_unit: product.order_unit })
    .from(product)
    .where(eq(product.product_id, product_id));
  return heldText(after, { num_allocated, cards: await holdersOf(db, product_id), ...of! });
}

const opposite = alias(stock_move, "opposite");

/** All moves of one action, with what stands against taking them back. */
async function movesOf(db: Tx, who: Who, action: string) {
  const rows = await db
    .select({
      ...getTableColumns(stock_move),
      reversed_by: opposite.key,
      has_returns: HAS_RETURNS,
      card_id: card.id,
    })
    .from(stock_move)
    .leftJoin(opposite, and(eq(opposite.reverses, stock_move.key), isNotNull(opposite.reverses)))
    .leftJoin(card, eq(card.key, stock_move.card_key))
    .where(and(eq(stock_move.action, action), eq(stock_move.seller_id, who.company_id)))
    .orderBy(asc(stock_move.key));
  if (rows.length === 0) throw notFound("入出庫");
  return rows;
}

/** The exact opposites of all moves of one action that still stand. */
export async function reverseAction(
  db: Tx,
  who: Who,
  action: string,
  words?: string,
  reason: string | null = null,
) {
  const rows = await movesOf(db, who, action);
  const live = rows.filter((row) => row.reversed_by === null);
  refuseIf(live.length === 0 ? "すでに取り消されています。" : null);
  return addMoves(
    db,
    who,
    live.map((row) => ({ ...oppositeOf(row, words), reason })),
  );
}

export async function reverseByHand(db: Tx, who: Who, action: string, { words, reason, seen }: Reversing) {
  const rows = await movesOf(db, who, action);
  const stocks = await lockStocks(db, [...new Set(rows.map((row) => row.product_id))]);
  for (const row of await movesOf(db, who, action)) {
    const { last_inventory_time, num } = stocks.get(row.product_id)!;
    refuseIf(keptBecause({ ...row, last_inventory_time }));
    const after = addDecimal(num, decimal(-milli(row.num)));
    if (!isLower(num, after)) continue;
    if (seen !== undefined && compareDecimal(seen, after) === 0) {
      if (!reason) throw wrong({ reason: ["マイナスになる理由を選択してください"] });
      continue;
    }
    const [of] = await db
      .select({ order_unit: product.order_unit })
      .from(product)
      .where(eq(product.product_id, row.product_id));
    const text = negativeText(after, of!.order_unit);
    throw wrong({ seen: [text] }, `${text}。`);
  }
  const made = await reverseAction(db, who, action, words, reason);
  // What its offcut comes to is not asked.
  const own = made.findLast((move) => move.product_id === rows[0]!.product_id)!;
  return { action: made[0]!.action, num: own.num_after };
}
