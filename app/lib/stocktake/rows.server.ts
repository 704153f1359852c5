import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { movedSince, PRICE } from "./figures.server";
import { adjustment, bookAtCount, isLarge, isLate, minuteMoves, onShelf, yenOf } from "./stocktake";
import type { SheetRow } from "./stocktake.schema";
import { type Count, tallyCounts } from "./tally";

type Sheet = { key: number; state: string; is_blind: boolean };
type Stored = {
  product_id: number;
  position: number;
  code: string;
  name: string;
  unit: Unit;
  shelf: string | null;
  owner_name: string;
  num: string;
  start_num: string;
  counted: string | null;
  counted_ready: string | null;
  num_ready: string;
  first_time: string | null;
  counted_time: string | null;
  person: string | null;
  num_persons: number;
  num_waiting: number;
  last_count: number;
  is_minute_in: boolean | null;
  reason: string | null;
  book_at_count: string | null;
  adjust: string | null;
  price: string;
  last_inventory_time: string | null;
};
type Moved = { product_id: number; num: string; occurred_time: string };

/** 引当 goods at 出荷待ち: still in stock, and seldom on the shelf any more. */
export const READY = sql`(select coalesce(sum(a.num), 0) from stock_allocation a join card c on c.key = a.card_key
  join process o on o.company_id = c.seller_id and o.group_id = c.group_id and o.role = 'ready'
  where a.product_id = s.product_id and a.state = 'open')`;

async function storedRows(db: Tx, key: number, where: SQL | undefined, order: SQL, limit: number) {
  const { rows } = await db.execute<Stored>(sql`
    select r.product_id, r.position, p.code, p.name, p.order_unit as unit, p.shelf, f.name as owner_name, s.num, r.start_num,
      r.counted, r.counted_ready, trim_scale(${READY})::text as num_ready,
      r.first_time, r.counted_time, r.person, r.num_persons, r.num_waiting, r.last_count, r.is_minute_in, r.reason,
      r.book_at_count, r.adjust, coalesce(r.unit_price, ${PRICE}) as price, s.last_inventory_time
    from stocktake_row r join product p on p.product_id = r.product_id join stock s on s.product_id = r.product_id
      join factory f on f.id = p.buyer_id
    where r.stocktake_key = ${key} and ${where ?? sql`true`} order by ${order} limit ${limit}`);
  return rows;
}

function byProduct<R extends { product_id: number }>(rows: R[]): Map<number, R[]> {
  const found = new Map<number, R[]>();
  for (const row of rows) {
    const known = found.get(row.product_id);
    if (known) known.push(row);
    else found.set(row.product_id, [row]);
  }
  return found;
}

async function movesOf(db: Tx, key: number, ids: number[]): Promise<Map<number, Moved[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Moved>(sql`
    select m.product_id, m.num, m.occurred_time
    from stocktake_row r join stock_move m on ${movedSince(key)}
    where r.stocktake_key = ${key} and r.product_id = any(${sql.param(ids)}::bigint[]) order by m.key`);
  return byProduct(rows);
}

export async function countsOf(db: Tx, key: number, ids: number[]): Promise<Map<number, Count[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Count & { product_id: number }>(sql`
    select key, product_id, mode, num, num_ready, counted_time, person, shelf, undoes, answers, is_waiting
    from stocktake_count where stocktake_key = ${key} and product_id = any(${sql.param(ids)}::bigint[]) order by key`);
  return byProduct(rows);
}

function figuresOf(row: Stored, moves: Moved[]) {
  const { counted, first_time, counted_time } = row;
  if (counted === null) return { book: row.num, adjust: null, minute: [], asks_second: false };
  const window = { first_time: first_time!, counted_time: counted_time! };
  const book = row.book_at_count ?? bookAtCount(row.start_num, moves, window, row.is_minute_in);
  const adjust = row.adjust ?? adjustment(counted, book);
  return {
    book,
    adjust,
    minute: row.is_minute_in === null && row.adjust === null ? minuteMoves(moves, window) : [],
    asks_second: row.num_persons < 2 && isLarge(adjust, book, row.price),
  };
}

function sheetRowOf(who: Who, sheet: Sheet, row: Stored, moves: Moved[], counts: Count[]): SheetRow {
  const { book, adjust, minute, asks_second } = figuresOf(row, moves);
  const isClosed = sheet.state === "confirmed";
  const isHidden = sheet.is_blind && row.counted === null && !isClosed;
  const moved = adjustment(row.book_at_count ?? row.num, row.start_num);
  // A confirmed sheet stays as it was, whatever moves afterwards.
  const isLeft = isClosed && row.counted === null;
  const { parts, waiting } = tallyCounts(counts);
  const isStanding = row.adjust === null && row.counted_time !== null;
  return {
    product_id: row.product_id,
    position: row.position,
    code: row.code,
    name: row.name,
    unit: row.unit,
    shelf: row.shelf,
    owner_name: row.owner_name,
    counted: row.counted,
    counted_ready: row.counted_ready,
    counted_time: row.counted_time,
    person: row.person,
    last_count: row.last_count,
    reason: row.reason,
    book: isHidden ? null : isLeft ? row.start_num : book,
    moved: isHidden || isLeft ? null : moved,
    has_ready: row.num_ready !== "0" || row.counted_ready !== null,
    num_ready: isHidden ? null : row.num_ready,
    on_shelf: onShelf(row),
    adjust,
    minute,
    asks_second,
    is_recount: row.start_num.startsWith("-"),
    is_overtaken: isStanding && isLate(row.counted_time!, row.last_inventory_time),
    yen: seesAmounts(who) && adjust !== null ? yenOf(adjust, row.price) : null,
    parts: parts.map(({ num, shelf, person }) => ({ num, shelf, person })),
    waiting: waiting.map(({ key, num, person, counted_time }) => ({ key, num, person, counted_time })),
  };
}

const BY_POSITION = sql`r.position`;
const ALL = 100_000;

type Reading = { order?: SQL; limit?: number; parts?: boolean };

/** `parts`: with each of the counts that a row's number is made of. */
export async function sheetRows(
  db: Tx,
  who: Who,
  sheet: Sheet,
  where?: SQL,
  { order = BY_POSITION, limit = ALL, parts = false }: Reading = {},
): Promise<SheetRow[]> {
  const rows = await storedRows(db, sheet.key, where, order, limit);
  const idsOf = (wanted: (row: Stored) => boolean) => rows.filter(wanted).map(({ product_id }) => product_id);
  const moves = await movesOf(
    db,
    sheet.key,
    idsOf(({ counted, adjust }) => counted !== null && adjust === null),
  );
  const counts = await countsOf(
    db,
    sheet.key,
    idsOf(({ last_count, num_waiting }) => num_waiting > 0 || (parts && last_count > 0)),
  );
  return rows.map((row) =>
    sheetRowOf(who, sheet, row, moves.get(row.product_id) ?? [], counts.get(row.product_id) ?? []),
  );
}
