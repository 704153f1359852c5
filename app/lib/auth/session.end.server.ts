import { and, inArray, ne, or, sql } from "drizzle-orm";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { nameKey } from "~/lib/pool/user.server";
import { member } from "~/lib/tables/member.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { session } from "~/lib/tables/session.table.server";

export async function endSessions(db: Database, name: string, but?: string): Promise<void> {
  const wanted = nameKey(name);
  await operator(db, async (tx) => {
    const named = tx
      .select({ username: member.username })
      .from(member)
      .where(sql`lower(${member.email}) = ${wanted}`);
    const theirs = or(sql`lower(${session.username}) = ${wanted}`, inArray(session.username, named));
    await tx.delete(session).where(and(theirs, but === undefined ? undefined : ne(session.hash, but)));
    if (but === undefined)
      await tx
        .delete(push_device)
        .where(or(sql`lower(${push_device.username}) = ${wanted}`, inArray(push_device.username, named)));
  });
}

export async function endEverySession(tx: Tx, username: string): Promise<number> {
  const gone = await tx
    .delete(session)
    .where(sql`lower(${session.username}) = lower(${username})`)
    .returning({ key: session.key });
  await tx.delete(push_device).where(sql`lower(${push_device.username}) = lower(${username})`);
  return gone.length;
}

export async function sweepSessions(db: Database): Promise<void> {
  await db.delete(session).where(sql`${session.expires_time} < now()
    or (not ${session.is_display} and ${session.seen_time} < now() - interval '12 hours')`);
}
