import { and, eq, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { product } from "~/lib/tables/factory.table.server";
import { quote, quote_draft, quote_seller } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { answerProblem, declineProblem, renewProblem, returnProblem } from "./answer";
import { answersOf, awardsOf } from "./answer.read.server";
import { draftFilesKey, partFilesKey } from "./quote.files";
import { type Received, received } from "./quote.row.schema";
import { partOf, receivedStatus } from "./quote.status.server";
import { NOUN, type Part, type Quote } from "./quote.write.server";

/** 実績: what the last card of it that was finished took, in minutes of work a piece, without what was void. */
async function lastWork(db: Tx, product_id: number): Promise<{ minutes: string; card_id: string } | null> {
  const { rows } = await db.execute<{ minutes: string; card_id: string }>(sql`
    select c.id as card_id, round(sum(extract(epoch from w.work_end - w.work_start) / 60
      - coalesce((select sum(extract(epoch from p.pause_end - p.pause_start)) / 60 from pause p where p.work_key = w.key), 0))
      / nullif(c.num_good, 0), 2)::text as minutes
    from card c join work w on w.card_key = c.key and not w.is_void and w.work_end is not null
    where c.product_id = ${product_id} and c.shipped_time is not null and c.num_good > 0
    group by c.key, c.id, c.num_good order by c.key desc limit 1`);
  return rows[0] ?? null;
}

async function knownOf(db: Tx, who: Who, { product_id }: Part) {
  if (product_id === null)
    return { product: null, before: [], before_from: null, minutes: null, minutes_from: null };
  const [row] = await db
    .select({ product_id: product.product_id, code: product.code, name: product.name })
    .from(product)
    .where(eq(product.product_id, product_id));
  const prices = (await pricesAt(db, [product_id], today(new Date(who.now)))).get(product_id) ?? [];
  const work = await lastWork(db, product_id);
  return {
    product: row ?? null,
    before: prices,
    before_from: prices[0]?.effective_from ?? null,
    minutes: work?.minutes.replace(/\.?0+$/, "") ?? null,
    minutes_from: work?.card_id ?? null,
  };
}

function factsOf({ made_by, buyer_id, ...row }: Quote) {
  return { ...row, buyer_id, is_offer: made_by !== buyer_id };
}

/** For a factory: its own part alone. */
export async function findReceivedQuote(db: Tx, who: Who, key: number): Promise<Received> {
  const [part] = await db
    .select()
    .from(quote_seller)
    .where(and(eq(quote_seller.quote_key, key), eq(quote_seller.seller_id, who.company_id)));
  const [row] = part ? await db.select().from(quote).where(eq(quote.key, key)) : [];
  if (!part || !row) throw notFound(NOUN);
  const day = today(new Date(who.now));
  const { rows } = await db.execute<{ status: string }>(sql`select ${receivedStatus(day)} as status
    from quote join quote_seller s on s.quote_key = quote.key cross join ${partOf} where s.key = ${part.key}`);
  const [draft] = await db.select().from(quote_draft).where(eq(quote_draft.seller_key, part.key));
  const answers = (await answersOf(db, who, [part], row)).get(part.key) ?? [];
  const awards = await awardsOf(db, [part]);
  const [last] = answers;
  const is_told = part.told_time !== null;
  return received.parse({
    ...factsOf(row),
    ...(await knownOf(db, who, part)),
    status: rows[0]!.status,
    seller_name: part.seller_name ?? who.company_name,
    num_sellers: part.num_sellers,
    viewed_time: part.viewed_time,
    asked_time: part.asked_time,
    asked_words: part.asked_words,
    passed_reason: is_told ? part.passed_reason : null,
    passed_words: is_told ? part.passed_words : null,
    declined_time: part.declined_time,
    declined_reason: part.declined_reason,
    declined_words: part.declined_words,
    may_decline: declineProblem(row, part, last, awards.length) === null,
    may_renew: renewProblem(row, part, last, awards.length) === null,
    may_return: returnProblem(row, part, awards.length) === null,
    problem: answerProblem(row, part, last, awards.length),
    files: await filesOf(db, who, "quote_part", [partFilesKey(part.key)]),
    draft: draft?.body ?? null,
    draft_version: draft?.version ?? 0,
    draft_saved: draft ? { by: draft.saved_by, at: draft.saved_time } : null,
    draft_files: await filesOf(db, who, "quote", [draftFilesKey(part.key)]),
    answers,
    awards,
  });
}
