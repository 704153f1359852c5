import { and, eq, gt, isNull } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { takeBackPrices } from "~/lib/product/product.quoted.server";
import { product } from "~/lib/tables/factory.table.server";
import { quote, quote_award } from "~/lib/tables/quote.table.server";
import { tokyoDate } from "~/lib/time/date";
import { awardsOf } from "./answer.read.server";
import { orderedProblem } from "./award";
import { ordersSince } from "./award.order.server";
import type { quoteAct } from "./quote.schema";
import { changeQuote, lockQuote, recordParts, tellSellers } from "./quote.write.server";

type Award = typeof quote_award.$inferSelect;

/** Each keeps the prices that it took the place of: they come back one by one. */
async function laterProblem(db: Tx, { key, product_id }: Award): Promise<string | null> {
  const [later] = await db
    .select({ number: quote.number })
    .from(quote_award)
    .innerJoin(quote, eq(quote.key, quote_award.quote_key))
    .where(
      and(eq(quote_award.product_id, product_id), gt(quote_award.key, key), isNull(quote_award.undone_time)),
    );
  return later ? `同じ商品で、あとから採用した見積 ${later.number} の採用を先に取り消してください。` : null;
}

/** 採用の取消: until an order has been sent; the price list becomes what it was. */
export async function undoAward(
  db: Tx,
  who: Who,
  key: number,
  award_key: number,
  { version }: z.output<typeof quoteAct>,
) {
  const { row, parts } = await lockQuote(db, who, key, version);
  const award = (await awardsOf(db, parts)).find((one) => one.key === award_key);
  if (!award) throw notFound("採用");
  // An order that is being sent holds the product, and is seen once it is sent.
  const [item] = await db
    .select()
    .from(product)
    .where(eq(product.product_id, award.product_id))
    .for("update");
  await db
    .select({ key: quote_award.key })
    .from(quote_award)
    .where(eq(quote_award.key, award.key))
    .for("update");
  refuseIf(orderedProblem((await ordersSince(db, [award.key])).get(award.key) ?? null));
  refuseIf(await laterProblem(db, award));
  const quoted = { day: tokyoDate(award.awarded_time), created_time: award.awarded_time };
  const is_restored = await takeBackPrices(db, who, item!, quoted, award.replaced);
  await db
    .update(quote_award)
    .set({ undone_time: who.now, undone_by: who.name })
    .where(eq(quote_award.key, award.key));
  await changeQuote(db, row, {});
  const part = parts.filter((one) => one.key === award.seller_key);
  await recordParts(db, who, part, "unawarded", { num_items: award.num_items, unit_price: award.unit_price });
  await tellSellers(db, who, row, part, `見積 ${row.number}「${row.name}」の採用を取り消しました`);
  return { key: award.key, is_restored };
}
