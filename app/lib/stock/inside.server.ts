import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";

/** What another company has done changes what a factory keeps: that is written as the factory's own. */
export async function insideOf(
  db: Tx,
  who: Who,
  company_id: string,
  run: (inside: Who) => Promise<void>,
): Promise<void> {
  const away = who.company_id !== company_id;
  if (away) await db.execute(sql`select set_config('app.company', ${company_id}, true)`);
  await run({ ...who, company_id });
  if (away) await db.execute(sql`select set_config('app.company', ${who.company_id}, true)`);
}
