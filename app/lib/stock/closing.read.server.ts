import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { holding } from "~/lib/product/product.find.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock, stock_closing, stock_closing_row, stock_correction } from "~/lib/tables/stock.table.server";
import type { ClosingRow, closingRowFilter, StockClosing } from "./closing.schema";
import { closingOf, openMonths } from "./closing.server";
import { newestClosing } from "./correct.server";

const MOST = 240;

async function closingsOf(db: Tx, who: Who, key?: number): Promise<StockClosing[]> {
  const rows = await db
    .select({
      ...getTableColumns(stock_closing),
      num_corrected: sql<number>`(select count(*)::int from stock_correction c where c.closing_key = ${stock_closing}.key)`,
      value_corrected: sql<number>`(select coalesce(sum(c.value), 0)::float8 from stock_correction c where c.closing_key = ${stock_closing}.key)`,
    })
    .from(stock_closing)
    .where(
      and(
        eq(stock_closing.seller_id, who.company_id),
        key === undefined ? undefined : eq(stock_closing.key, key),
      ),
    )
    .orderBy(desc(stock_closing.month), desc(stock_closing.key))
    .limit(MOST);
  const newest = await newestClosing(db, who.company_id);
  return rows.map((row) => ({ ...row, month: row.month.slice(0, 7), is_newest: row.key === newest?.key }));
}

export async function listClosings(db: Tx, who: Who) {
  return { items: await closingsOf(db, who), months: await openMonths(db, who) };
}

export async function findClosing(db: Tx, who: Who, key: number) {
  await closingOf(db, who, key);
  const [head] = await closingsOf(db, who, key);
  const total = (name: "start_value" | "value_corrected" | "value_in" | "value_out" | "variance") =>
    sql<number>`coalesce(sum(${stock_closing_row[name]}), 0)::float8`;
  const [sums] = await db
    .select({
      start_value: total("start_value"),
      value_corrected: total("value_corrected"),
      value_in: total("value_in"),
      value_out: total("value_out"),
      variance: total("variance"),
    })
    .from(stock_closing_row)
    .where(eq(stock_closing_row.closing_key, key));
  return { ...head!, sums: sums! };
}

const NAMED = { code: stock.code, name: product.name, order_unit: product.order_unit };
const rowsOf = (db: Tx) =>
  db
    .select({ ...getTableColumns(stock_closing_row), ...NAMED })
    .from(stock_closing_row)
    .innerJoin(stock, eq(stock.product_id, stock_closing_row.product_id))
    .innerJoin(product, eq(product.product_id, stock_closing_row.product_id));
const BY_CODE: Orders<ClosingRow> = {
  key: stock_closing_row.product_id,
  keyOf: (row) => row.product_id,
  by: { code: { by: stock.code, kind: "text", of: (row) => row.code } },
};

export async function listClosingRows(
  db: Tx,
  who: Who,
  key: number,
  { q, size, ...cursor }: z.output<typeof closingRowFilter>,
) {
  await closingOf(db, who, key);
  const where = and(eq(stock_closing_row.closing_key, key), q ? await holding(db, q) : undefined);
  const page = await keysetPage<ClosingRow>(
    (beyond, by, limit) => rowsOf(db).where(and(where, beyond)).orderBy(by).limit(limit),
    BY_CODE,
    { ...cursor, sort: "code" },
    size,
  );
  return { ...page, ...(await countRows(db, rowsOf(db).where(where))) };
}

const ROWS_MAX = 1000;

/** その後の訂正, the latest first. */
export async function correctionsOf(db: Tx, who: Who, key: number) {
  await closingOf(db, who, key);
  const items = await db
    .select({ ...getTableColumns(stock_correction), ...NAMED })
    .from(stock_correction)
    .innerJoin(stock, eq(stock.product_id, stock_correction.product_id))
    .innerJoin(product, eq(product.product_id, stock_correction.product_id))
    .where(eq(stock_correction.closing_key, key))
    .orderBy(desc(stock_correction.key))
    .limit(ROWS_MAX);
  return { items };
}
