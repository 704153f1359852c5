import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/setting/factory.table.server";
import type { ActivityRow, Changed, Subject } from "./activity.schema";
import { activity, activity_inner } from "./activity.table.server";

export type Entry = {
  subject: Subject; subject_key: number; seq: number; seller_id: string; buyer_id: string; kind: string; reason?: string;
  before: Changed; after: Changed;
  /** What only the factory may know. */
  inner?: { before: Changed; after: Changed };
};

/** Writes one entry of the log; the only place that does. */
export async function record(db: Tx, who: Who, { inner, ...entry }: Entry): Promise<void> {
  const [row] = await db.insert(activity).values({
    ...entry, at: who.now, actor: who.username, actor_name: who.name, actor_company: who.company_id || null,
    on_behalf_of: null, origin: who.origin, reason: entry.reason ?? null,
  }).returning({ key: activity.key });
  if (inner && Object.keys(inner.after).length > 0) {
    await db.insert(activity_inner).values({ activity_key: row!.key, seller_id: entry.seller_id, ...inner });
  }
}

/** A subject's log, oldest first; the other side's people are shown by their company's name. */
export async function activityOf(db: Tx, who: Who, subject: Subject, key: number): Promise<ActivityRow[]> {
  const rows = await db.select({ row: activity, inner: activity_inner, company: factory.name }).from(activity)
    .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .leftJoin(factory, eq(factory.id, activity.actor_company))
    .where(and(eq(activity.subject, subject), eq(activity.subject_key, key))).orderBy(asc(activity.seq));
  return rows.map(({ row, inner, company }) => ({
    key: row.key, kind: row.kind, at: row.at, origin: row.origin, reason: row.reason,
    actor_name: row.actor_company === who.company_id ? row.actor_name : company ?? "運営",
    before: { ...row.before, ...inner?.before }, after: { ...row.after, ...inner?.after },
  }));
}
