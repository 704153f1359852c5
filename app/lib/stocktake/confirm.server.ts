import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { reverseAction } from "~/lib/stock/hand.server";
import { addMoves, lockStocks } from "~/lib/stock/move.server";
import { stocktake } from "~/lib/tables/stocktake.table.server";
import { tokyoDate } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { asksAnswer, differs, sheetRows } from "./rows.server";
import { findStocktake, keptBecause, lockStocktake, refuseUnless, staleFigures } from "./sheet.server";
import type { confirming, Differences, SheetRow } from "./stocktake.schema";

type Sheet = typeof stocktake.$inferSelect;
type Counted = Awaited<ReturnType<typeof sheetRows>>;

const digest = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);

/** What is confirmed is what was seen. */
const seenOf = (rows: SheetRow[], num_left: number): string =>
  digest([
    num_left,
    rows.map((row) => [
      row.product_id,
      row.counted,
      row.adjust,
      row.asks_second,
      row.is_overtaken,
      row.waiting.length,
      row.minute.length,
    ]),
  ]);

async function countedRows(db: Tx, who: Who, sheet: Sheet): Promise<Counted> {
  return sheetRows(db, who, sheet, sql`(r.counted is not null or r.num_waiting > 0)`);
}

function differencesFrom(who: Who, rows: Counted, num_rows: number): Differences {
  const counted = rows.filter((row) => row.counted !== null);
  const num_left = num_rows - counted.length;
  const live = counted.filter(({ is_overtaken }) => !is_overtaken);
  return {
    items: rows.filter((row) => differs(row) || row.asks_second || row.is_overtaken || asksAnswer(row)),
    seen: seenOf(rows, num_left),
    num_counted: counted.length,
    num_differing: live.filter(differs).length,
    num_left,
    num_second: live.filter(({ asks_second }) => asks_second).length,
    num_asking: rows.filter(asksAnswer).length,
    num_unpriced: live.filter((row) => differs(row) && row.unit_price === "0").length,
    yen: seesAmounts(who) ? live.reduce((sum, { yen }) => sum + (yen ?? 0), 0) : null,
  };
}

async function numRows(db: Tx, key: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from stocktake_row where stocktake_key = ${key}`,
  );
  return rows[0]!.n;
}

export async function differencesOf(db: Tx, who: Who, key: number): Promise<Differences> {
  const sheet = await findStocktake(db, who, key);
  const rows = await sheetRows(db, who, sheet, sql`(r.counted is not null or r.num_waiting > 0)`);
  return differencesFrom(who, rows, sheet.num_rows);
}

/** The stock of what was counted stands still while the differences are written. */
async function lockStock(db: Tx, key: number): Promise<void> {
  const { rows } = await db.execute<{ product_id: number }>(
    sql`select product_id from stocktake_row where stocktake_key = ${key} and counted is not null`,
  );
  await lockStocks(
    db,
    rows.map(({ product_id }) => product_id),
  );
}

/** A statement carries 65,535 values at most. */
const AT_ONCE = 1000;

export async function confirmStocktake(
  db: Tx,
  who: Who,
  key: number,
  { seen, alone, reason }: z.output<typeof confirming>,
) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "open");
  await lockStock(db, key);
  const rows = await countedRows(db, who, sheet);
  const found = differencesFrom(who, rows, await numRows(db, key));
  if (found.seen !== seen) throw staleFigures();
  refuseIf(found.num_counted > 0 ? null : "まだ1行も数えていません。");
  refuseIf(
    found.num_asking > 0
      ? `答えの要る行が${found.num_asking}行あります。先に「要確認」の行に答えてください。`
      : null,
  );
  refuseIf(
    found.num_second > 0 && (!alone || !reason)
      ? `差の大きい${found.num_second}行を、もう一人が数えていません。数えるか、理由を入れて確定してください。`
      : null,
  );
  const live = rows.filter(({ counted, is_overtaken }) => counted !== null && !is_overtaken);
  const action = crypto.randomUUID();
  const moves = live.filter(differs).map((row) => ({
    product_id: row.product_id,
    kind: "count" as const,
    num: row.adjust!,
    effective_date: tokyoDate(row.counted_time!),
    occurred_time: row.counted_time!,
    source: "count" as const,
    stocktake_key: key,
    words: row.reason,
  }));
  for (let at = 0; at < moves.length; at += AT_ONCE)
    await addMoves(db, who, moves.slice(at, at + AT_ONCE), { action });
  await closeRows(db, key, live);
  await db
    .update(stocktake)
    .set({
      state: "confirmed",
      confirmed_time: who.now,
      confirmed_by: who.name,
      reason: reason ?? null,
      action: moves.length > 0 ? action : null,
      version: sheet.version + 1,
    })
    .where(eq(stocktake.key, key));
  return { key, num_rows: moves.length };
}

async function closeRows(db: Tx, key: number, rows: Counted): Promise<void> {
  const given = JSON.stringify(
    rows.map(({ product_id, book, adjust, unit_price }) => ({ product_id, book, adjust, unit_price })),
  );
  await db.execute(sql`
    update stocktake_row r set book_at_count = x.book, adjust = x.adjust, unit_price = x.unit_price,
      previous_inventory_time = s.last_inventory_time
    from jsonb_to_recordset(${given}::jsonb) as x (product_id bigint, book numeric, adjust numeric, unit_price numeric)
      join stock s on s.product_id = x.product_id
    where r.stocktake_key = ${key} and r.product_id = x.product_id`);
  await db.execute(sql`
    update stock s set last_inventory_time = r.counted_time from stocktake_row r
    where r.stocktake_key = ${key} and r.product_id = s.product_id and r.adjust is not null`);
}

export async function undoStocktake(db: Tx, who: Who, key: number) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "confirmed");
  await lockStock(db, key);
  refuseIf(await keptBecause(db, key));
  await db.execute(sql`
    update stock s set last_inventory_time = r.previous_inventory_time from stocktake_row r
    where r.stocktake_key = ${key} and r.product_id = s.product_id and r.adjust is not null`);
  if (sheet.action !== null) await reverseAction(db, who, sheet.action, "棚卸の確定取消");
  await db.execute(sql`
    update stocktake_row set book_at_count = null, adjust = null, unit_price = null, previous_inventory_time = null
    where stocktake_key = ${key} and adjust is not null`);
  await db
    .update(stocktake)
    .set({ state: "undone", undone_time: who.now, undone_by: who.name, version: sheet.version + 1 })
    .where(eq(stocktake.key, key));
  return { key, num_rows: 0 };
}

export async function resumeStocktake(db: Tx, who: Who, key: number) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "undone");
  await db
    .update(stocktake)
    .set({ state: "open", version: sheet.version + 1 })
    .where(eq(stocktake.key, key));
  return { key, num_rows: 0 };
}

const LEFT_SHOWN = 200;

export async function leftOf(db: Tx, who: Who, key: number) {
  const sheet = await findStocktake(db, who, key);
  const left = await sheetRows(db, who, sheet, sql`r.counted is null and r.num_waiting = 0`);
  return {
    items: left.slice(0, LEFT_SHOWN),
    num: left.length,
    seen: digest(left.map(({ product_id }) => product_id)),
  };
}

/** 残りを 0 とする: a count of nothing for each row of the list that was seen, and for no other. */
export async function zeroLeft(db: Tx, who: Who, key: number, seen: string) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "open");
  const left = await sheetRows(db, who, sheet, sql`r.counted is null and r.num_waiting = 0`);
  if (digest(left.map(({ product_id }) => product_id)) !== seen) throw staleFigures();
  const ids = sql`${sql.param(left.map(({ product_id }) => product_id))}::bigint[]`;
  await db.execute(sql`
    insert into stocktake_count (stocktake_key, product_id, seller_id, client_id, mode, num, counted_time, recorded_time, person, username)
    select ${key}, id, ${who.company_id}, 'zero.' || ${key}::bigint || '.' || id || '.' || r.last_count, 'replace', 0,
      ${who.now}, ${who.now}, ${who.name}, ${who.username}
    from unnest(${ids}) as id join stocktake_row r on r.stocktake_key = ${key} and r.product_id = id`);
  await db.execute(sql`
    update stocktake_row r set counted = 0, first_time = c.counted_time, counted_time = c.counted_time, person = c.person,
      num_persons = greatest(r.num_persons, 1), last_count = c.key, is_minute_in = null
    from stocktake_count c where c.stocktake_key = ${key} and c.product_id = r.product_id and r.stocktake_key = ${key}
      and r.product_id = any(${ids}) and c.key = (select max(x.key) from stocktake_count x
        where x.stocktake_key = ${key} and x.product_id = r.product_id)`);
  return { key, num_rows: left.length };
}
