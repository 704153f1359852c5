import { and, desc, eq, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { closed_period } from "~/lib/tables/invoice.table.server";

export type Pair = Awaited<ReturnType<typeof pairOf>>;

/** Stock gets no documents (D2); who has ended the partnership still gets those of what was delivered. */
export async function pairOf(db: Tx, who: Who, buyer_id: string) {
  const [row] = await db
    .select({ terms: collaboration, buyer_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, and(eq(factory.id, collaboration.buyer_id), eq(factory.is_stock, false)))
    .where(and(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, buyer_id)));
  if (!row) throw notFound("取引先");
  return { ...row.terms, buyer_name: row.buyer_name };
}

/** Taken before any row's lock, in the order of buyers: what a pair issues is made one after the other. */
export async function lockPairs(db: Tx, seller_id: string, buyer_ids: string[]): Promise<void> {
  const names = [...new Set(buyer_ids)].sort().map((buyer_id) => `accounting ${seller_id} ${buyer_id}`);
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) name`,
  );
}

export const lockPair = (db: Tx, seller_id: string, buyer_id: string) => lockPairs(db, seller_id, [buyer_id]);

/** What a company pays and sets off is recorded one after the other; held until the end, before any pair. */
export async function lockPayers(db: Tx, company_ids: string[]): Promise<void> {
  for (const id of [...new Set(company_ids)].sort())
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payable ${id}`}, 0))`);
}

export async function lastClosed(db: Tx, seller_id: string, buyer_id: string) {
  const [row] = await db
    .select()
    .from(closed_period)
    .where(and(eq(closed_period.seller_id, seller_id), eq(closed_period.buyer_id, buyer_id)))
    .orderBy(desc(closed_period.ym))
    .limit(1);
  return row ?? null;
}
