import { and, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { chat_enter } from "~/lib/tables/ask.table.server";

/** Whether Enter alone sends for this person. */
export async function entersOf(db: Tx, { username, company_id }: Who): Promise<boolean> {
  const [row] = await db
    .select({ is_on: chat_enter.is_on })
    .from(chat_enter)
    .where(and(eq(chat_enter.username, username), eq(chat_enter.company_id, company_id)));
  return row?.is_on ?? false;
}

export async function chooseEnter(db: Tx, { username, company_id, now }: Who, is_on: boolean): Promise<void> {
  const values = { is_on, update_time: now };
  await db
    .insert(chat_enter)
    .values({ username, company_id, ...values })
    .onConflictDoUpdate({ target: [chat_enter.username, chat_enter.company_id], set: values });
}
