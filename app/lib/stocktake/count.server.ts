import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { stocktake_count, stocktake_row } from "~/lib/tables/stocktake.table.server";
import type { CountMode } from "~/lib/vocabulary/stocktake";
import { countsOf, sheetRows } from "./rows.server";
import { lockStocktake, refuseUnless } from "./sheet.server";
import type { ShelfItem } from "./shelf.schema";
import { replaceQuestion } from "./stocktake";
import type { answering } from "./stocktake.schema";
import { type Count, tallyCounts } from "./tally";

type Row = typeof stocktake_row.$inferSelect;
type NewCount = Partial<typeof stocktake_count.$inferInsert> & { mode: CountMode; num: string };
/** Whoever counted, and when by the server's clock. */
type Counter = { person: string; counted_time: string; client_id: string };

const isRow = ({ stocktake_key, product_id }: Pick<Row, "stocktake_key" | "product_id">) =>
  and(eq(stocktake_row.stocktake_key, stocktake_key), eq(stocktake_row.product_id, product_id));

export async function lockRow(db: Tx, who: Who, key: number, product_id: number): Promise<Row> {
  const sheet = await lockStocktake(db, who, key, "share");
  refuseUnless(sheet, "open");
  const [row] = await db
    .select()
    .from(stocktake_row)
    .where(isRow({ stocktake_key: key, product_id }))
    .for("update");
  if (!row) throw new Refusal(404, `この商品は棚卸「${sheet.name}」の表にありません。`);
  return row;
}

async function insertCount(db: Tx, who: Who, row: Row, by: Counter, count: NewCount): Promise<number> {
  const { stocktake_key, product_id, seller_id } = row;
  const at = { stocktake_key, product_id, seller_id, recorded_time: who.now, username: who.username };
  const [made] = await db
    .insert(stocktake_count)
    .values({ ...at, ...by, ...count })
    .returning({ key: stocktake_count.key });
  return made!.key;
}

async function retally(db: Tx, row: Row, more: { reason?: string | null } = {}): Promise<Row> {
  const counts = (await countsOf(db, row.stocktake_key, [row.product_id])).get(row.product_id) ?? [];
  const { persons, waiting, parts: _, ...tally } = tallyCounts(counts);
  const { counted, counted_time } = tally;
  const isSame = counted === row.counted && counted_time === row.counted_time;
  const [made] = await db
    .update(stocktake_row)
    .set({
      ...tally,
      num_persons: persons.length,
      num_waiting: waiting.length,
      is_minute_in: isSame ? row.is_minute_in : null,
      ...more,
    })
    .where(isRow(row))
    .returning();
  return made!;
}

async function standingOf(db: Tx, who: Who, row: Row, person: string) {
  if (row.counted === null) return null;
  // Only a number of another person's may wait for a second.
  const [shown] =
    row.person === person
      ? []
      : await sheetRows(
          db,
          who,
          { key: row.stocktake_key, state: "open", is_blind: false },
          sql`r.product_id = ${row.product_id}`,
        );
  return {
    counted: row.counted,
    counted_time: row.counted_time!,
    person: row.person!,
    last_count: row.last_count,
    asks_second: shown?.asks_second ?? false,
  };
}

type Given = Pick<
  ShelfItem,
  "num" | "num_ready" | "seen" | "replace" | "reason" | "shelf" | "queued" | "keeps"
> & {
  mode: "replace" | "add";
};

/** A number that came late to a row that somebody counted meanwhile is kept, and waits for an answer. */
export async function saveCount(db: Tx, who: Who, row: Row, by: Counter, given: Given) {
  const { num, num_ready = null, mode, shelf = null, queued } = given;
  const reason = given.reason === undefined ? {} : { reason: given.reason };
  if (given.keeps) return { row: await retally(db, row, reason), count_key: null, question: null };
  const standing = await standingOf(db, who, row, by.person);
  if (num === undefined) {
    if (standing) await clearRow(db, who, row, by);
    return { row: await retally(db, row, reason), count_key: null, question: null };
  }
  const question = replaceQuestion(standing, { ...given, person: by.person });
  if (question && !queued) return { row, count_key: null, question };
  const is_waiting = question !== null;
  const count_key = await insertCount(db, who, row, by, { mode, num, num_ready, shelf, is_waiting });
  return { row: await retally(db, row, reason), count_key, question };
}

async function clearRow(db: Tx, who: Who, row: Row, by: Counter): Promise<void> {
  const counts = (await countsOf(db, row.stocktake_key, [row.product_id])).get(row.product_id) ?? [];
  const undone = new Set(counts.map(({ undoes }) => undoes));
  const live = counts.filter(
    ({ key, mode, is_waiting }) => mode !== "drop" && !is_waiting && !undone.has(key),
  );
  for (const [index, { key }] of live.entries()) {
    const client_id = index === 0 ? by.client_id : `${by.client_id}.${index}`;
    await insertCount(db, who, row, { ...by, client_id }, { mode: "drop", num: "0", undoes: key });
  }
}

export async function undoCount(db: Tx, who: Who, count_key: number, by: Counter): Promise<Row> {
  const [count] = await db.select().from(stocktake_count).where(eq(stocktake_count.key, count_key));
  if (!count) throw notFound("数えた数");
  const row = await lockRow(db, who, count.stocktake_key, count.product_id);
  const [known] = await db.select().from(stocktake_count).where(eq(stocktake_count.undoes, count_key));
  if (known) throw new Refusal(409, "この数は、すでに取り消されています。");
  await insertCount(db, who, row, by, { mode: "drop", num: "0", undoes: count_key });
  return retally(db, row);
}

/** What came late is taken, added or left; moves of the same minute are in the book or not. */
export async function answerRow(
  db: Tx,
  who: Who,
  key: number,
  product_id: number,
  { count, take, minute }: z.output<typeof answering>,
) {
  const row = await lockRow(db, who, key, product_id);
  if (minute !== undefined)
    await db
      .update(stocktake_row)
      .set({ is_minute_in: minute === "in" })
      .where(isRow(row));
  if (count === undefined || take === undefined) return { key, num_rows: 1 };
  const counts = (await countsOf(db, key, [product_id])).get(product_id) ?? [];
  const waiting = tallyCounts(counts).waiting.find((one: Count) => one.key === count);
  if (!waiting) throw new Refusal(409, "この数には、すでに回答があります。画面を読み込み直してください。");
  const { num, num_ready, counted_time, person } = waiting;
  const by = { person, counted_time, client_id: `answer.${count}` };
  const much = take === "drop" ? { num: "0" } : { num, num_ready };
  await insertCount(db, who, row, by, { mode: take, ...much, answers: count });
  await retally(db, row);
  return { key, num_rows: 1 };
}
