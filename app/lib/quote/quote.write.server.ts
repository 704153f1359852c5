import { and, asc, eq, inArray } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lastEntries, recordAll } from "~/lib/log/activity.server";
import { normalizeNumber } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { factory } from "~/lib/tables/factory.table.server";
import { quote, quote_inner, quote_seller } from "~/lib/tables/quote.table.server";
import type { Changed } from "~/lib/vocabulary/activity";

export type Quote = typeof quote.$inferSelect;
export type Part = typeof quote_seller.$inferSelect;
export const NOUN = "見積依頼";

type Inner = Pick<typeof quote_inner.$inferSelect, "memo" | "target_price">;
export const innerVersion = (inner?: Inner) =>
  digestOf([inner?.memo ?? null, inner?.target_price ? normalizeNumber(inner.target_price) : null]);

/** The buyer's own, held until the end, with what each factory is asked. */
export async function lockQuote(db: Tx, who: Who, key: number, version?: number) {
  const [row] = await db
    .select()
    .from(quote)
    .where(and(eq(quote.key, key), eq(quote.buyer_id, who.company_id)))
    .for("update");
  if (!row) throw notFound(NOUN);
  if (version !== undefined && row.version !== version) throw stale(NOUN);
  const parts = await db
    .select()
    .from(quote_seller)
    .where(eq(quote_seller.quote_key, key))
    .orderBy(asc(quote_seller.key))
    .for("update");
  return { row, parts };
}

/** A factory's part of it, held until the end; the head is the buyer's. */
export async function lockPart(db: Tx, who: Who, key: number) {
  const [part] = await db
    .select()
    .from(quote_seller)
    .where(and(eq(quote_seller.quote_key, key), eq(quote_seller.seller_id, who.company_id)))
    .for("update");
  const [row] = part ? await db.select().from(quote).where(eq(quote.key, key)) : [];
  if (!part || !row) throw notFound(NOUN);
  return { row, part };
}

export async function changeQuote(db: Tx, row: Quote, changes: Partial<Quote>): Promise<Quote> {
  const [after] = await db
    .update(quote)
    .set({ ...changes, version: row.version + 1 })
    .where(and(eq(quote.key, row.key), eq(quote.version, row.version)))
    .returning();
  if (!after) throw stale(NOUN);
  return after;
}

export const changeParts = (db: Tx, parts: Part[], changes: Partial<Part>) =>
  db
    .update(quote_seller)
    .set(changes)
    .where(
      inArray(
        quote_seller.key,
        parts.map((part) => part.key),
      ),
    );

/** Each pair has a log of its own. */
export async function recordParts(
  db: Tx,
  who: Who,
  parts: Pick<Part, "key" | "seller_id" | "buyer_id">[],
  kind: string,
  after: Changed,
  reason?: string,
): Promise<void> {
  if (parts.length === 0) return;
  const last = await lastEntries(
    db,
    "quote",
    parts.map((part) => part.key),
  );
  await recordAll(
    db,
    who,
    parts.map(({ key, seller_id, buyer_id }) => ({
      subject: "quote" as const,
      subject_key: key,
      seq: (last.get(key) ?? 0) + 1,
      seller_id,
      buyer_id,
      kind,
      before: {},
      after,
      reason,
    })),
  );
}

const SELLER_PAGE = "/setting/product/quote";
export const tellSellers = (db: Tx, who: Who, row: Quote, parts: Part[], said: string) =>
  giveNotices(
    db,
    parts.map((part) => ({
      company_id: part.seller_id,
      kind: "quote" as const,
      text: `${row.buyer.name}：${said}`,
      path: `${SELLER_PAGE}/${row.key}`,
      at: who.now,
    })),
  );
/** A factory that is sent a 見積書 has no pages of 外注依頼: it reads the paper. */
export async function tellBuyer(db: Tx, who: Who, row: Quote, said: string): Promise<void> {
  const [told] = await db
    .select({ type: factory.company_type })
    .from(factory)
    .where(eq(factory.id, row.buyer_id));
  const page = told?.type === "seller" ? "/accounting/archive/quote" : "/order/product";
  await giveNotices(db, [
    {
      company_id: row.buyer_id,
      kind: "quote",
      text: `${who.company_name}：${said}`,
      path: `${page}/${row.key}`,
      at: who.now,
    },
  ]);
}

export const wrong = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);
