import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";

/** Whose wish the changes are that follow: a 納期 that the buyer asked for is the new 基準納期 (decision 070). */
export async function askedBy(db: Tx, company_id: string): Promise<void> {
  await db.execute(sql`select set_config('app.asked_by', ${company_id}, true)`);
}
