import { sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { errorCode } from "~/lib/db/failure.server";
import { findStocktake, lockStocktake, refuseUnless } from "./sheet.server";

export async function discardStocktake(db: Tx, who: Who, key: number) {
  refuseUnless(await lockStocktake(db, who, key, "update"), "draft", "open", "undone");
  await db.execute(sql`update stocktake set discarded_from = state, discarded_time = ${who.now}, discarded_by = ${who.name},
    state = 'discarded', version = version + 1 where key = ${key}`);
  return findStocktake(db, who, key);
}

/** As it was: what moved meanwhile is in the book of each row, and what was confirmed later stands. */
export async function restoreStocktake(db: Tx, who: Who, key: number) {
  refuseUnless(await lockStocktake(db, who, key, "update"), "discarded");
  try {
    await db.execute(sql`update stocktake set state = coalesce(discarded_from, case when start_time is null then 'draft' else 'open' end),
      discarded_from = null, discarded_time = null, discarded_by = null, version = version + 1 where key = ${key}`);
  } catch (error) {
    if (errorCode(error) !== "23505") throw error;
    throw new Refusal(409, "同じ日の随時棚卸が、もう始まっています。そちらで数えてください。");
  }
  return findStocktake(db, who, key);
}

/** 帳簿数 of the rows not counted yet is told or hidden from now on. */
export async function setBlind(db: Tx, who: Who, key: number, { is_blind }: { is_blind: boolean }) {
  refuseUnless(await lockStocktake(db, who, key, "update"), "draft", "open", "undone");
  await db.execute(
    sql`update stocktake set is_blind = ${is_blind}, version = version + 1 where key = ${key}`,
  );
  return findStocktake(db, who, key);
}

/** Those rows of the batch whose zero still stands; what was counted since stays. */
export async function undoZero(db: Tx, who: Who, key: number, { batch }: { batch: string }) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "open");
  const prefix = `zero.${batch}.`;
  const { rows } = await db.execute<{ product_id: number; count_key: number; stands: boolean }>(sql`
    select c.product_id::int, c.key::int as count_key, r.last_count = c.key as stands
    from stocktake_count c join stocktake_row r on (r.stocktake_key, r.product_id) = (c.stocktake_key, c.product_id)
    where c.stocktake_key = ${key} and starts_with(c.client_id, ${prefix}) order by c.product_id for update of r`);
  const live = rows.filter(({ stands }) => stands);
  if (live.length === 0) throw new Refusal(409, "0 にした行は、すでに元に戻したか、あとから数えてあります。");
  const counts = JSON.stringify(live);
  await db.execute(sql`
    insert into stocktake_count (stocktake_key, product_id, seller_id, client_id, mode, num, counted_time, recorded_time, person, username, undoes)
    select ${key}, x.product_id, ${who.company_id}, 'un' || ${prefix}::text || x.product_id, 'drop', 0, ${who.now}, ${who.now}, ${who.name},
      ${who.username}, x.count_key from jsonb_to_recordset(${counts}::jsonb) as x (product_id bigint, count_key bigint)`);
  await db.execute(sql`
    update stocktake_row r set counted = null, counted_ready = null, first_time = null, counted_time = null, person = null, num_persons = 0,
      last_count = c.key, is_minute_in = null
    from jsonb_to_recordset(${counts}::jsonb) as x (product_id bigint, count_key bigint) join stocktake_count c on c.undoes = x.count_key
    where r.stocktake_key = ${key} and r.product_id = x.product_id`);
  return { key, num_rows: live.length, num_kept: rows.length - live.length };
}
