import { and, eq, sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { heldAt, reverseAction } from "~/lib/stock/hand.server";
import { keptByCount } from "~/lib/stock/move";
import { addMoves, lockStocks } from "~/lib/stock/move.server";
import { stock_move } from "~/lib/tables/stock.table.server";
import { shelf_scan, stocktake_row } from "~/lib/tables/stocktake.table.server";
import { tokyoDate } from "~/lib/time/date";
import { SHELF_ACT_LABEL } from "~/lib/vocabulary/stocktake";
import { lockRow, saveCount, undoCount } from "./count.server";
import { sheetRows } from "./rows.server";
import { findProduct } from "./shelf.read.server";
import type { ShelfItem, ShelfResult, StockFacts } from "./shelf.schema";
import { inOwnUnit } from "./shelf.unit.server";
import { sheetFor } from "./start.server";
import { bothProblem, isLate, LATE_WORDS, negativeText, onShelf } from "./stocktake";

type Row = ShelfResult["row"];
type Done = {
  detail: string;
  row: Row;
  waits?: boolean;
  /** In the product's own unit, where another was typed. */
  num?: string;
  product_id?: number;
  action?: string;
  count_key?: number;
};
/** Whoever holds the device, and when it happened by the server's clock. */
type Act = { item: ShelfItem; person: string; happened_time: string };

const need = (item: ShelfItem): string => {
  if (item.num === undefined || item.num === "0")
    throw new Refusal(422, "数を入力してください。", { num: ["数を入力してください"] });
  return item.num;
};

type Counted = {
  product_id: number;
  counted: string | null;
  counted_ready: string | null;
  person: string | null;
  last_count: number;
};

async function rowOf(db: Tx, who: Who, key: number | undefined, row: Counted): Promise<Row> {
  const { product_id, counted, counted_ready, person, last_count } = row;
  const told = { product_id, counted, counted_ready, on_shelf: onShelf(row), person, last_count };
  const known = { ...told, book: null, adjust: null, yen: null, moved: null, asks_second: false };
  if (key === undefined || counted === null) return known;
  const sheet = { key, state: "open", is_blind: false };
  const [shown] = await sheetRows(db, who, sheet, sql`r.product_id = ${product_id}`);
  const { book, adjust, yen, moved, asks_second } = shown!;
  return { ...known, book, adjust, yen, moved, asks_second };
}

/** The row of a number that was taken before. */
export async function rowNow(
  db: Tx,
  who: Who,
  { stocktake_key, product_id }: { stocktake_key: number; product_id: number },
): Promise<Row> {
  const [row] = await db
    .select()
    .from(stocktake_row)
    .where(and(eq(stocktake_row.stocktake_key, stocktake_key), eq(stocktake_row.product_id, product_id)));
  return row ? rowOf(db, who, stocktake_key, row) : null;
}

/** R11-6: what happened before the last confirmed count comes with its opposite. */
async function moveAtShelf(
  db: Tx,
  who: Who,
  { item, happened_time }: Act,
  product: StockFacts,
): Promise<Done> {
  const much = need(item);
  const { product_id, name, unit } = product;
  const row = (await lockStocks(db, [product_id])).get(product_id);
  const isOut = item.act === "stock_out";
  const num = isOut ? decimal(-milli(much)) : much;
  const late = isLate(happened_time, row!.last_inventory_time);
  const after = late ? row!.num : addDecimal(row!.num, num);
  const negative = isOut && !late ? (negativeText(after, unit) ?? (await heldAt(db, row!, after))) : null;
  const isAllowed = item.queued || (item.negative && item.reason !== undefined);
  if (negative && !isAllowed) throw new Refusal(409, negative, { negative: [negative] });
  const action = crypto.randomUUID();
  const at = { product_id, effective_date: tokyoDate(happened_time), occurred_time: happened_time };
  const words = negative ? (item.reason ?? "通信できないあいだの出庫") : (item.reason ?? null);
  const move = {
    ...at,
    kind: isOut ? ("out" as const) : ("in" as const),
    num,
    source: "hand" as const,
    words,
  };
  await addMoves(db, who, [move], { action });
  const detail = `「${name}」${formatNumber(much)}${unit} を${SHELF_ACT_LABEL[item.act]}しました。`;
  const shown = product.num === null ? "" : `在庫は ${formatNumber(after)}${unit} です。`;
  const now = late ? `${LATE_WORDS}（棚卸の数に入っているため、在庫は変わりません）。` : shown;
  return { detail: detail + now, row: null, product_id, action };
}

/** All that was counted, with what of it stands at 出荷待ち; added to, either number may be left out. */
function withReady(item: ShelfItem): ShelfItem {
  const { num, num_ready, mode, splits, keeps } = item;
  if (keeps) return item;
  const problem = splits && mode !== "add" ? bothProblem(item) : null;
  if (problem) throw new Refusal(422, `${problem.text}。`, { [problem.field]: [problem.text] });
  if (num_ready === undefined) return item;
  return { ...item, num: addDecimal(num ?? "0", num_ready) };
}

async function countAtShelf(db: Tx, who: Who, { item, person, happened_time }: Act, product: StockFacts) {
  const { product_id, name, unit } = product;
  const given = withReady(item);
  if (item.stocktake === undefined && given.num === undefined) need(given);
  const sheet =
    item.stocktake === undefined
      ? await sheetFor(db, who, product_id, item.sheet)
      : { key: item.stocktake, name: "" };
  const locked = await lockRow(db, who, sheet.key, product_id);
  const by = { person, counted_time: happened_time, client_id: item.client_id };
  const made = await saveCount(db, who, locked, by, { ...given, mode: item.mode ?? "replace" });
  const row = await rowOf(db, who, item.stocktake, made.row);
  if (made.question && made.count_key === null)
    throw new Asked(409, made.question, { replace: [made.question] }, row);
  const num = made.row.counted === null ? null : `${formatNumber(made.row.counted)}${unit}`;
  const detail =
    num === null
      ? `「${name}」を未入力に戻しました。`
      : `「${name}」は ${num} と数えました。${sheet.name && `「${sheet.name}」を確定すると在庫に入ります。`}`;
  return {
    detail: made.question ? `${made.question}表の「要確認」で回答してください。` : detail,
    waits: made.question !== null,
    row,
    product_id,
    count_key: made.count_key ?? undefined,
  };
}

/** A question, with the row as it stands, so that the answer names what was seen. */
export class Asked extends Refusal {
  constructor(
    status: 409,
    detail: string,
    errors: Record<string, string[]>,
    readonly row: Row,
  ) {
    super(status, detail, errors);
  }
}

async function takeBackMoves(db: Tx, who: Who, action: string): Promise<void> {
  const moves = await db.select().from(stock_move).where(eq(stock_move.action, action));
  const stocks = await lockStocks(db, [...new Set(moves.map(({ product_id }) => product_id))]);
  for (const { product_id, occurred_time } of moves) {
    const { last_inventory_time } = stocks.get(product_id)!;
    refuseIf(keptByCount({ occurred_time, last_inventory_time }));
  }
  await reverseAction(db, who, action, "棚での取消");
}

async function undoAtShelf(db: Tx, who: Who, { item, person, happened_time }: Act): Promise<Done> {
  const isScan = and(eq(shelf_scan.company_id, who.company_id), eq(shelf_scan.client_id, item.undoes ?? ""));
  const [scan] = await db.select().from(shelf_scan).where(isScan).for("update");
  if (!scan || scan.state !== "done" || scan.act === "stock_undo")
    throw new Refusal(404, "取り消す操作が見つかりません。");
  if (scan.action !== null) await takeBackMoves(db, who, scan.action);
  if (scan.count_key !== null)
    await undoCount(db, who, scan.count_key, {
      person,
      counted_time: happened_time,
      client_id: item.client_id,
    });
  await db.update(shelf_scan).set({ state: "undone" }).where(isScan);
  return { detail: "取り消しました。", row: null, product_id: scan.product_id ?? undefined };
}

export const performAtShelf = async (db: Tx, who: Who, act: Act): Promise<Done> => {
  if (act.item.act === "stock_undo") return undoAtShelf(db, who, act);
  const product = await findProduct(db, who, act.item);
  const { item, words } = await inOwnUnit(db, act.item, product.product_id);
  const own = { ...act, item };
  const done = await (item.act === "stock_count"
    ? countAtShelf(db, who, own, product)
    : moveAtShelf(db, who, own, product));
  return words ? { ...done, num: item.num, detail: `${done.detail}${words}` } : done;
};
