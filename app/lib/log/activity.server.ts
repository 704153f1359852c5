import { and, asc, eq, inArray, max } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Changed, Subject } from "~/lib/vocabulary/activity";
import type { ActivityRow } from "./activity.schema";
import type { Entry } from "./entry";
import { tellSubscribers } from "./subscription.server";

const signed = (who: Who, { inner: _, about: __, ...entry }: Entry) => ({
  ...entry,
  at: who.now,
  actor: who.username,
  actor_name: who.name,
  actor_company: who.acting ? null : who.company_id || null,
  on_behalf_of: who.acting ? who.company_id : null,
  origin: who.origin,
  reason: entry.reason ?? null,
});

/** A statement carries 65,535 values at most. */
const AT_ONCE = 1000;

export async function recordAll(db: Tx, who: Who, entries: Entry[]): Promise<void> {
  const rows: { key: number; of: number }[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE)
    rows.push(
      ...(await db
        .insert(activity)
        .values(entries.slice(at, at + AT_ONCE).map((entry) => signed(who, entry)))
        .returning({ key: activity.key, of: activity.subject_key })),
    );
  const keys = new Map(rows.map((row) => [row.of, row.key]));
  const inner = entries.flatMap((entry) =>
    entry.inner
      ? [{ activity_key: keys.get(entry.subject_key)!, seller_id: entry.seller_id, ...entry.inner }]
      : [],
  );
  if (inner.length > 0) await db.insert(activity_inner).values(inner);
  await tellSubscribers(db, who, entries);
}

export async function record(db: Tx, who: Who, entry: Entry): Promise<void> {
  const { inner } = entry;
  const [row] = await db.insert(activity).values(signed(who, entry)).returning({ key: activity.key });
  if (inner && Object.keys(inner.after).length > 0) {
    await db.insert(activity_inner).values({ activity_key: row!.key, seller_id: entry.seller_id, ...inner });
  }
  await tellSubscribers(db, who, [entry]);
}

type OwnSubject = "member" | "factory" | "destination" | "contact" | "product";

export function ownEntry(
  who: Who,
  subject: OwnSubject,
  subject_key: number,
  seq: number,
  kind: string,
  before: Changed,
  after: Changed,
): Entry {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (from: Changed) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return {
    subject,
    subject_key,
    seq,
    seller_id: who.company_id,
    buyer_id: who.company_id,
    kind,
    before: only(before),
    after: only(after),
  };
}

export async function lastEntries(db: Tx, subject: Subject, keys: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ key: activity.subject_key, seq: max(activity.seq) })
    .from(activity)
    .where(and(eq(activity.subject, subject), inArray(activity.subject_key, keys)))
    .groupBy(activity.subject_key);
  return new Map(rows.map(({ key, seq }) => [key, seq!]));
}

/** One such entry; the caller holds the row, so that numbers follow each other. */
export async function recordOwn(
  db: Tx,
  who: Who,
  subject: OwnSubject,
  subject_key: number,
  kind: string,
  before: Changed,
  after: Changed,
): Promise<void> {
  if (who.company_id === "") return;
  const last = (await lastEntries(db, subject, [subject_key])).get(subject_key) ?? 0;
  await record(db, who, ownEntry(who, subject, subject_key, last + 1, kind, before, after));
}

/** In what order a factory runs its jobs (段取り順) is its own to know. */
const loggedChange = (
  who: Who,
  { seller_id }: { seller_id: string },
  { place, ...changed }: Changed,
): Changed => (place === undefined || seller_id !== who.company_id ? changed : { place, ...changed });
const onlyPlaced = (before: Changed) =>
  "place" in before && Object.keys(before).every((name) => name === "place" || name === "update_time");

type Read = {
  row: typeof activity.$inferSelect;
  inner: typeof activity_inner.$inferSelect | null;
  company: string | null;
};

/** Who did what a person of no company did. */
export const STAFF = "運営";

/** The people of another company are told as their company, those of nobody as 運営. */
export const loggedRow = (who: Who, { row, inner, company }: Read) => ({
  key: row.key,
  subject_key: row.subject_key,
  kind: row.kind,
  at: row.at,
  origin: row.origin,
  reason: row.reason,
  actor_name: row.actor_company === who.company_id ? row.actor_name : (company ?? STAFF),
  before: { ...loggedChange(who, row, row.before), ...inner?.before },
  after: { ...loggedChange(who, row, row.after), ...inner?.after },
});

export async function activityOf(
  db: Tx,
  who: Who,
  subject: Subject,
  key: number | number[],
): Promise<(ActivityRow & { subject_key: number })[]> {
  const rows = await db
    .select({ row: activity, inner: activity_inner, company: factory.name })
    .from(activity)
    .leftJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .leftJoin(factory, eq(factory.id, activity.actor_company))
    .where(and(eq(activity.subject, subject), inArray(activity.subject_key, [key].flat())))
    .orderBy(asc(activity.seq), asc(activity.key));
  return rows
    .filter(({ row }) => row.seller_id === who.company_id || !onlyPlaced(row.before))
    .map((one) => loggedRow(who, one));
}
