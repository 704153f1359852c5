import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Subject } from "~/lib/vocabulary/activity";
import { staleText } from "./activity";

/** Who changed the card since that version, and what (D12). */
export const staleCard = (db: Tx, key: number, version: number) =>
  staleSubject(db, "card", "カード", key, version);

export async function staleSubject(
  db: Tx,
  subject: Subject,
  what: string,
  key: number,
  version: number,
  labels?: Record<string, string>,
): Promise<Refusal> {
  const name = sql<string>`case when ${activity.actor_company} = app_company() then ${activity.actor_name} || 'さん' else coalesce(${factory.name}, '運営') end`;
  // A factory's sequence is not told to the buyer by name.
  const kind = sql<string>`case when ${activity.kind} = 'placed' and ${activity.seller_id} <> app_company() then '' else ${activity.kind} end`;
  const since = await db
    .select({ kind, at: activity.at, before: activity.before, after: activity.after, actor_name: name })
    .from(activity)
    .leftJoin(factory, eq(factory.id, activity.actor_company))
    .where(and(eq(activity.subject, subject), eq(activity.subject_key, key), gt(activity.seq, version)))
    .orderBy(asc(activity.seq));
  return new Refusal(409, staleText(since, what, labels));
}

/** Not there or not theirs: 404. Changed since `version`: 409, with who did what. */
export async function lockCard(db: Tx, key: number, version?: number): Promise<Card> {
  const [row] = await db.select().from(card).where(eq(card.key, key)).for("update");
  if (!row) throw notFound("カード");
  if (version !== undefined && row.version !== version) throw await staleCard(db, row.key, version);
  return row;
}

/** The seller's own among them: fewer than asked where one is not. */
export const lockOwnCards = (db: Tx, who: Who, keys: number[]): Promise<Card[]> =>
  db
    .select()
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), inArray(card.key, keys)))
    .orderBy(asc(card.key))
    .for("update");

export const lockChildren = (
  db: Tx,
  parent: Card,
  task_type: "division" | "part",
  among: SQL | undefined,
): Promise<Card[]> =>
  db
    .select()
    .from(card)
    .where(
      and(
        eq(card.seller_id, parent.seller_id),
        eq(card.parent_id, parent.id),
        eq(card.task_type, task_type),
        among,
      ),
    )
    .orderBy(asc(card.key))
    .for("update");

/** Only as the card's seller, or its buyer: the other side is refused. */
export async function ownCard(
  db: Tx,
  who: Who,
  side: "seller_id" | "buyer_id",
  key: number,
  version: number,
): Promise<Card> {
  const found = await lockCard(db, key);
  if (found[side] !== who.company_id) throw new Refusal(403, "この操作をする権限がありません。");
  if (found.version !== version) throw await staleCard(db, key, version);
  return found;
}
