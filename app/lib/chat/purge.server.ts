import { sql } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";

export async function purgeChat(db: Database): Promise<void> {
  await operator(db, async (tx) => {
    await tx.execute(sql`delete from message where unixtime < extract(epoch from now())`);
    await tx.execute(sql`delete from chat_event where at < now() - interval '2 days'`);
    await tx.execute(sql`select purge_chat_files()`);
    await tx.execute(sql`delete from notice where at < now() - interval '30 days'`);
  });
}
