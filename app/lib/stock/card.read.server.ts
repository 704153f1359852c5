import { and, eq, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { cardOf } from "~/lib/task/card.read.server";
import { overOf } from "~/lib/task/stock.over.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { type CardShortages, cardShortages } from "./allocation.schema";
import { partsToTake } from "./backflush";

import { overText, shortText } from "./short";
import { cardMovesOf, takenOf } from "./work.moves.server";
import { concerned, lotsOf, needsOf } from "./work.read.server";

type Part = { product_id: number; code: string; name: string; order_unit: Unit; num: string; left: string };
const NONE: CardShortages = { items: [], parts: [], negative: [], over: [] };

const partsOf = async (db: Tx, key: number, ids: number[]): Promise<Part[]> =>
  (
    await db.execute<Part>(sql`
    select s.product_id::int, s.code, p.name, p.order_unit, trim_scale(s.num)::text as num,
      trim_scale(s.num - s.num_allocated - s.num_parts + coalesce(e.num, 0))::text as left
    from stock s join product p on p.product_id = s.product_id
      left join stock_expected e on e.product_id = s.product_id and e.card_key = ${key} and e.kind = 'parts'
    where s.product_id = any(${sql.param(ids)}::bigint[]) order by s.code`)
  ).rows;

/** Told before the work, never a refusal. */
async function shortageOf(db: Tx, key: number): Promise<CardShortages> {
  const lots = await lotsOf(db, [key]);
  const lot = lots.find((one) => one.key === key)!;
  const root = lots.find((one) => one.is_root)!;
  if (!root.uses_parts) return NONE;
  const family = lots.map((one) => one.key);
  const needs = await needsOf(db, [root.key], family);
  if (needs.length === 0) return NONE;
  const moved = await cardMovesOf(db, family);
  const rows = await partsOf(
    db,
    key,
    needs.map((need) => need.product_id),
  );
  const isOff = lot.shipped_time !== null || lot.cancelled_time !== null;
  const undone = isOff ? "0" : lot.to_make;
  const made = addDecimal(undone, ...lots.map((one) => one.made));
  const parts = rows.flatMap(({ num, left, ...row }) => {
    const { per_parent } = needs.find((one) => one.product_id === row.product_id)!;
    const taken = takenOf(moved, row.product_id, family);
    const needed = partsToTake(per_parent, made, taken, row.order_unit !== "kg");
    const there = compareDecimal(left, "0") > 0 ? left : "0";
    return compareDecimal(undone, "0") > 0 && compareDecimal(needed, "0") > 0
      ? [{ ...row, needed, short: decimal(milli(needed) - milli(there)) }]
      : [];
  });
  const used = moved.filter((move) => move.source === "part" && move.card_key === key);
  return {
    items: parts.filter((part) => compareDecimal(part.short, "0") > 0),
    parts,
    negative: rows.filter(
      (row) => compareDecimal(row.num, "0") < 0 && used.some((move) => move.product_id === row.product_id),
    ),
    over: [],
  };
}

export async function shortagesOf(db: Tx, who: Who, key: number): Promise<CardShortages> {
  const { seller_id } = await cardOf(db, who, key);
  if (seller_id !== who.company_id) return NONE;
  return cardShortages.parse({ ...(await shortageOf(db, key)), over: await overOf(db, [key]) });
}

/** Those that would use, or ship, more than is there. */
export async function shortagesOfCards(db: Tx, who: Who, { keys }: { keys: number[] }) {
  const rows = await db
    .select({ key: card.key, id: card.id })
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), inArray(card.key, await concerned(db, keys))))
    .orderBy(card.key);
  const over = await overOf(
    db,
    rows.map(({ key }) => key),
  );
  const items = [];
  for (const { key, id } of rows) {
    const found = { ...(await shortageOf(db, key)), over: over.filter((one) => one.card_key === key) };
    const text = overText(found) + shortText(found);
    if (text) items.push({ card_key: key, card_id: id, text });
  }
  return { items };
}
