import { and, desc, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/setting/factory.table.server";
import { collaborationOf } from "~/lib/setting/party.server";
import { closed_period } from "./invoice.table.server";

export type Pair = Awaited<ReturnType<typeof pairOf>>;

/** The terms with a partner who can be billed: the two kinds of stock (decision 2) get no documents. */
export async function pairOf(db: Tx, who: Who, buyer_id: string) {
  const terms = await collaborationOf(db, who.company_id, buyer_id);
  const [buyer] = await db.select({ name: factory.name, is_stock: factory.is_stock }).from(factory).where(eq(factory.id, buyer_id));
  if (!buyer || buyer.is_stock) throw notFound("取引先");
  return { ...terms, buyer_name: buyer.name };
}

/** Documents and closings of one pair are made one after the other; taken before any row's lock, in the order of buyers. */
export async function lockPair(db: Tx, seller_id: string, buyer_id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`accounting ${seller_id} ${buyer_id}`}, 0))`);
}

/** The newest closed period of a pair, or null before the first. */
export async function lastClosed(db: Tx, seller_id: string, buyer_id: string) {
  const [row] = await db.select().from(closed_period)
    .where(and(eq(closed_period.seller_id, seller_id), eq(closed_period.buyer_id, buyer_id))).orderBy(desc(closed_period.ym)).limit(1);
  return row ?? null;
}
