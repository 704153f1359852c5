import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { stocktake } from "~/lib/tables/stocktake.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { lockStocktake, refuseUnless } from "./sheet.server";
import type { StocktakeChosen, StocktakeNew } from "./stocktake.schema";

type Chosen = Pick<typeof stocktake.$inferSelect, "kind" | "owner_id" | "shelf" | "category" | "days">;

/** A negative stock is counted whenever it was counted last. */
const chosen = (
  who: Who,
  { kind, owner_id, shelf, category, days }: Chosen,
): SQL => sql`p.is_active and s.is_managed
  and ${kind === null ? sql`true` : sql`s.kind = ${kind}`}
  and ${owner_id === null ? sql`true` : sql`p.buyer_id = ${owner_id}`}
  and ${shelf === null ? sql`true` : sql`starts_with(p.shelf, ${shelf})`}
  and ${category === null ? sql`true` : sql`p.category = ${category}`}
  and ${
    days === null
      ? sql`true`
      : sql`(s.num < 0 or s.last_inventory_time is null or s.last_inventory_time < ${who.now}::timestamptz - make_interval(days => ${days}))`
  }`;

/** One statement sees numbers and moves at one moment. */
async function addRows(db: Tx, who: Who, key: number, where: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into stocktake_row (stocktake_key, product_id, seller_id, position, start_num, start_move, start_time)
    select ${key}, s.product_id, s.seller_id,
      coalesce((select max(position) from stocktake_row where stocktake_key = ${key}), 0)
        + row_number() over (order by p.shelf nulls last, p.code, s.product_id),
      s.num, coalesce((select max(m.key) from stock_move m where m.product_id = s.product_id), 0), ${who.now}
    from stock s join product p on p.product_id = s.product_id
    where s.seller_id = ${who.company_id} and ${where}
    on conflict (stocktake_key, product_id) do nothing`);
  return rowCount ?? 0;
}

const addRow = (db: Tx, who: Who, key: number, product_id: number): Promise<number> =>
  addRows(db, who, key, sql`p.is_active and s.is_managed and s.product_id = ${product_id}`);

const NOTHING =
  "条件に合う在庫の商品がありません。条件をゆるめるか、商品マスタで「在庫管理する」にしてください。";

async function begin(db: Tx, who: Who, key: number, sheet: Chosen): Promise<number> {
  const num_rows = await addRows(db, who, key, chosen(who, sheet));
  if (num_rows === 0) throw new Refusal(422, NOTHING);
  await db.execute(
    sql`update stocktake set state = 'open', start_time = ${who.now}, version = version + 1 where key = ${key}`,
  );
  return num_rows;
}

async function refuseUnknownOwner(db: Tx, who: Who, owner_id: string | null) {
  if (owner_id === null) return;
  const { rows } = await db.execute(
    sql`select from product where seller_id = ${who.company_id} and buyer_id = ${owner_id} limit 1`,
  );
  if (rows.length > 0) return;
  const sentence = "この依頼元の商品はありません。一覧から選び直してください。";
  throw new Refusal(422, sentence, { owner_id: [sentence] });
}

export async function createStocktake(db: Tx, who: Who, { go, ...input }: StocktakeNew) {
  const { kind = null, owner_id = null, shelf = null, category = null, days = null } = input;
  await refuseUnknownOwner(db, who, owner_id);
  const by = { created_time: who.now, created_by: who.name, seller_id: who.company_id };
  const values = { ...input, kind, owner_id, shelf, category, days, ...by, state: "draft" as const };
  const [made] = await db.insert(stocktake).values(values).returning();
  const { key } = made!;
  return { key, num_rows: go === "start" ? await begin(db, who, key, made!) : 0 };
}

export async function startStocktake(db: Tx, who: Who, key: number) {
  const sheet = await lockStocktake(db, who, key, "update");
  refuseUnless(sheet, "draft");
  return { key, num_rows: await begin(db, who, key, sheet) };
}

/** 数え直し: a sheet of its own, so that the confirmed one stays as it was. */
export async function recountRows(db: Tx, who: Who, key: number, ids: number[]) {
  const sheet = await lockStocktake(db, who, key, "share");
  refuseUnless(sheet, "confirmed", "undone");
  const [made] = await db
    .insert(stocktake)
    .values({
      seller_id: who.company_id,
      name: `${sheet.name}（数え直し）`,
      count_date: tokyoDate(who.now),
      is_blind: sheet.is_blind,
      state: "open",
      recounts: key,
      created_time: who.now,
      created_by: who.name,
      start_time: who.now,
    })
    .returning();
  const counted = sql`s.product_id in (select product_id from stocktake_row where stocktake_key = ${key})`;
  const num_rows = await addRows(
    db,
    who,
    made!.key,
    sql`s.product_id = any(${sql.param(ids)}::bigint[]) and ${counted}`,
  );
  if (num_rows === 0) throw new Refusal(422, "数え直す行を選んでください。");
  return { key: made!.key, num_rows };
}

/** 棚卸対象にする: those that were chosen on a list, on a sheet of their own or added to one that is open. */
export async function countChosen(db: Tx, who: Who, { ids, sheet, name, is_blind }: StocktakeChosen) {
  let key = sheet;
  if (key === undefined) {
    const count_date = tokyoDate(who.now);
    const by = {
      seller_id: who.company_id,
      created_time: who.now,
      created_by: who.name,
      start_time: who.now,
    };
    const [made] = await db
      .insert(stocktake)
      .values({ ...by, name: name ?? `${formatDate(count_date)} 棚卸`, count_date, is_blind, state: "open" })
      .returning();
    key = made!.key;
  } else refuseUnless(await lockStocktake(db, who, key, "update"), "open");
  const chosen_rows = sql`p.is_active and s.is_managed and s.product_id = any(${sql.param(ids)}::bigint[])`;
  const num_rows = await addRows(db, who, key, chosen_rows);
  if (num_rows === 0)
    throw new Refusal(
      422,
      sheet === undefined
        ? "数える商品がありません。在庫一覧で選び直してください。"
        : "選んだ商品は、すべてこの棚卸に入っています。",
    );
  return { key, num_rows };
}

/** Where a count goes that names no sheet: the newest open one with the product, else that of the day. */
export async function sheetFor(
  db: Tx,
  who: Who,
  product_id: number,
  sheet?: number,
): Promise<{ key: number; name: string }> {
  if (sheet !== undefined) return lockStocktake(db, who, sheet, "share");
  const known = await openSheetOf(db, who, product_id);
  if (known) return known;
  const count_date = tokyoDate(who.now);
  const by = { created_time: who.now, created_by: who.name, seller_id: who.company_id, start_time: who.now };
  await db
    .insert(stocktake)
    .values({
      ...by,
      name: `随時棚卸 ${formatDate(count_date)}`,
      count_date,
      is_blind: true,
      is_adhoc: true,
      state: "open",
    })
    .onConflictDoNothing();
  const { rows } = await db.execute<{ key: number; name: string }>(sql`
    select key, name from stocktake where seller_id = ${who.company_id} and count_date = ${count_date} and is_adhoc and state = 'open'`);
  await addRow(db, who, rows[0]!.key, product_id);
  return rows[0]!;
}

async function openSheetOf(db: Tx, who: Who, product_id: number) {
  const { rows } = await db.execute<{
    key: number;
    name: string;
    counted: string | null;
    last_count: number;
  }>(sql`
    select s.key, s.name, r.counted, r.last_count from stocktake_row r join stocktake s on s.key = r.stocktake_key
    where r.product_id = ${product_id} and s.seller_id = ${who.company_id} and s.state = 'open'
    order by s.start_time desc, s.key desc limit 1`);
  return rows[0] ?? null;
}
