import { and, eq, gte, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { startOfDay, today } from "~/lib/time/date";
import { party } from "./board.count.server";
import type { boardToday } from "./board.schema";

export async function todayOf(db: Tx, who: Who): Promise<z.infer<typeof boardToday>> {
  const day = today(new Date(who.now));
  const side = who.company_type === "buyer" ? "buyer" : "seller";
  const own = side === "buyer" ? card.buyer_id : card.seller_id;
  const shipped = await db.$count(
    card,
    and(eq(own, who.company_id), gte(card.shipped_time, startOfDay(day))),
  );
  const { rows } = await db.execute<{ to_ship: number }>(sql`
    select coalesce(sum(num_cards), 0)::int as to_ship from card_tally
    where ${party(who, side)} and kind = 'due' and day <= ${day}::date`);
  return { shipped, to_ship: rows[0]!.to_ship };
}
