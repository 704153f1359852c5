import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { type Stock, stock_allocation } from "~/lib/tables/stock.table.server";
import type { NewMove } from "./move.server";
import { pickOpen } from "./settle";
import { tellShort } from "./short.server";
import { type CardMove, takeBack } from "./work.moves.server";
import type { Lot } from "./work.read.server";

export type Allocation = typeof stock_allocation.$inferSelect;
type Part = { row: Allocation; num: string };
const sum = (rows: { num: string }[]) => addDecimal("0", ...rows.map((row) => row.num));
const less = (a: string, b: string) => decimal(milli(a) - milli(b));
const some = (num: string) => compareDecimal(num, "0") > 0;
const least = (a: string, b: string) => (compareDecimal(a, b) < 0 ? a : b);

/** Ends a 引当, or so much of it; the rest stays open. */
export async function endAllocation(
  db: Tx,
  who: Who,
  { row, num }: Part,
  state: "shipped" | "released",
  reason?: string,
): Promise<number> {
  atEnd(db, tellShort, [{ db, who, product_id: row.product_id }]);
  const ended = { state, ended_time: who.now, ended_by: who.name, reason: reason ?? null };
  if (compareDecimal(num, row.num) >= 0) {
    await db.update(stock_allocation).set(ended).where(eq(stock_allocation.key, row.key));
    row.state = state;
    return row.key;
  }
  row.num = less(row.num, num);
  await db.update(stock_allocation).set({ num: row.num }).where(eq(stock_allocation.key, row.key));
  return insertOf(db, { ...row, ...ended, num, split_from: row.key });
}

async function insertOf(db: Tx, { key: _, ...values }: Allocation): Promise<number> {
  const [made] = await db.insert(stock_allocation).values(values).returning({ key: stock_allocation.key });
  return made!.key;
}

/** The new one stands before the old one ends, so that nothing is free between. */
export async function handOver(
  db: Tx,
  who: Who,
  part: Part,
  card_key: number,
  reason: string,
  by: Partial<Pick<Allocation, "allocated_time" | "allocated_by">> = {},
): Promise<void> {
  await insertOf(db, { ...part.row, ...by, num: part.num, card_key, split_from: part.row.key, reason });
  await endAllocation(db, who, part, "released", reason);
}

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
    if (!lot.shipped_time) moves.push(...(await spoil(db, who, family, lot, of)));
    moves.push(...(lot.shipped_time ? await ship(db, who, lot, own) : await reopen(db, family, lot, own)));
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
  const wanted = least(less(lot.defective, some(made) ? made : "0"), held);
  const more = less(some(wanted) ? wanted : "0", sum(spent));
  if (lot.cancelled_time || milli(more) === 0n) return [];
  const back = some(more) ? [] : takeBack(bad, stocks);
  if (back.length > 0) await openAgain(db, spent);
  const parts = pickOpen([...open, ...(some(more) ? [] : spent)], some(more) ? more : wanted);
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

/** No card holds more than its pieces: the rest goes with what was divided off or merged, or is free. */
async function fit(db: Tx, who: Who, family: Family, lot: Lot, rows: Allocation[]): Promise<void> {
  const own = () => rows.filter((row) => row.card_key === lot.key && row.state === "open");
  const room = lot.shipped_time || lot.cancelled_time ? "0" : lot.num_items;
  const over = less(sum(own()), room);
  if (!some(over)) return;
  const parts = pickOpen(own(), over);
  for (const part of parts) {
    let left = part.num;
    for (const to of followers(family, lot)) {
      const taken = sum(rows.filter((row) => row.card_key === to.key && row.state === "open"));
      const num = least(left, less(to.num_items, taken));
      if (!some(num)) continue;
      rows.push({ ...part.row, card_key: to.key, num });
      await handOver(db, who, { row: part.row, num }, to.key, "分割・合流");
      left = less(left, num);
    }
    if (some(left)) await endAllocation(db, who, { row: part.row, num: left }, "released", releasedWhy(lot));
  }
}

function followers({ lots, changed, absorbed }: Family, lot: Lot): Lot[] {
  if (lot.cancelled_time && !absorbed.includes(lot.key)) return [];
  return lots.filter(
    (one) =>
      one.root === lot.root &&
      one.key !== lot.key &&
      changed.includes(one.key) &&
      !one.shipped_time &&
      !one.cancelled_time,
  );
}

/** What comes back with the card. */
export const RELEASED_WITH = { cancelled: "カードの取消", shipped: "出荷した残り" };
const releasedWhy = (lot: Lot) =>
  lot.cancelled_time ? RELEASED_WITH.cancelled : lot.shipped_time ? RELEASED_WITH.shipped : "数量の減少";
