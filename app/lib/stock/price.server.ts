import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { stock, stock_correction, stock_move, stock_price } from "~/lib/tables/stock.table.server";
import { newestClosing } from "./correct.server";
import { lockStocks } from "./move.server";
import type { Pricing } from "./price.schema";
import { PRICE_NOW, PROVISIONAL_NOW } from "./value.read.server";
import { revalue } from "./value.server";

async function receiptOf(db: Tx, who: Who, key: number) {
  const [row] = await db
    .select({
      key: stock_move.key,
      product_id: stock_move.product_id,
      kind: stock_move.kind,
      num: stock_move.num,
      effective_date: stock_move.effective_date,
      first_price: stock_move.unit_price,
      first_provisional: stock_move.is_provisional,
      first_time: stock_move.recorded_time,
      first_by: stock_move.actor_name,
      unit_price: PRICE_NOW,
      is_provisional: PROVISIONAL_NOW,
      is_reversed: sql<boolean>`exists (select from stock_move r where r.reverses = ${stock_move}.key)`,
    })
    .from(stock_move)
    .where(and(eq(stock_move.key, key), eq(stock_move.seller_id, who.company_id)));
  if (row?.kind !== "in") throw notFound("入庫");
  return row;
}

const REVERSED = "取り消された入庫です。単価は変えられません。";

export async function findReceipt(db: Tx, who: Who, key: number) {
  const {
    first_price,
    first_provisional,
    first_time,
    first_by,
    is_reversed,
    kind: _,
    ...row
  } = await receiptOf(db, who, key);
  const said = await db
    .select()
    .from(stock_price)
    .where(eq(stock_price.move_key, key))
    .orderBy(asc(stock_price.key));
  const first = {
    unit_price: first_price,
    is_provisional: first_provisional,
    words: null,
    recorded_time: first_time,
    actor_name: first_by,
  };
  const closing = await newestClosing(db, who.company_id);
  return {
    ...row,
    kept_because: is_reversed ? REVERSED : null,
    closed_until: closing?.end_date ?? null,
    prices: [first, ...said],
  };
}

/** 単価の決定: the move stays as it is, and all that came after it is reckoned anew. */
export async function priceReceipt(
  db: Tx,
  who: Who,
  key: number,
  given: Pricing,
  actor_company = who.acting ? null : who.company_id,
) {
  const { product_id } = await receiptOf(db, who, key);
  await lockStocks(db, [product_id]);
  const now = await receiptOf(db, who, key);
  refuseIf(now.is_reversed ? REVERSED : null);
  const { unit_price, is_provisional, words = null, seen } = given;
  refuseIf(
    seen !== undefined && seen !== (now.unit_price ?? "")
      ? "ほかの人が単価を変えました。新しい単価を確かめてから、もう一度保存してください。"
      : null,
  );
  const dear = amountProblem(now.num, unit_price);
  if (dear) throw new Refusal(422, `${dear}。`, { unit_price: [dear] });
  if (unit_price === now.unit_price && is_provisional === now.is_provisional)
    throw new Refusal(422, "単価が変わっていません。", { unit_price: ["単価が変わっていません"] });
  const [last] = await db.select({ n: sql<number>`coalesce(max(key), 0)::int` }).from(stock_correction);
  await db.insert(stock_price).values({
    seller_id: who.company_id,
    product_id,
    move_key: key,
    unit_price,
    is_provisional,
    words,
    recorded_time: who.now,
    actor_name: who.name,
    actor_company,
  });
  await revalue(db, who.company_id, {
    ids: [product_id],
    now: who.now,
    words: "単価の訂正",
    field: "unit_price",
  });
  const [row] = await db
    .select({ stock_value: stock.stock_value })
    .from(stock)
    .where(eq(stock.product_id, product_id));
  const [made] = await db
    .select({ n: count() })
    .from(stock_correction)
    .where(and(eq(stock_correction.product_id, product_id), gt(stock_correction.key, last!.n)));
  return { product_id, unit_price, stock_value: row!.stock_value, num_corrected: made!.n };
}
