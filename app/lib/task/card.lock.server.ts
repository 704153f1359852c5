import { and, asc, eq, gt, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activity } from "~/lib/tables/activity.table.server";
import { card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Subject } from "~/lib/vocabulary/activity";
import { staleText } from "./activity";
import type { Card } from "./card.write.server";

/**
 * What to tell someone whose page is older than the card: who changed it since, and what from and to
 * (D12).
 */
export const staleCard = (db: Tx, key: number, version: number) =>
  staleSubject(db, "card", "カード", key, version);

/** The same of a 納品書 or 請求書. */
export async function staleSubject(
  db: Tx,
  subject: Subject,
  what: string,
  key: number,
  version: number,
): Promise<Refusal> {
  const name = sql<string>`case when ${activity.actor_company} = app_company() then ${activity.actor_name} || 'さん' else coalesce(${factory.name}, '運営') end`;
  // What a factory does to its sequence is not told to the buyer by name.
  const kind = sql<string>`case when ${activity.kind} = 'placed' and ${activity.seller_id} <> app_company() then '' else ${activity.kind} end`;
  const since = await db
    .select({ kind, at: activity.at, before: activity.before, after: activity.after, actor_name: name })
    .from(activity)
    .leftJoin(factory, eq(factory.id, activity.actor_company))
    .where(and(eq(activity.subject, subject), eq(activity.subject_key, key), gt(activity.seq, version)))
    .orderBy(asc(activity.seq));
  return new Refusal(409, staleText(since, what));
}

/**
 * The card, locked until the transaction ends. Not there or not theirs: 404. Changed since `version` was
 * rendered: 409, with who did what.
 */
export async function lockCard(db: Tx, key: number, version?: number): Promise<Card> {
  const [row] = await db.select().from(card).where(eq(card.key, key)).for("update");
  if (!row) throw notFound("カード");
  if (version !== undefined && row.version !== version) throw await staleCard(db, row.key, version);
  return row;
}

/**
 * The card, locked, if it is one of the caller's own as seller or as buyer; a card seen from the other side
 * is not theirs to do this with.
 */
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
