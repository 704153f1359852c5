import { sql } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";
import { giveNotices } from "~/lib/notice/notice.server";
import { type Owed, remindersOf } from "./remind";

/** Once for each 期日 however many processes do so. */
export async function sendReminders(db: Database, now: string): Promise<number> {
  return operator(db, async (tx) => {
    const { rows } = await tx.execute<Owed>(sql`select * from take_reminders(${now}::timestamptz)`);
    await giveNotices(tx, remindersOf(rows, now));
    return rows.length;
  });
}
