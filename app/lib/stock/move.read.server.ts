import { and, eq, getTableColumns, gte, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import type { FileRow } from "~/lib/file/file.schema";
import { holding } from "~/lib/product/product.find.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock, stock_move } from "~/lib/tables/stock.table.server";
import { stocktake } from "~/lib/tables/stocktake.table.server";
import { periodMeant } from "~/lib/task/ship.list.schema";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { balancesOf } from "./balance.server";
import { keptBecause } from "./move";
import { HAS_RETURNS } from "./returned.server";
import { type StockDays, type StockMoveFilter, type StockMoveRow, stockMoveRow } from "./stock.schema";
import { moveCount, moveDays } from "./tally.server";
import { PRICE_NOW, PROVISIONAL_NOW } from "./value.read.server";

const opposite = alias(stock_move, "opposite");
const COLUMNS = {
  ...getTableColumns(stock_move),
  unit_price: PRICE_NOW,
  is_provisional: PROVISIONAL_NOW,
  code: stock.code,
  stock_kind: sql<"product" | "part">`${stock.kind}`,
  last_inventory_time: stock.last_inventory_time,
  name: product.name,
  order_unit: product.order_unit,
  card_id: card.id,
  stocktake_name: sql<
    string | null
  >`(select t.name from ${stocktake} t where t.key = ${stock_move.stocktake_key})`,
  reversed_by: opposite.key,
  has_returns: HAS_RETURNS,
  delivery: sql<{ key: number; number: string } | null>`case when ${stock_move.source} = 'allocation' then (
    select jsonb_build_object('key', d.key, 'number', d.number) from ${delivery_line} l join ${delivery} d on d.key = l.delivery_key
    where l.card_key = ${stock_move.card_key} and l.is_live order by d.key desc limit 1) end`,
};
const moves = (db: Tx) =>
  db
    .select(COLUMNS)
    .from(stock_move)
    .innerJoin(stock, eq(stock.product_id, stock_move.product_id))
    .innerJoin(product, eq(product.product_id, stock_move.product_id))
    .leftJoin(opposite, and(eq(opposite.reverses, stock_move.key), isNotNull(opposite.reverses)))
    .leftJoin(card, eq(card.key, stock_move.card_key));
type Found = Awaited<ReturnType<typeof moves>>[number];

const ORDERS: Orders<Found> = {
  key: stock_move.key,
  keyOf: (row) => row.key,
  by: {
    recorded: { by: stock_move.recorded_time, kind: "instant", of: (row) => row.recorded_time },
    effective: { by: stock_move.effective_date, kind: "date", of: (row) => row.effective_date },
  },
};

type Conditions = Omit<StockMoveFilter, "after" | "before" | "sort" | "size">;

/** 仮単価: receipts that stand, whose price is still to be said. */
const isProvisional = (who: Who) =>
  who.company_type === "seller" && seesAmounts(who)
    ? sql`${stock_move.is_provisional} and ${PROVISIONAL_NOW} and not exists (select from stock_move r where r.reverses = ${stock_move}.key)`
    : sql`false`;

async function movesWhere(
  db: Tx,
  who: Who,
  { q, from, to, move, kind, product_id, card: number, action, actor, price }: Conditions,
) {
  const conditions: (SQL | undefined)[] = [
    // Of the move itself, whose index leads by company and day.
    eq(who.company_type === "seller" ? stock_move.seller_id : stock_move.buyer_id, who.company_id),
    from ? gte(stock_move.effective_date, from) : undefined,
    to ? lte(stock_move.effective_date, to) : undefined,
    move ? eq(stock_move.kind, move) : undefined,
    kind ? eq(stock.kind, kind) : undefined,
    product_id ? eq(stock_move.product_id, product_id) : undefined,
    number ? eq(card.id, number) : undefined,
    action ? eq(stock_move.action, action) : undefined,
    price ? isProvisional(who) : undefined,
    actor ? sql`${stock_move.actor_name} ilike ${containing(actor)}` : undefined,
    q ? await holding(db, q) : undefined,
  ];
  return and(...conditions);
}

const NOT_TOLD = {
  card_key: null,
  card_id: null,
  stocktake_key: null,
  stocktake_name: null,
  delivery: null,
  reason: null,
  words: null,
  actor_name: "",
};

/** A buyer reads what came and went of its products, not whose card it was, why, nor at which price. */
const rowOf = (who: Who, balances: ReadonlyMap<number, string>, photos: FileRow[]) => {
  const isOwner = who.company_type !== "seller";
  const amounts = !isOwner && seesAmounts(who);
  return (row: Found): StockMoveRow =>
    stockMoveRow.parse({
      ...row,
      balance: balances.get(row.key),
      unit_price: amounts ? row.unit_price : null,
      delivery: amounts ? row.delivery : null,
      photos: photos.filter(({ owner_key }) => owner_key === String(row.key)),
      kept_because: isOwner ? "登録した工場だけが取り消せます。" : keptBecause(row),
      ...(isOwner ? NOT_TOLD : {}),
    });
};

/** This month, unless something narrower is asked for; what is not told finds nothing out. */
function meant(who: Who, given: Conditions): Conditions {
  const asked = who.company_type === "seller" ? given : { ...given, actor: undefined, card: undefined };
  const isNarrow =
    asked.product_id !== undefined ||
    asked.action !== undefined ||
    asked.card !== undefined ||
    asked.price !== undefined;
  return isNarrow ? asked : { ...asked, ...periodMeant(asked, today(new Date(who.now))) };
}

/** With one of these the moves themselves are counted. */
const isTallied = ({ q, product_id, card: number, action, actor, price }: Conditions) =>
  [q, product_id, number, action, actor, price].every((asked) => asked === undefined);
const kindOf = ({ kind }: Conditions) => ({ kind, owners: [] });

export async function daysOf(db: Tx, who: Who, given: Conditions): Promise<{ items: StockDays }> {
  const asked = meant(who, given);
  if (isTallied(asked)) return { items: await moveDays(db, who, kindOf(asked), asked) };
  const where = await movesWhere(db, who, asked);
  const sum = (sign: "<" | ">") =>
    sql<string>`trim_scale(abs(coalesce(sum(${stock_move.num}) filter (where ${stock_move.num} ${sql.raw(sign)} 0), 0)))::text`;
  const items = await db
    .select({
      date: stock_move.effective_date,
      order_unit: product.order_unit,
      num_in: sum(">"),
      num_out: sum("<"),
    })
    .from(stock_move)
    .innerJoin(stock, eq(stock.product_id, stock_move.product_id))
    .innerJoin(product, eq(product.product_id, stock_move.product_id))
    .leftJoin(card, eq(card.key, stock_move.card_key))
    .where(where)
    .groupBy(stock_move.effective_date, product.order_unit)
    .orderBy(stock_move.effective_date, product.order_unit);
  return { items };
}

async function totalOf(db: Tx, who: Who, asked: Conditions, where: SQL | undefined) {
  if (!isTallied(asked)) return countRows(db, moves(db).where(where));
  return { total: await moveCount(db, who, kindOf(asked), asked), total_more: false };
}

export async function listMoves(db: Tx, who: Who, { after, before, sort, size, ...given }: StockMoveFilter) {
  const asked = meant(who, given);
  const where = await movesWhere(db, who, asked);
  const page = await keysetPage<Found>(
    (beyond, by, limit) => moves(db).where(and(where, beyond)).orderBy(by).limit(limit),
    ORDERS,
    { after, before, sort },
    size,
  );
  const byHand = page.items.filter(({ source }) => source === "hand").map(({ key }) => key);
  const photos = await filesOf(db, who, "stock_move", byHand);
  const items = page.items.map(rowOf(who, await balancesOf(db, page.items), photos));
  return { ...page, items, ...(await totalOf(db, who, asked, where)) };
}
