import { and, eq, gte, lte } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { breaksOn, type DayTold } from "~/lib/shop/shift";
import { worker_day } from "~/lib/tables/indirect.table.server";
import { addDays, type ISODate } from "~/lib/time/date";
import type { DayRange } from "./period";
import type { Span } from "./span";
import type { People } from "./worktime.pieces.server";

/** What was said of these days, and of the one before and after, by `pairKey`. */
async function toldOf(db: Tx, who: Who, { from, to }: DayRange): Promise<Map<string, DayTold>> {
  const rows = await db
    .select()
    .from(worker_day)
    .where(
      and(
        eq(worker_day.seller_id, who.company_id),
        gte(worker_day.day, addDays(from, -1)),
        lte(worker_day.day, addDays(to, 1)),
      ),
    );
  return new Map(rows.map((row) => [pairKey(row), row]));
}

export type Pair = { worker_id: number; day: ISODate };
export const pairKey = ({ worker_id, day }: Pair) => `${worker_id} ${day}`;

/** What was said of a person's day, and the breaks that may lie in it: a night's are of the day before. */
export async function restOf(db: Tx, who: Who, people: People, range: DayRange) {
  const told = await toldOf(db, who, range);
  const toldOn = (pair: Pair) => told.get(pairKey(pair)) ?? null;
  const found = new Map<string, Span[]>();
  const breaks = (pair: Pair): Span[] => {
    const key = pairKey(pair);
    const person = people.get(pair.worker_id);
    if (!person) return [];
    const known = found.get(key) ?? breaksOn(pair.day, person.shiftOn(pair.day), toldOn(pair));
    found.set(key, known);
    return known;
  };
  const around = ({ worker_id, day }: Pair): Span[] =>
    [-1, 0, 1].flatMap((by) => breaks({ worker_id, day: addDays(day, by) }));
  return { toldOn, around };
}
