import { and, asc, eq, inArray, or, type SQL } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { factory } from "~/lib/tables/factory.table.server";
import { supply_move } from "~/lib/tables/supply.table.server";
import { type ISODate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { findOrder } from "./order.read.server";
import { settlementFrom, supplyBalance, usedFor } from "./supply";
import { type Goods, goodsOf, paymentDates } from "./supply.goods.server";
import type { SupplyFilter } from "./supply.list";
import { type SupplyEntry, type SupplyLedger, supplyLedger, supplyOfOrder, supplyRow } from "./supply.schema";

type Stored = typeof supply_move.$inferSelect;
type Books = { rows: Stored[]; goods: Map<string, Goods>; names: Map<string, string> };

const ofItem = (row: Pick<Stored, "seller_id" | "buyer_id" | "kind" | "item" | "unit">) =>
  JSON.stringify([row.seller_id, row.buyer_id, row.kind, row.item, row.unit]);
const lineOf = ({ order_key, line_no }: Pick<Stored, "order_key" | "line_no">) => `${order_key} ${line_no}`;

async function booksOf(db: Tx, who: Who, where?: SQL): Promise<Books> {
  const ours = or(eq(supply_move.seller_id, who.company_id), eq(supply_move.buyer_id, who.company_id));
  const rows = await db.select().from(supply_move).where(and(ours, where)).orderBy(asc(supply_move.key));
  const goods = await goodsOf(
    db,
    rows.flatMap(({ order_key }) => order_key ?? []),
  );
  const ids = [...new Set(rows.flatMap((row) => [row.seller_id, row.buyer_id]))];
  const named =
    ids.length === 0
      ? []
      : await db.select({ id: factory.id, name: factory.name }).from(factory).where(inArray(factory.id, ids));
  return { rows, goods, names: new Map(named.map(({ id, name }) => [id, name])) };
}

/** By item, in the order of their first rows. */
function byItem(rows: Stored[]): Stored[][] {
  const items = new Map<string, Stored[]>();
  for (const row of rows) items.set(ofItem(row), [...(items.get(ofItem(row)) ?? []), row]);
  return [...items.values()];
}

const liveOf = (rows: Stored[]) => {
  const undone = new Set(rows.map(({ reverses }) => reverses));
  return rows.filter((row) => row.reverses === null && !undone.has(row.key));
};

type Entry = Omit<SupplyEntry, "rest">;

/** Of material handed over twice for one line, what its goods used is counted once (R9-2). */
function usedByGoods(rows: Stored[], { goods, names }: Books, day: ISODate): Entry[] {
  const told = liveOf(rows).filter((row) => row.used_each !== null);
  const first = told.filter((row, at) => told.findIndex((one) => lineOf(one) === lineOf(row)) === at);
  return first.flatMap((row) => {
    const made = goods.get(lineOf(row));
    const used = {
      key: null,
      movement: "used" as const,
      unit_price: null,
      price: null,
      order: orderOf(row, goods),
      settlement_date: null,
      company_name: names.get(row.seller_id) ?? "",
      reverses: null,
      is_undone: false,
      may_undo: false,
    };
    const delivered = (made?.delivered ?? []).map((one) => ({
      ...used,
      move_date: one.delivery_date,
      quantity: usedFor(one.num_items, row.used_each!),
      delivery: { key: one.key, number: one.number },
      settlement_from: row.kind === "paid" && one.is_paid ? one.payment_date : null,
      note: null,
      person: "納品書から",
    }));
    const defective = (made?.defective ?? []).map((one) => ({
      ...used,
      move_date: one.counted_date ?? day,
      quantity: usedFor(one.num, row.used_each!),
      delivery: null,
      settlement_from: null,
      note: `カード ${one.card_id} の不良 ${formatNumber(one.num)}${UNIT_LABEL[made!.order_unit]}`,
      person: "不良数から",
    }));
    return [...delivered, ...defective];
  });
}

const orderOf = (row: Stored, goods: Books["goods"]): SupplyEntry["order"] =>
  row.order_key === null
    ? null
    : { key: row.order_key, line_no: row.line_no!, number: goods.get(lineOf(row))?.order_id ?? "" };

const fromOf = (row: Stored, goods: Books["goods"]): string | null => {
  const made = goods.get(lineOf(row));
  return row.kind === "paid" && row.movement === "sent" && made ? settlementFrom(paymentDates(made)) : null;
};

function entriesOf(rows: Stored[], books: Books, who: Who, amounts: boolean): SupplyEntry[] {
  const live = new Set(liveOf(rows).map(({ key }) => key));
  const typed = rows.map((row): Entry => {
    const stands = live.has(row.key);
    return {
      ...row,
      unit_price: amounts ? row.unit_price : null,
      price: amounts ? row.price : null,
      order: orderOf(row, books.goods),
      delivery: null,
      settlement_date: row.settlement_date,
      settlement_from: stands ? fromOf(row, books.goods) : null,
      company_name: books.names.get(row.company_id) ?? "",
      is_undone: row.reverses === null && !stands,
      may_undo: stands && row.company_id === who.company_id,
    };
  });
  const all = [...typed, ...usedByGoods(rows, books, tokyoDate(who.now))].sort((a, b) =>
    a.move_date < b.move_date ? -1 : a.move_date > b.move_date ? 1 : 0,
  );
  return all.map((entry, at) => ({ ...entry, rest: supplyBalance(all.slice(0, at + 1)).rest }));
}

const standsSent = (one: SupplyEntry) => one.movement === "sent" && one.reverses === null && !one.is_undone;

function ledgerOf(rows: Stored[], books: Books, who: Who): SupplyLedger {
  const first = rows[0]!;
  const is_buyer = first.buyer_id === who.company_id;
  const amounts = seesOrderAmounts(who, first);
  const entries = entriesOf(rows, books, who, amounts);
  const charge = (one: SupplyEntry) => (one.movement === "returned" ? -(one.price ?? 0) : (one.price ?? 0));
  return supplyLedger.parse({
    ...first,
    is_buyer,
    amounts,
    partner_name: books.names.get(is_buyer ? first.seller_id : first.buyer_id) ?? "",
    ...supplyBalance(entries),
    price: first.kind === "paid" && amounts ? entries.reduce((sum, one) => sum + charge(one), 0) : null,
    settlement_from:
      first.kind === "paid"
        ? settlementFrom(entries.filter(standsSent).map((one) => one.settlement_from))
        : null,
    last_date: entries.at(-1)!.move_date,
    entries,
  });
}

export async function listSupplies(db: Tx, who: Who, { kind, open }: SupplyFilter) {
  const books = await booksOf(db, who, kind && eq(supply_move.kind, kind));
  const items = byItem(books.rows)
    .map((rows) => supplyRow.parse(ledgerOf(rows, books, who)))
    .filter((row) => !open || compareDecimal(row.rest, "0") !== 0);
  return { items: items.reverse() };
}

/** The whole item that the row is of. */
export async function findSupply(db: Tx, who: Who, key: number): Promise<SupplyLedger> {
  const [row] = await db.select().from(supply_move).where(eq(supply_move.key, key));
  if (!row || ![row.seller_id, row.buyer_id].includes(who.company_id)) throw notFound("支給品");
  const { seller_id, buyer_id, kind, item, unit } = row;
  const same = { seller_id, buyer_id, kind, item, unit };
  const isSame = and(
    ...Object.entries(same).map(([name, value]) => eq(supply_move[name as keyof typeof same], value)),
  );
  const books = await booksOf(db, who, isSame);
  return ledgerOf(books.rows, books, who);
}

export async function suppliesOfOrder(db: Tx, who: Who, key: number) {
  const order = await findOrder(db, who, key);
  const books = await booksOf(db, who, eq(supply_move.order_key, key));
  const sent = liveOf(books.rows).filter(({ movement }) => movement === "sent");
  const items = sent.map((row) => ({
    ...row,
    price: order.amounts ? row.price : null,
    settlement_from: fromOf(row, books.goods),
  }));
  return supplyOfOrder.parse({ items });
}
