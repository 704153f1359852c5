import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { reverseAction } from "~/lib/stock/hand.server";
import { addMoves, type NewMove } from "~/lib/stock/move.server";
import { stocktake } from "~/lib/tables/stocktake.table.server";
import { emptyText } from "~/lib/text/text.schema";
import { tokyoDate } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { ASKS, DIFFERS, figuresOf, UNPRICED } from "./figures.server";
import { sheetRows } from "./rows.server";
import { findStocktake, keptBecause, lockStocktake, refuseUnless, staleFigures } from "./sheet.server";
import { type confirming, type Differences, leftRows, type SheetRow } from "./stocktake.schema";

const digest = (parts: unknown): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);

const LISTED_MAX = 200;

type Summary = Omit<Differences, "items" | "yen"> & { yen: number; ids: number[] | null };

/** `seen`: what is confirmed is what was looked at. */
async function summaryOf(db: Tx, key: number): Promise<Summary> {
  const { rows } = await db.execute<Summary>(sql`
    with f as materialized (${figuresOf(key)}),
      live as (select * from f where counted is not null and not is_overtaken),
      held as (select f.position, s.product_id, s.code, trim_scale(s.num + f.adjust) as after, trim_scale(s.num_allocated) as allocated
        from live f join stock s on s.product_id = f.product_id where f.adjust < 0 and s.num + f.adjust < s.num_allocated),
      shown as (select * from f where ${DIFFERS} or asks_second or is_overtaken or ${ASKS}),
      l as (select count(*) filter (where counted is null)::int as num_left, count(counted)::int as num_counted,
          bit_xor(hash_numeric_extended(counted, product_id)) as counts
        from stocktake_row where stocktake_key = ${key})
    select l.num_left, l.num_counted,
      (select count(*)::int from live f where ${DIFFERS}) as num_differing,
      (select count(*)::int from live where asks_second) as num_second,
      (select count(*)::int from f where ${ASKS}) as num_asking,
      (select count(*)::int from live f where ${DIFFERS} and ${UNPRICED}) as num_unpriced,
      (select coalesce(sum(yen), 0)::float8 from live) as yen,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'code', code, 'after', after::text,
        'allocated', allocated::text) order by position), '[]') from held) as held,
      (select count(*)::int from shown) as num_shown,
      (select array_agg(product_id order by position)::int[] from (select * from shown order by position limit ${LISTED_MAX}) x) as ids,
      md5(concat_ws(' ', l.num_left, l.num_counted, l.counts)
        || coalesce((select string_agg(concat_ws(' ', product_id, trim_scale(counted), trim_scale(adjust), asks_second, is_overtaken,
          num_waiting, num_minute), '/' order by position) from f), '')
        || coalesce((select string_agg(concat_ws(' ', product_id, after, allocated), '/' order by position) from held), '')) as seen
    from l`);
  return rows[0]!;
}

export async function differencesOf(db: Tx, who: Who, key: number): Promise<Differences> {
  const sheet = await findStocktake(db, who, key);
  const { ids, yen, ...summary } = await summaryOf(db, key);
  const items = await sheetRows(db, who, sheet, sql`r.product_id = any(${sql.param(ids ?? [])}::bigint[])`);
  return { ...summary, items, yen: seesAmounts(who) ? yen : null };
}

/** The stock of what was counted stands still while the differences are written. */
async function lockStock(db: Tx, key: number): Promise<void> {
  await db.execute(sql`
    select from stock where product_id in (select product_id from stocktake_row where stocktake_key = ${key} and counted is not null)
    order by product_id for no key update`);
}

export async function confirmStocktake(
  db: Tx,
  who: Who,
  key: number,
  { seen, alone, held, reason }: z.output<typeof confirming>,
) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "open");
  await lockStock(db, key);
  const found = await summaryOf(db, key);
  if (found.seen !== seen) throw staleFigures();
  refuseIf(found.num_counted > 0 ? null : "まだ1行も数えていません。");
  refuseIf(
    found.num_asking > 0
      ? `回答の要る行が${found.num_asking}行あります。先に「要確認」の行に回答してください。`
      : null,
  );
  const wrong = confirmProblems(found, { alone, held, reason });
  if (Object.keys(wrong).length > 0) throw new Refusal(422, "入力内容を確認してください。", wrong);
  const moves = await countMoves(db, key);
  await closeRows(db, key);
  const action = crypto.randomUUID();
  await addMoves(db, who, moves, { action });
  await db.execute(sql`
    update stock s set last_inventory_time = r.counted_time from stocktake_row r
    where r.stocktake_key = ${key} and r.product_id = s.product_id and r.adjust is not null`);
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

type Ticks = Pick<z.output<typeof confirming>, "alone" | "held" | "reason">;

/** Told beside their fields, all at once. */
function confirmProblems({ num_second, held }: Summary, ticks: Ticks): Record<string, string[]> {
  const isAlone = num_second > 0;
  return {
    ...(held.length > 0 &&
      !ticks.held && {
        held: [`引当より少なくなる商品が${held.length}件あります。確かめて、印を付けてください`],
      }),
    ...(isAlone &&
      !ticks.alone && {
        alone: [`差の大きい${num_second}行を、もう一人が数えていません。数えるか、印を付けてください`],
      }),
    ...(isAlone && !ticks.reason && { reason: [emptyText("確定の理由")] }),
  };
}

/** One for each row that differs, dated when it was counted. */
async function countMoves(db: Tx, key: number): Promise<NewMove[]> {
  const { rows } = await db.execute<
    Pick<SheetRow, "product_id" | "reason"> & { adjust: string; counted_time: string }
  >(sql`
    select f.product_id::int, trim_scale(f.adjust)::text as adjust, f.counted_time, f.reason from (${figuresOf(key)}) f
    where ${DIFFERS} and not f.is_overtaken order by f.product_id`);
  return rows.map(({ product_id, adjust, counted_time, reason }) => ({
    product_id,
    kind: "count",
    num: adjust,
    effective_date: tokyoDate(counted_time),
    occurred_time: counted_time,
    source: "count",
    stocktake_key: key,
    words: reason,
  }));
}

/** Before the moves: they change what a piece is worth. */
async function closeRows(db: Tx, key: number): Promise<void> {
  await db.execute(sql`
    update stocktake_row r set book_at_count = f.book, adjust = f.adjust, unit_price = f.price, previous_inventory_time = s.last_inventory_time
    from (${figuresOf(key, "all")}) f join stock s on s.product_id = f.product_id
    where r.stocktake_key = ${key} and r.product_id = f.product_id and f.counted is not null and not f.is_overtaken`);
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
    items: leftRows.shape.items.parse(left.slice(0, LEFT_SHOWN)),
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
  const batch = crypto.randomUUID();
  const ids = sql`${sql.param(left.map(({ product_id }) => product_id))}::bigint[]`;
  await db.execute(sql`
    insert into stocktake_count (stocktake_key, product_id, seller_id, client_id, mode, num, counted_time, recorded_time, person, username)
    select ${key}, id, ${who.company_id}, ${`zero.${batch}.`}::text || id, 'replace', 0,
      ${who.now}, ${who.now}, ${who.name}, ${who.username}
    from unnest(${ids}) as id join stocktake_row r on r.stocktake_key = ${key} and r.product_id = id`);
  await db.execute(sql`
    update stocktake_row r set counted = 0, counted_ready = null, first_time = c.counted_time, counted_time = c.counted_time, person = c.person,
      num_persons = greatest(r.num_persons, 1), last_count = c.key, is_minute_in = null
    from stocktake_count c where c.stocktake_key = ${key} and c.product_id = r.product_id and r.stocktake_key = ${key}
      and r.product_id = any(${ids}) and c.key = (select max(x.key) from stocktake_count x
        where x.stocktake_key = ${key} and x.product_id = r.product_id)`);
  return { key, num_rows: left.length, batch };
}
