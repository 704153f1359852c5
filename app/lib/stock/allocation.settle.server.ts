import { and, asc, inArray, ne } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, isPositive, milli } from "~/lib/money/decimal";
import { type Stock, stock_allocation } from "~/lib/tables/stock.table.server";
import { type Allocation, endAllocation } from "./allocation.end.server";
import { fit } from "./allocation.fit.server";
import type { NewMove } from "./move.server";
import { pickOpen } from "./settle";
import { type CardMove, takeBack } from "./work.moves.server";
import type { Lot } from "./work.read.server";

const sum = (rows: { num: string }[]) => addDecimal("0", ...rows.map((row) => row.num));
const less = (a: string, b: string) => decimal(milli(a) - milli(b));
const least = (a: string, b: string) => (compareDecimal(a, b) < 0 ? a : b);

type Family = {
  lots: Lot[];
  moved: CardMove[];
  stocks: Map<number, Stock>;
  changed: number[];
  absorbed: number[];
};

export async function settleAllocations(db: Tx, who: Who, family: Family): Promise<NewMove[]> {
  const rows = await db
    .select()
    .from(stock_allocation)
    .where(
      and(
        inArray(
          stock_allocation.card_key,
          family.lots.map((lot) => lot.key),
        ),
        ne(stock_allocation.state, "released"),
      ),
    )
    .orderBy(asc(stock_allocation.key));
  if (rows.length === 0) return [];
  const moves: NewMove[] = [];
  for (const lot of family.lots) {
    const bad = badMoves(family, lot);
    const isBad = (row: Allocation) => bad.some((move) => move.allocation_key === row.key);
    const own = rows.filter((row) => row.card_key === lot.key && !isBad(row));
    const of = { own, spent: rows.filter((row) => row.card_key === lot.key && isBad(row)), bad };
    // What came back with the card may be bad; what is bad does not come back.
    moves.push(...(lot.shipped_time ? await ship(db, who, lot, own) : await reopen(db, family, lot, own)));
    if (!lot.shipped_time) moves.push(...(await spoil(db, who, family, lot, of)));
  }
  for (const lot of family.lots) await fit(db, who, family, lot, rows);
  return moves;
}

const badMoves = ({ moved }: Family, lot: Lot) =>
  moved.filter(
    (move) =>
      move.card_key === lot.key && move.live && move.source === "allocation" && move.kind === "adjust",
  );

/** Bad pieces beyond those that are made came out of stock: gone from there, they stay the card's. */
async function spoil(
  db: Tx,
  who: Who,
  { stocks }: Family,
  lot: Lot,
  { own, spent, bad }: { own: Allocation[]; spent: Allocation[]; bad: CardMove[] },
): Promise<NewMove[]> {
  const open = own.filter((row) => row.state === "open");
  const held = addDecimal(sum(own), sum(spent));
  const made = less(lot.num_items, held);
  const wanted = least(less(lot.defective, isPositive(made) ? made : "0"), held);
  const more = less(isPositive(wanted) ? wanted : "0", sum(spent));
  if (lot.cancelled_time || milli(more) === 0n) return [];
  const back = isPositive(more) ? [] : takeBack(bad, stocks);
  if (back.length > 0) await openAgain(db, spent);
  const parts = pickOpen([...open, ...(isPositive(more) ? [] : spent)], isPositive(more) ? more : wanted);
  const moves: NewMove[] = [...back];
  for (const part of parts) {
    const { product_id } = part.row;
    const allocation_key = await endAllocation(db, who, part, "shipped", "不良");
    const num = decimal(-milli(part.num));
    moves.push({
      product_id,
      kind: "adjust",
      num,
      source: "allocation",
      card_key: lot.key,
      allocation_key,
      reason: "broken",
    });
  }
  return moves;
}

async function openAgain(db: Tx, rows: Allocation[]): Promise<void> {
  const open = { state: "open" as const, ended_time: null, ended_by: null };
  await db
    .update(stock_allocation)
    .set(open)
    .where(
      inArray(
        stock_allocation.key,
        rows.map((row) => row.key),
      ),
    );
  for (const row of rows) row.state = "open";
}

async function ship(db: Tx, who: Who, lot: Lot, own: Allocation[]): Promise<NewMove[]> {
  const gone = sum(own.filter((row) => row.state === "shipped"));
  const moves: NewMove[] = [];
  for (const part of pickOpen(
    own.filter((row) => row.state === "open"),
    less(lot.leaves, gone),
  )) {
    const allocation_key = await endAllocation(db, who, part, "shipped");
    moves.push({
      product_id: part.row.product_id,
      kind: "out",
      num: decimal(-milli(part.num)),
      source: "allocation",
      card_key: lot.key,
      allocation_key,
      occurred_time: lot.shipped_time!,
    });
  }
  return moves;
}

/** 出荷取消: what had left stands in stock again, for the same card. */
async function reopen(db: Tx, { moved, stocks }: Family, lot: Lot, own: Allocation[]): Promise<NewMove[]> {
  const gone = own.filter((row) => row.state === "shipped");
  if (gone.length === 0) return [];
  const keys = gone.map((row) => row.key);
  const live = moved.filter(
    (move) => move.card_key === lot.key && move.live && keys.includes(move.allocation_key ?? 0),
  );
  const back = takeBack(live, stocks);
  await openAgain(db, gone);
  return back;
}
