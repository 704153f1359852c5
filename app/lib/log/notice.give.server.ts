import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Entry } from "./entry";
import { type NoticeRow, noticesOf } from "./notice";

/** Tells one's own company, those it works with, or one person of them. */
export async function giveTold(db: Tx, told: NoticeRow[]): Promise<void> {
  if (told.length > 0) await db.execute(sql`select give_notices(${JSON.stringify(told)}::jsonb)`);
}

/** Tells those whom entries of the log concern, in the transaction that wrote them. */
export async function giveNotices(db: Tx, who: Who, entries: Entry[]): Promise<void> {
  await giveTold(
    db,
    noticesOf(entries, { company_id: who.company_id, company_name: who.company_name, now: who.now }),
  );
}
