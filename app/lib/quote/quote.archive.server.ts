import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { activity } from "~/lib/tables/activity.table.server";
import { quote, quote_seller } from "~/lib/tables/quote.table.server";
import { today, tokyoDate } from "~/lib/time/date";
import { answersOf } from "./answer.read.server";
import { partFilesKey } from "./quote.files";
import { type QuoteSheet, type quotePaperQuery, quoteSheet } from "./quote.paper.schema";
import { shut } from "./quote.status.server";
import { NOUN } from "./quote.write.server";

/** 見積依頼書 is sent once; each 延長 of its day is a version more. */
export const REQUEST_ENTRIES = ["sent", "extended"] as const;

type Request = { day: string; deadline: string | null };

async function requestsOf(db: Tx, parts: number[]): Promise<Map<number, Request[]>> {
  const found = new Map<number, Request[]>();
  if (parts.length === 0) return found;
  const rows = await db
    .select({ part: activity.subject_key, at: activity.at, after: activity.after })
    .from(activity)
    .where(
      and(
        eq(activity.subject, "quote"),
        inArray(activity.subject_key, parts),
        inArray(activity.kind, [...REQUEST_ENTRIES]),
      ),
    )
    .orderBy(asc(activity.seq));
  for (const { part, at, after } of rows) {
    const request = { day: tokyoDate(at), deadline: String(after.deadline ?? "") || null };
    found.set(part, [...(found.get(part) ?? []), request]);
  }
  return found;
}

/** By factory the 版 of what it was asked last, and the day of that one; a draft is the first to be. */
export async function papersOf(db: Tx, parts: number[]) {
  const requests = await requestsOf(db, parts);
  return new Map(
    parts.map((part) => {
      const all = requests.get(part) ?? [];
      const changed_date = all.length > 1 ? all.at(-1)!.day : null;
      return [part, { paper_version: Math.max(1, all.length), changed_date }] as const;
    }),
  );
}

async function isShut(db: Tx, who: Who, key: number): Promise<boolean> {
  const { rows } = await db.execute<{ is_shut: boolean }>(
    sql`select ${shut(today(new Date(who.now)))} as is_shut from quote where quote.key = ${key}`,
  );
  return rows[0]!.is_shut;
}

/** What one factory was sent or has sent, as it was; a sealed answer is the buyer's once it is open. */
export async function quoteSheetOf(
  db: Tx,
  who: Who,
  key: number,
  { part: part_key, answer: answer_key, version = 1 }: z.output<typeof quotePaperQuery>,
): Promise<QuoteSheet> {
  const [part] = await db
    .select()
    .from(quote_seller)
    .where(
      and(
        eq(quote_seller.quote_key, key),
        part_key === undefined ? undefined : eq(quote_seller.key, part_key),
        or(eq(quote_seller.seller_id, who.company_id), eq(quote_seller.buyer_id, who.company_id)),
        isNotNull(quote_seller.sent_time),
      ),
    )
    .orderBy(asc(quote_seller.key))
    .limit(1);
  const [row] = part ? await db.select().from(quote).where(eq(quote.key, key)) : [];
  if (!part || !row) throw notFound(NOUN);
  const is_hidden = part.seller_id !== who.company_id && (await isShut(db, who, key));
  const answers = is_hidden ? [] : ((await answersOf(db, who, [part], row)).get(part.key) ?? []);
  const is_offer = row.made_by !== row.buyer_id;
  const wanted = answer_key ?? (is_offer ? answers[0]?.key : undefined);
  const answer = wanted === undefined ? null : answers.find((one) => one.key === wanted);
  if (answer === undefined) throw notFound("見積書");
  const requests = is_offer ? [] : ((await requestsOf(db, [part.key])).get(part.key) ?? []);
  const request = requests[version - 1];
  if (answer === null && !request) throw notFound(NOUN);
  return quoteSheet.parse({
    ...row,
    request_date: requests[0]?.day ?? row.request_date,
    deadline: request?.deadline ?? row.deadline,
    changed_date: version > 1 ? (request?.day ?? null) : null,
    paper_version: version,
    is_offer,
    seller_name: part.seller_name ?? "",
    payment_terms: part.payment_terms,
    seller: part.seller,
    files: await filesOf(db, who, "quote_part", [partFilesKey(part.key)]),
    answer,
  });
}
