import { and, eq, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { roundDiv } from "~/lib/money/amount";
import { decimal, milli } from "~/lib/money/decimal";
import { pricesAt } from "~/lib/product/price.read.server";
import { costOf } from "~/lib/shop/cost";
import { ratesOf } from "~/lib/shop/process.server";
import { product } from "~/lib/tables/factory.table.server";
import { quote, quote_draft, quote_seller } from "~/lib/tables/quote.table.server";
import { today } from "~/lib/time/date";
import { answerProblem, declineProblem, renewProblem, returnProblem } from "./answer";
import { answersOf, awardsOf } from "./answer.read.server";
import { papersOf } from "./quote.archive.server";
import { draftFilesKey, partFilesKey } from "./quote.files";
import { type Received, received } from "./quote.row.schema";
import { partOf, receivedStatus } from "./quote.status.server";
import { NOUN, type Part, type Quote } from "./quote.write.server";

type Worked = { card_id: string; num_good: string; group_id: number; label: string; minutes: number };

/** 実績: what the last card of it that was finished took, by process, without what was void or a partner's. */
async function lastWork(db: Tx, who: Who, product_id: number): Promise<Worked[]> {
  const { rows } = await db.execute<Worked>(sql`
    with last as (
      select c.key, c.id, c.num_good from card c
      where c.product_id = ${product_id} and c.seller_id = ${who.company_id} and c.shipped_time is not null and c.num_good > 0
        and exists (select from work w join work_minute m on m.work_key = w.key where w.card_key = c.key and not w.is_void and w.partner_id is null)
      order by c.key desc limit 1)
    select c.id as card_id, trim_scale(c.num_good)::text as num_good, w.group_id, p.label, sum(m.minutes)::int as minutes
    from last c join work w on w.card_key = c.key and not w.is_void and w.partner_id is null join work_minute m on m.work_key = w.key
      join process p on p.company_id = w.seller_id and p.group_id = w.group_id
    group by c.key, c.id, c.num_good, w.group_id, p.label, p.sort order by p.sort, w.group_id`);
  return rows;
}

/** Per piece, at today's 時間単価; null where no process has one. */
async function costKnown(db: Tx, who: Who, work: Worked[]) {
  const { rows, yen, missing } = costOf(work, await ratesOf(db, who.company_id));
  if (rows.length === 0) return null;
  const labelOf = (group_id: number) => work.find((one) => one.group_id === group_id)!.label;
  const { num_good } = work[0]!;
  return {
    each: decimal(roundDiv(BigInt(yen) * 1_000_000n, milli(num_good), "half_up")),
    yen,
    num_good,
    rows: rows.map(({ group_id, ...row }) => ({ ...row, label: labelOf(group_id) })),
    missing: missing.map(labelOf),
  };
}

async function knownOf(db: Tx, who: Who, { product_id }: Part) {
  if (product_id === null)
    return { product: null, before: [], before_from: null, minutes: null, minutes_from: null, cost: null };
  const [row] = await db
    .select({ product_id: product.product_id, code: product.code, name: product.name })
    .from(product)
    .where(eq(product.product_id, product_id));
  const prices = (await pricesAt(db, [product_id], today(new Date(who.now)))).get(product_id) ?? [];
  const work = await lastWork(db, who, product_id);
  const minutes = work.reduce((sum, one) => sum + one.minutes, 0);
  return {
    product: row ?? null,
    before: prices,
    before_from: prices[0]?.effective_from ?? null,
    minutes: work[0]
      ? decimal(roundDiv(BigInt(minutes) * 100_000n, milli(work[0].num_good), "half_up") * 10n)
      : null,
    minutes_from: work[0]?.card_id ?? null,
    cost: await costKnown(db, who, work),
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
    payment_terms: part.payment_terms,
    seller: part.seller,
    ...(await papersOf(db, [part.key])).get(part.key),
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
