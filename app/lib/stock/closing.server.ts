import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock_closing, stock_closing_row, stock_correction } from "~/lib/tables/stock.table.server";
import { addDays, dateParts, isoDate, monthEnd, shiftMonth, today } from "~/lib/time/date";
import {
  type Corrected,
  isEmpty,
  type MonthRow,
  monthOf,
  type Standing,
  standingAt,
  stillMonth,
} from "./closing";
import type { closing } from "./closing.schema";
import { correctMonth, frozenOf, newestClosing } from "./correct.server";
import { histories, methodOf } from "./value.read.server";

type Closing = typeof stock_closing.$inferSelect;
type Row = MonthRow & { product_id: number };

const ymOf = (day: string) => dateParts(day).year * 100 + dateParts(day).month;
const monthText = (ym: number) => isoDate(Math.floor(ym / 100), ym % 100, 1).slice(0, 7);
const firstDay = (month: string) => `${month}-01`;
const lastDay = (month: string) => {
  const { year, month: of } = dateParts(firstDay(month));
  return isoDate(year, of, monthEnd(year, of));
};

const FIRST_MONTHS = 12;

/** The one after the newest; as the first one, any that is over. */
export async function openMonths(db: Tx, who: Who): Promise<string[]> {
  const last = shiftMonth(ymOf(today(new Date(who.now))), -1);
  const newest = await newestClosing(db, who.company_id);
  if (!newest) return Array.from({ length: FIRST_MONTHS }, (_, at) => monthText(shiftMonth(last, -at)));
  const next = shiftMonth(ymOf(newest.month), 1);
  return next <= last ? [monthText(next)] : [];
}

async function refuseOtherMonths(db: Tx, who: Who, month: string): Promise<void> {
  const months = await openMonths(db, who);
  if (months.includes(month)) return;
  const [next] = months;
  const sentence =
    months.length === 1
      ? `${next!.replace("-", "年")}月から順に締めてください。`
      : months.length === 0
        ? "締められる月がありません。終わった月は、すべて締めてあります。"
        : "まだ終わっていない月と、1年より前の月は締められません。";
  throw new Refusal(422, sentence, { month: [sentence] });
}

/** Those that moved since are replayed; of the others the month before tells everything. */
async function monthRows(db: Tx, who: Who, month: string): Promise<Row[]> {
  const [start, end] = [firstDay(month), lastDay(month)];
  const before = await newestClosing(db, who.company_id);
  const frozen = before && (await frozenOf(db, before.key));
  const since = before ? sql`and m.effective_date > ${before.end_date}` : sql``;
  const { rows: moved } = await db.execute<{ product_id: number }>(sql`
    select s.product_id::int from stock s where s.seller_id = ${who.company_id}
      and exists (select from stock_move m where m.product_id = s.product_id ${since}) order by s.product_id`);
  const made: Row[] = [];
  const add = (product_id: number, row: MonthRow) => isEmpty(row) || made.push({ product_id, ...row });
  const left = new Set(frozen?.ids ?? []);
  const ids = moved.map(({ product_id }) => product_id);
  for await (const found of histories(db, ids, await methodOf(db, who.company_id)))
    for (const [id, history] of found) {
      left.delete(id);
      const known: { frozen: Standing; corrected: Corrected } = frozen?.of(id) ?? {
        frozen: standingAt(history.moves, history.steps, addDays(start, -1)),
        corrected: { num: "0", value: 0, cost: 0 },
      };
      add(id, monthOf(history, [start, end], known.frozen, known.corrected));
    }
  for (const id of left) {
    const { frozen: known, corrected } = frozen!.of(id);
    add(id, stillMonth(known, corrected));
  }
  return made.sort((a, b) => a.product_id - b.product_id);
}

const seenOf = (month: string, method: string, rows: Row[]): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        month,
        method,
        rows.map(({ product_id, num, stock_value }) => [product_id, num, stock_value]),
      ]),
    )
    .digest("base64url")
    .slice(0, 24);

const sum = (rows: Row[], name: "stock_value" | "value_in" | "value_out") =>
  rows.reduce((all, row) => all + row[name], 0);

/** 支給品 is worth nothing, and asks for no price. */
async function unpricedOf(db: Tx, rows: Row[]): Promise<number> {
  const ids = rows.flatMap(({ product_id, num, stock_value }) =>
    num !== "0" && stock_value === 0 ? [product_id] : [],
  );
  return ids.length === 0
    ? 0
    : db.$count(product, and(inArray(product.product_id, ids), isNull(product.ownership)));
}

async function doubtsOf(db: Tx, who: Who, end: string, rows: Row[]) {
  const { rows: found } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from stock_move m where m.seller_id = ${who.company_id} and m.is_provisional
      and m.effective_date <= ${end} and not exists (select from stock_move r where r.reverses = m.key)
      and not exists (select from stock_price p where p.move_key = m.key and not p.is_provisional)`);
  return {
    num_negative: rows.filter(({ num }) => num.startsWith("-")).length,
    num_provisional: found[0]!.n,
    num_unpriced: await unpricedOf(db, rows),
  };
}

export async function previewClosing(db: Tx, who: Who, asked?: string) {
  const month = asked ?? (await openMonths(db, who))[0];
  if (month === undefined) await refuseOtherMonths(db, who, "");
  await refuseOtherMonths(db, who, month!);
  const rows = await monthRows(db, who, month!);
  const end_date = lastDay(month!);
  const valuation = await methodOf(db, who.company_id);
  return {
    month: month!,
    end_date,
    valuation,
    num_products: rows.length,
    stock_value: sum(rows, "stock_value"),
    value_in: sum(rows, "value_in"),
    value_out: sum(rows, "value_out"),
    ...(await doubtsOf(db, who, end_date, rows)),
    seen: seenOf(month!, valuation, rows),
  };
}

/** Nothing moves meanwhile, so that whoever comes after sees the month closed. */
const lockAll = (db: Tx, who: Who) =>
  db.execute(
    sql`select from stock where seller_id = ${who.company_id} order by product_id for no key update`,
  );

/** A statement carries 65,535 values at most. */
const AT_ONCE = 2000;

export async function closeMonth(db: Tx, who: Who, { month, seen }: z.output<typeof closing>) {
  await lockAll(db, who);
  await refuseOtherMonths(db, who, month);
  const rows = await monthRows(db, who, month);
  const valuation = await methodOf(db, who.company_id);
  if (seenOf(month, valuation, rows) !== seen)
    throw new Refusal(
      409,
      "確認のあとで在庫が変わりました。新しい数を確認してから、もう一度押してください。",
    );
  const [made] = await db
    .insert(stock_closing)
    .values({
      seller_id: who.company_id,
      month: firstDay(month),
      end_date: lastDay(month),
      valuation,
      num_products: rows.length,
      stock_value: sum(rows, "stock_value"),
      closed_time: who.now,
      closed_by: who.name,
    })
    .returning();
  const { key } = made!;
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insert(stock_closing_row)
      .values(
        rows.slice(at, at + AT_ONCE).map((row) => ({ ...row, closing_key: key, seller_id: who.company_id })),
      );
  return { key, month };
}

export async function closingOf(db: Tx, who: Who, key: number): Promise<Closing> {
  const [row] = await db
    .select()
    .from(stock_closing)
    .where(and(eq(stock_closing.key, key), eq(stock_closing.seller_id, who.company_id)));
  if (!row) throw notFound("在庫の月締め");
  return row;
}

/** Newest first. What it had been corrected by is then reckoned against the month before. */
export async function undoClosing(db: Tx, who: Who, key: number) {
  await lockAll(db, who);
  const row = await closingOf(db, who, key);
  refuseIf(row.undone_time === null ? null : "すでに取り消されています。");
  const newest = await newestClosing(db, who.company_id);
  refuseIf(newest?.key === key ? null : "あとの月が締めてあります。新しい月から順に取り消してください。");
  const corrected = await db
    .selectDistinct({ product_id: stock_correction.product_id })
    .from(stock_correction)
    .where(eq(stock_correction.closing_key, key));
  await db
    .update(stock_closing)
    .set({ undone_time: who.now, undone_by: who.name })
    .where(eq(stock_closing.key, key));
  const before = await newestClosing(db, who.company_id);
  const why = { now: who.now, words: "あとの月の締めの取消" };
  if (before)
    for await (const found of histories(
      db,
      corrected.map(({ product_id }) => product_id),
      await methodOf(db, who.company_id),
    ))
      await correctMonth(db, before, found, why);
  return { key, month: row.month.slice(0, 7) };
}
