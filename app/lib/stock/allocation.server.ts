import { and, asc, eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { floored, isWhole, wholeProblem } from "~/lib/money/whole";
import { type Card, card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { type Stock, stock_allocation } from "~/lib/tables/stock.table.server";
import { type CardState, isUnanswered, offBoardProblem } from "~/lib/task/card";
import { lockOwnCards } from "~/lib/task/card.lock.server";
import { isStockBuyer } from "~/lib/task/card.read.server";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { allocate } from "./allocate";
import { type Allocation, endAllocation, handOver } from "./allocation.end.server";
import { free } from "./figures";
import { lockStocks, lockWithParts } from "./move.server";
import { makeInstead } from "./remake.server";
import { tellShort } from "./short.server";
import { lotsOf } from "./work.read.server";

const wrong = (field: string, sentence: string) => new Refusal(422, `${sentence}。`, { [field]: [sentence] });
const isNone = (num: string) => compareDecimal(num, "0") <= 0;
const less = (a: string, b: string) => decimal(milli(a) - milli(b));

/** Somebody was quicker, or the stock was never there: what is left is told beside the number. */
const lost = (sentence: string) => new Refusal(409, `${sentence}。`, { num: [sentence] });

/** What it holds for itself counts for others only. */
const freeOf = (row: Stock): string =>
  free({ num: row.num, allocated: row.num_allocated, parts: row.num_parts });

async function unitOf(db: Tx, product_id: number): Promise<Unit> {
  const [row] = await db
    .select({ order_unit: product.order_unit })
    .from(product)
    .where(eq(product.product_id, product_id));
  return row!.order_unit;
}

const openOf = (db: Tx, card_key: number): Promise<Allocation[]> =>
  db
    .select()
    .from(stock_allocation)
    .where(and(eq(stock_allocation.card_key, card_key), eq(stock_allocation.state, "open")))
    .orderBy(asc(stock_allocation.key));
const sum = (rows: { num: string }[]) => addDecimal("0", ...rows.map((row) => row.num));

export function cannotAllocate(one: CardState): string | null {
  if (isUnanswered(one)) return "新規依頼のカードは、承諾してから引き当ててください。";
  return offBoardProblem(one, "引当");
}

async function lockedCard(db: Tx, who: Who, key: number): Promise<Card> {
  const [one] = await lockOwnCards(db, who, [key]);
  if (!one) throw notFound("カード");
  return one;
}

const NOT_KEPT = "在庫管理している商品のカードではありません。";

/** Whatever has become of the product since, what a card holds can be given back. */
async function heldStock(db: Tx, { product_id }: Card): Promise<Stock> {
  const row = product_id === null ? undefined : (await lockWithParts(db, [product_id])).get(product_id);
  if (!row) throw new Refusal(409, NOT_KEPT);
  return row;
}

async function lockedStock(db: Tx, one: Card): Promise<Stock> {
  const row = await heldStock(db, one);
  refuseIf(row.is_managed ? null : NOT_KEPT);
  return row;
}

const lostText = (left: string, unit: Unit): string => {
  const much = `${formatNumber(left)}${UNIT_LABEL[unit]}`;
  return isNone(left)
    ? `残り ${much} になりました。引き当てられる在庫がありません`
    : `残り ${much} になりました。${much}を引き当てますか`;
};

const lotOf = async (db: Tx, key: number) => (await lotsOf(db, [key])).find((each) => each.key === key)!;

/** What is neither done nor allocated yet. */
async function lackingOf(db: Tx, key: number): Promise<string> {
  const { num_items, good, defective } = await lotOf(db, key);
  return less(num_items, addDecimal(good, defective, sum(await openOf(db, key))));
}

/** The card and its stock, held, with what it lacks and what is left. */
export async function lockedToAllocate(db: Tx, who: Who, key: number) {
  const one = await lockedCard(db, who, key);
  refuseIf(cannotAllocate(one));
  const row = await lockedStock(db, one);
  refuseIf((await isStockBuyer(db, one.buyer_id)) ? "在庫にするカードには引き当てられません。" : null);
  const lacking = await lackingOf(db, key);
  refuseIf(isNone(lacking) ? "このカードの数は、すべて作ったか引き当ててあります。" : null);
  return { one, row, order_unit: await unitOf(db, row.product_id), lacking, left: freeOf(row) };
}

/** Never more than is free: whoever comes second is told what is left. */
export async function allocateCard(db: Tx, who: Who, key: number, num?: string) {
  const { row, order_unit, lacking, left } = await lockedToAllocate(db, who, key);
  const wanted = num ?? lacking;
  if (compareDecimal(wanted, lacking) > 0)
    throw wrong(
      "num",
      `このカードに引き当てられるのは、あと ${formatNumber(lacking)}${UNIT_LABEL[order_unit]} です`,
    );
  const half = num === undefined ? null : wholeProblem(num, order_unit, lacking);
  if (half) throw wrong("num", half);
  const most = order_unit === "kg" || !isWhole(lacking) ? left : floored(left);
  const taken = allocate(most, wanted).allocated;
  if (isNone(taken) || (num !== undefined && compareDecimal(taken, num) !== 0))
    throw lost(lostText(most, order_unit));
  const [made] = await db
    .insert(stock_allocation)
    .values({
      seller_id: row.seller_id,
      buyer_id: row.buyer_id,
      product_id: row.product_id,
      card_key: key,
      num: taken,
      allocated_time: who.now,
      allocated_by: who.name,
    })
    .returning({ key: stock_allocation.key });
  atEnd(db, tellShort, [{ db, who, product_id: row.product_id }]);
  return { num: taken, free: less(left, taken), allocation: made!.key };
}

/** Possible until it ships. */
export async function releaseCard(
  db: Tx,
  who: Who,
  key: number,
  { num, reason }: { num?: string; reason?: string },
) {
  const one = await lockedCard(db, who, key);
  const row = await heldStock(db, one);
  const open = await openOf(db, key);
  const held = sum(open);
  refuseIf(open.length === 0 ? "引当はありません。画面を読み込み直してください。" : null);
  const given = num ?? held;
  if (compareDecimal(given, held) > 0) throw wrong("num", `引き当ててあるのは ${formatNumber(held)} です`);
  const half = wholeProblem(given, await unitOf(db, row.product_id), held);
  if (half) throw wrong("num", half);
  let left = given;
  const parts = open.reverse().flatMap((each) => {
    const part = compareDecimal(left, each.num) < 0 ? left : each.num;
    left = less(left, part);
    return isNone(part) ? [] : [{ row: each, num: part }];
  });
  const ended = await release(db, who, one, parts, reason);
  return { ...ended, free: freeOf((await lockStocks(db, [row.product_id])).get(row.product_id)!) };
}

/** `num`: what the card still holds. */
export async function release(
  db: Tx,
  who: Who,
  one: Card,
  parts: { row: Allocation; num: string }[],
  reason?: string,
) {
  const lot = await lotOf(db, one.key);
  for (const part of parts) await endAllocation(db, who, part, "released", reason);
  const num = sum(await openOf(db, one.key));
  return { num, back: await makeInstead(db, who, { one, lot }, parts, num) };
}

/** 譲る: to another card of the same product that still lacks as much. */
export async function yieldAllocation(
  db: Tx,
  who: Who,
  key: number,
  { card: id, num }: { card: string; num?: string },
) {
  const [found] = await db
    .select()
    .from(stock_allocation)
    .where(and(eq(stock_allocation.key, key), eq(stock_allocation.seller_id, who.company_id)));
  if (!found) throw notFound("引当");
  const [to] = await db
    .select({ key: card.key })
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), eq(card.id, id)));
  const cards = await lockOwnCards(db, who, [found.card_key, ...(to ? [to.key] : [])]);
  const target = cards.find((one) => one.key === to?.key && one.key !== found.card_key);
  if (target?.product_id !== found.product_id)
    throw wrong("card", "同じ商品のカードの番号を入力してください");
  refuseIf(cannotAllocate(target));
  const row = await lockedStock(db, target);
  const [live] = (await openOf(db, found.card_key)).filter((each) => each.key === key);
  if (!live) throw new Refusal(409, "この引当は、もう終わっています。画面を読み込み直してください。");
  const lacking = await lackingOf(db, target.key);
  const given = num ?? (compareDecimal(live.num, lacking) < 0 ? live.num : lacking);
  const most = compareDecimal(live.num, lacking) < 0 ? live.num : lacking;
  if (isNone(most) || compareDecimal(given, most) > 0)
    throw wrong("num", `カード ${id} に譲れるのは ${formatNumber(isNone(most) ? "0" : most)} までです`);
  const half = wholeProblem(given, await unitOf(db, row.product_id), live.num, lacking);
  if (half) throw wrong("num", half);
  const from = cards.find((one) => one.key === found.card_key)!;
  const reason = `カード ${from.id} から ${id} へ譲渡`;
  const by = { allocated_time: who.now, allocated_by: who.name };
  const lot = await lotOf(db, from.key);
  const part = { row: live, num: given };
  await handOver(db, who, part, target.key, reason, by);
  const back = await makeInstead(db, who, { one: from, lot }, [part], sum(await openOf(db, from.key)));
  return { num: given, back, free: freeOf((await lockStocks(db, [row.product_id])).get(row.product_id)!) };
}
