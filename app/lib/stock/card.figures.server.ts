import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { floored } from "~/lib/money/whole";
import { card } from "~/lib/tables/card.table.server";
import { factory, product } from "~/lib/tables/factory.table.server";
import { type Stock, stock, stock_allocation } from "~/lib/tables/stock.table.server";
import { goneFromStock } from "~/lib/task/ship.stock.server";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { type CardStock, cardStock, type WaitingFilter, type WaitingRow } from "./allocation.schema";
import { cannotAllocate } from "./allocation.server";
import { figures, free } from "./figures";
import { byDue, shareOut } from "./queue";
import { lotsOf } from "./work.read.server";

const sum = (rows: { num: string }[]) => addDecimal("0", ...rows.map((row) => row.num));
const rest = (all: string, taken: string) => {
  const left = milli(all) - milli(taken);
  return decimal(left > 0n ? left : 0n);
};

const cardsOf = (db: Tx, who: Who) =>
  db
    .select({
      card,
      is_for_stock: factory.is_stock,
      product_unit: product.order_unit,
      code: product.code,
      stock,
    })
    .from(card)
    .innerJoin(factory, eq(factory.id, card.buyer_id))
    .leftJoin(product, eq(product.product_id, card.product_id))
    .leftJoin(stock, eq(stock.product_id, card.product_id))
    .$dynamic()
    .where(eq(card.seller_id, who.company_id));
type Found = Awaited<ReturnType<typeof cardsOf>>[number];

const heldIn = (row: Stock) => ({
  num: row.num,
  arriving: row.num_arriving,
  allocated: row.num_allocated,
  parts: row.num_parts,
  threshold: row.num_threshold,
});
const freeIn = ({ stock: row, product_unit }: Found): string => {
  const num = row?.is_managed ? free(heldIn(row)) : "0";
  return product_unit === "kg" ? num : floored(num);
};

/** Of the factory that makes it alone. */
export async function cardStockOf(db: Tx, who: Who, key: number): Promise<CardStock> {
  const [found] = await cardsOf(db, who).where(and(eq(card.seller_id, who.company_id), eq(card.key, key)));
  if (!found) throw notFound("カード");
  const lot = (await lotsOf(db, [key])).find((one) => one.key === key)!;
  const allocations = await db
    .select()
    .from(stock_allocation)
    .where(eq(stock_allocation.card_key, key))
    .orderBy(asc(stock_allocation.key));
  const inState = (state: string) => sum(allocations.filter((one) => one.state === state));
  const [allocated, shipped] = [inState("open"), inState("shipped")];
  const row = found.stock?.is_managed || allocated !== "0" ? found.stock : null;
  return cardStock.parse({
    stock: row && {
      product_id: row.product_id,
      code: found.code,
      order_unit: found.product_unit,
      is_managed: row.is_managed,
      known: who.permissions.includes("inventory")
        ? { num: row.num, effective: figures(heldIn(row)).effective, free: freeIn(found) }
        : null,
      is_for_stock: found.is_for_stock,
    },
    num_items: lot.num_items,
    allocated,
    shipped,
    lacking: lot.shipped_time ? "0" : rest(lot.num_items, addDecimal(lot.good, lot.defective, allocated)),
    left: (await goneFromStock(db, { key }))?.after ?? null,
    allocations,
  });
}

const MOST = 300;

/** Cards that could have some of their product from stock, in the order in which that is suggested. */
export async function waitingCards(db: Tx, who: Who, { product_id, keys }: WaitingFilter) {
  const own = eq(card.seller_id, who.company_id);
  const some = keys
    ? inArray(card.key, keys)
    : and(
        eq(card.product_id, product_id ?? 0),
        ne(card.group_id, NON_KANBAN_GROUP),
        eq(factory.is_stock, false),
      );
  const asked = await cardsOf(db, who)
    .where(and(own, some))
    .orderBy(asc(card.delivery_date), asc(card.key))
    .limit(MOST);
  if (asked.length === 0) return { items: [] };
  const all = asked.map((row) => row.card.key);
  const lots = new Map((await lotsOf(db, all)).map((lot) => [lot.key, lot]));
  const open = await db
    .select({ card_key: stock_allocation.card_key, num: stock_allocation.num })
    .from(stock_allocation)
    .where(and(inArray(stock_allocation.card_key, all), eq(stock_allocation.state, "open")));
  const names = await namesOf(db, [...new Set(asked.map((row) => row.card.buyer_id))]);
  const rows = asked.map((row) => {
    const { key, id, name, buyer_id, status, version, delivery_date, is_urgent } = row.card;
    const allocated = sum(open.filter((each) => each.card_key === key));
    const { num_items, good, defective } = lots.get(key)!;
    const detail = whyNot(row);
    return {
      card_key: key,
      card_id: id,
      version,
      card_name: name,
      buyer_name: names.get(buyer_id) ?? "",
      status,
      delivery_date,
      is_urgent,
      product_id: row.card.product_id ?? 0,
      code: row.code,
      order_unit: row.product_unit ?? row.card.order_unit,
      num_items,
      allocated,
      lacking: detail ? "0" : rest(num_items, addDecimal(good, defective, allocated)),
      free: freeIn(row),
      detail,
    };
  });
  const there = new Map(asked.map((row) => [row.card.product_id ?? 0, freeIn(row)]));
  const items: WaitingRow[] = shareOut(rows, there).sort(byDue);
  const some_left = (row: WaitingRow) => row.lacking !== "0" || row.detail !== null;
  return { items: keys ? items : items.filter(some_left) };
}

function whyNot({ card: one, stock: row, is_for_stock }: Found): string | null {
  if (!row?.is_managed) return "在庫管理している商品のカードではありません。";
  if (is_for_stock) return "在庫にするカードには引き当てられません。";
  return cannotAllocate(one);
}
