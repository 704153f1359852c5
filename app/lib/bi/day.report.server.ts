import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { peopleOf } from "./worktime.pieces.server";
import { daysBy, type Pair } from "./worktime.read.server";

/** As 作業日報 says it: one day has one 実働, wherever it is read. `rest`: with the breaks of the 勤務時間. */
export async function reportedMinutes(db: Tx, who: Who, pair: Pair, rest: number) {
  // Else the minutes of what was answered just now are kept at the commit.
  await db.execute(sql`set constraints bi_work_ended, bi_work_ended_new immediate`);
  const [report] = await daysBy(db, who, await peopleOf(db, who), [pair]);
  const { minutes, indirect_minutes, over_breaks } = report!;
  const break_minutes = Math.max(0, rest - over_breaks);
  return { work_minutes: minutes, indirect_minutes, break_minutes, over_breaks };
}
