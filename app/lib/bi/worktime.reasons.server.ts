import { and, eq, inArray, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { indirectLog } from "~/lib/indirect/log";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { worker_day } from "~/lib/tables/indirect.table.server";
import type { DayRow, Reviewed } from "./worktime.schema";

type Reason = { at: string; by: string; reason: string };

/** Of 実績 that were there then or are now; of those that were taken away too. */
async function workReasons(db: Tx, who: Who, works: string[], since: string): Promise<Reason[]> {
  if (works.length === 0) return [];
  return db
    .select({
      at: activity.at,
      by: activity.actor_name,
      reason: sql<string>`${activity_inner.after} ->> 'work.reason'`,
    })
    .from(activity)
    .innerJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .where(
      and(
        eq(activity.subject, "card"),
        eq(activity.seller_id, who.company_id),
        eq(activity.kind, "corrected"),
        sql`${activity.subject_key} in (select card_key from work where key = any(${sql.param(works)}::bigint[]))`,
        sql`${activity.at} >= ${since}::timestamptz`,
        sql`${activity_inner.after} ->> 'work.key' = any(${sql.param(works)}::text[])`,
        sql`${activity_inner.after} ->> 'work.reason' is not null`,
      ),
    );
}

/** Of 間接作業 and of what was said of the day: began and ended in its own time it has no reason but that. */
async function otherReasons(
  db: Tx,
  who: Who,
  { worker_id, day }: DayRow,
  keys: number[],
  since: string,
): Promise<Reason[]> {
  const [told] = await db
    .select({ key: worker_day.key })
    .from(worker_day)
    .where(
      and(
        eq(worker_day.seller_id, who.company_id),
        eq(worker_day.worker_id, worker_id),
        eq(worker_day.day, day),
      ),
    );
  const asked = [
    ...keys.map((key) => ({ subject: "indirect" as const, key })),
    ...(told ? [{ subject: "worker_day" as const, key: told.key }] : []),
  ];
  if (asked.length === 0) return [];
  const rows = await db
    .select()
    .from(activity)
    .where(
      and(
        eq(activity.seller_id, who.company_id),
        inArray(activity.subject, [...new Set(asked.map(({ subject }) => subject))]),
        inArray(activity.subject_key, [...new Set(asked.map(({ key }) => key))]),
        sql`${activity.at} >= ${since}::timestamptz`,
        sql`${activity.kind} <> 'goes_on'`,
      ),
    );
  return rows
    .filter((row) => asked.some(({ subject, key }) => subject === row.subject && key === row.subject_key))
    .map((row) => ({
      at: row.at,
      by: row.actor_name,
      reason: [indirectLog(row).what, row.reason].filter(Boolean).join("："),
    }));
}

/** Why the day was changed since it was approved, and by whom. */
export async function reasonsSince(
  db: Tx,
  who: Who,
  day: DayRow,
  { records, reviewed_time }: Reviewed,
): Promise<Reason[]> {
  const keys = (kind: "w" | "i") => [
    ...new Set(
      [...records, ...day.records].flatMap(({ row_key }) =>
        row_key.startsWith(kind) ? [row_key.slice(1)] : [],
      ),
    ),
  ];
  const all = [
    ...(await workReasons(db, who, keys("w"), reviewed_time)),
    ...(await otherReasons(db, who, day, keys("i").map(Number), reviewed_time)),
  ];
  return all.sort((a, b) => a.at.localeCompare(b.at));
}
