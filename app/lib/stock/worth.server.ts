import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { holding } from "~/lib/product/product.find.server";
import { stock_closing, stock_correction, stock_move } from "~/lib/tables/stock.table.server";
import { today } from "~/lib/time/date";
import { standingAt } from "./closing";
import { pricePerOne } from "./figures";
import { valueFormula } from "./formula";
import { findStock } from "./stock.read.server";
import { histories, methodOf, PROVISIONAL_NOW } from "./value.read.server";
import type { ValueStep, WorthRow, worthAsked } from "./worth.schema";

/** What moved after the day is reckoned up to it; the others are as they are. */
async function movedSince(db: Tx, who: Who, date: string) {
  const { rows } = await db.execute<{ product_id: number }>(sql`
    select s.product_id::int from stock s where s.seller_id = ${who.company_id}
      and exists (select from stock_move m where m.product_id = s.product_id and m.effective_date > ${date}) order by s.product_id`);
  const ids = rows.map(({ product_id }) => product_id);
  const at = [];
  for await (const found of histories(db, ids, await methodOf(db, who.company_id)))
    for (const [product_id, { moves, steps }] of found)
      at.push({ product_id, ...standingAt(moves, steps, date) });
  return at;
}

type Read = Omit<WorthRow, "unit_price">;
const BY_CODE: Orders<Read> = {
  key: sql`w.product_id`,
  keyOf: (row) => row.product_id,
  by: { code: { by: sql`w.code`, kind: "text", of: (row) => row.code } },
};

export async function worthsAt(
  db: Tx,
  who: Who,
  { date: asked, q, kind, size, ...cursor }: z.output<typeof worthAsked>,
) {
  const date = asked ?? today(new Date(who.now));
  const at = JSON.stringify(await movedSince(db, who, date));
  const where = and(
    sql`s.seller_id = ${who.company_id}`,
    kind ? sql`s.kind = ${kind}` : undefined,
    q ? await holding(db, q) : undefined,
  );
  const all = sql`(select s.product_id::int, s.code, product.name, product.order_unit, s.kind,
      trim_scale(coalesce(a.num, s.num))::text as num, coalesce(a.stock_value, s.stock_value)::float8 as stock_value
    from stock s join product on product.product_id = s.product_id
      left join jsonb_to_recordset(${at}::jsonb) as a(product_id bigint, num numeric, stock_value bigint) on a.product_id = s.product_id
    where ${where} and (coalesce(a.num, s.num), coalesce(a.stock_value, s.stock_value)) <> (0, 0)) w`;
  const read = async (beyond: SQL | undefined, by: SQL, limit: number) =>
    (
      await db.execute<Read>(
        sql`select * from ${all} where ${beyond ?? sql`true`} order by ${by} limit ${limit}`,
      )
    ).rows;
  const page = await keysetPage<Read>(read, BY_CODE, { ...cursor, sort: "code" }, size);
  const { rows } = await db.execute<{ total: number; stock_value: number }>(
    sql`select count(*)::int as total, coalesce(sum(stock_value), 0)::float8 as stock_value from ${all}`,
  );
  return {
    ...page,
    items: page.items.map((row) => ({ ...row, unit_price: pricePerOne(row.num, row.stock_value) })),
    total: rows[0]!.total,
    total_more: false,
    sums: { stock_value: rows[0]!.stock_value },
    date,
    valuation: await methodOf(db, who.company_id),
  };
}

const ROWS_MAX = 300;

async function correctionsOf(db: Tx, product_id: number) {
  const rows = await db
    .select({ correction: stock_correction, month: stock_closing.month })
    .from(stock_correction)
    .innerJoin(stock_closing, eq(stock_closing.key, stock_correction.closing_key))
    .where(and(eq(stock_correction.product_id, product_id), isNull(stock_closing.undone_time)))
    .orderBy(desc(stock_correction.key));
  return rows.map(({ correction, month }) => ({ ...correction, month: month.slice(0, 7) }));
}

/** How the stock of a product came to be worth what it is, move by move. */
export async function stepsOf(db: Tx, who: Who, product_id: number) {
  const { ownership } = await findStock(db, who, product_id);
  const method = await methodOf(db, who.company_id);
  const valuation = ownership === "supplied" ? "standard" : method;
  const read = await db
    .select({ key: stock_move.key, kind: stock_move.kind, is_provisional: PROVISIONAL_NOW })
    .from(stock_move)
    .where(eq(stock_move.product_id, product_id))
    .orderBy(asc(stock_move.key));
  const more = new Map(read.map((row) => [row.key, row]));
  const items: ValueStep[] = [];
  for await (const found of histories(db, [product_id], valuation)) {
    const { moves, steps } = found.get(product_id)!;
    const reversed = new Set(moves.map(({ reverses }) => reverses));
    let before = { qty: "0", stock_value: 0 };
    for (const [at, move] of moves.entries()) {
      const after = steps[at]!;
      const { kind, is_provisional } = more.get(move.key)!;
      const { value, qty, stock_value } = after;
      const formula = valueFormula(valuation, before, move, after);
      const { key, effective_date, num, unit_price } = move;
      const is_receipt = kind === "in" && !reversed.has(key);
      const said = { is_provisional: is_receipt && is_provisional, is_receipt };
      items.push({ key, effective_date, kind, num, unit_price, value, qty, stock_value, formula, ...said });
      before = { qty, stock_value };
    }
  }
  return {
    valuation,
    items: items.reverse().slice(0, ROWS_MAX),
    more: items.length > ROWS_MAX,
    corrections: await correctionsOf(db, product_id),
  };
}
