import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Pair } from "./worktime.breaks.server";
import { peopleOf } from "./worktime.pieces.server";
import { daysBy } from "./worktime.read.server";

/** As 作業日報 says it: one day has one 実働, wherever it is read. */
export async function reportedMinutes(db: Tx, who: Who, pair: Pair) {
  // Else the minutes of what was answered just now are kept at the commit.
  await db.execute(sql`set constraints bi_work_ended, bi_work_ended_new, bi_day_told immediate`);
  const [report] = await daysBy(db, who, await peopleOf(db, who), [pair]);
  const { minutes, indirect_minutes, over_breaks } = report!;
  return { work_minutes: minutes, indirect_minutes, over_breaks };
}
