import { sql } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Entry } from "~/lib/task/activity.server";
import { noticesOf } from "./notice";

/** Tells those whom entries of the log concern, in the transaction that wrote them. */
export async function giveNotices(db: Tx, who: Who, entries: Entry[]): Promise<void> {
  const told = noticesOf(entries, { company_id: who.company_id, company_name: who.company_name, now: who.now });
  if (told.length > 0) await db.execute(sql`select give_notices(${JSON.stringify(told)}::jsonb)`);
}
