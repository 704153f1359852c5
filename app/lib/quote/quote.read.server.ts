import { and, asc, eq, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { toolingOrders } from "~/lib/order/order.tooling.server";
import { termsOf } from "~/lib/partner/party.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { quote, quote_inner, quote_seller } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { paymentTerms } from "~/lib/vocabulary/terms";
import { answersOf, awardsOf } from "./answer.read.server";
import { ordersSince } from "./award.order.server";
import { papersOf } from "./quote.archive.server";
import { partFilesKey } from "./quote.files";
import { type QuoteDetail, quoteDetail } from "./quote.row.schema";
import { partsOf, quoteStatus, shut } from "./quote.status.server";
import { innerVersion, NOUN, type Part, type Quote } from "./quote.write.server";

const factsOf = ({ made_by, buyer_id, ...row }: Quote) => ({ ...row, is_offer: made_by !== buyer_id });

async function partsShown(db: Tx, who: Who, row: Quote, parts: Part[], is_shut: boolean) {
  const names = await namesOf(
    db,
    parts.map((part) => part.seller_id),
  );
  const terms = await termsOf(db, parts);
  const prices = await pricesAt(
    db,
    parts.flatMap((part) => part.product_id ?? []),
    today(new Date(who.now)),
  );
  const answers = await answersOf(db, who, parts, row);
  const papers = await papersOf(
    db,
    parts.map((part) => part.key),
  );
  return parts.map((part) => {
    const all = answers.get(part.key) ?? [];
    const newest = all.find((one) => one.is_live);
    const agreed = terms.get(`${part.seller_id} ${part.buyer_id}`);
    const unsent = part.sent_time === null && agreed ? paymentTerms(agreed, agreed) : null;
    return {
      ...part,
      ...papers.get(part.key),
      seller_name: part.seller_name ?? names.get(part.seller_id) ?? "",
      payment_terms: part.payment_terms ?? unsent,
      rounding: agreed?.amount_rounding ?? "floor",
      before: part.product_id === null ? [] : (prices.get(part.product_id) ?? []),
      num_answers: all.length,
      is_unread: newest !== undefined && (part.seen_time === null || part.seen_time < newest.sent_time),
      answers: is_shut ? [] : all,
    };
  });
}

/** For the buyer: what every factory was asked and has answered. */
export async function findQuote(db: Tx, who: Who, key: number): Promise<QuoteDetail> {
  const [row] = await db
    .select()
    .from(quote)
    .where(and(eq(quote.key, key), eq(quote.buyer_id, who.company_id)));
  if (!row) throw notFound(NOUN);
  const day = today(new Date(who.now));
  const { rows } = await db.execute<{ status: string; is_shut: boolean }>(
    sql`select ${quoteStatus(day)} as status, ${shut(day)} as is_shut from quote, ${partsOf} where quote.key = ${key}`,
  );
  const { status, is_shut } = rows[0]!;
  const parts = await db
    .select()
    .from(quote_seller)
    .where(eq(quote_seller.quote_key, key))
    .orderBy(asc(quote_seller.key));
  const awards = await awardsOf(db, parts);
  const keys = awards.map((one) => one.key);
  const sent = await ordersSince(db, keys);
  const tooling = await toolingOrders(db, keys);
  const [inner] = await db.select().from(quote_inner).where(eq(quote_inner.quote_key, key));
  const offered = row.made_by === row.buyer_id ? [] : parts.map((part) => partFilesKey(part.key));
  const files = [
    ...(await filesOf(db, who, "quote", [key])),
    ...(await filesOf(db, who, "quote_part", offered)),
  ];
  return quoteDetail.parse({
    ...factsOf(row),
    status,
    is_shut,
    product_id: parts.find((part) => part.product_id !== null)?.product_id ?? null,
    memo: inner?.memo ?? null,
    target_price: inner?.target_price ?? null,
    inner_version: innerVersion(inner),
    files,
    parts: await partsShown(db, who, row, parts, is_shut),
    awards: awards.map((one) => ({
      ...one,
      order: sent.get(one.key) ?? null,
      tooling_order: tooling.get(one.key) ?? null,
    })),
  });
}
