import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import {
  quote_answer,
  quote_answer_line,
  quote_award,
  quote_withdrawal,
} from "~/lib/tables/quote.table.server";
import type { Holidays } from "~/lib/time/businessday";
import { type ISODate, today } from "~/lib/time/date";
import { arrivalOf, isExpired } from "./quote.compare";
import { answerFilesKey } from "./quote.files";
import type { QuoteAnswer } from "./quote.row.schema";
import type { Part } from "./quote.write.server";

export const liveOf = (answers: QuoteAnswer[]): QuoteAnswer | null =>
  answers.find((one) => one.is_live) ?? null;

/** The factory's own closed days, also for the buyer. */
export async function closedDaysOf(db: Tx, company_id: string): Promise<Holidays> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select d::text as day from closed_days(${company_id}) as f(d)`,
  );
  return new Set(rows.map((row) => row.day));
}

/** By the key of the part, the newest first. */
export async function answersOf(
  db: Tx,
  who: Who,
  parts: Part[],
  { wish_date }: { wish_date: ISODate | null },
): Promise<Map<number, QuoteAnswer[]>> {
  const found = new Map<number, QuoteAnswer[]>();
  const keys = parts.map((part) => part.key);
  if (keys.length === 0) return found;
  const rows = await db
    .select({ answer: quote_answer, gone: quote_withdrawal })
    .from(quote_answer)
    .leftJoin(quote_withdrawal, eq(quote_withdrawal.answer_key, quote_answer.key))
    .where(inArray(quote_answer.seller_key, keys))
    .orderBy(desc(quote_answer.version));
  if (rows.length === 0) return found;
  const answer_keys = rows.map(({ answer }) => answer.key);
  const lines = await db
    .select()
    .from(quote_answer_line)
    .where(inArray(quote_answer_line.answer_key, answer_keys))
    .orderBy(asc(quote_answer_line.quantity));
  const files = await filesOf(db, who, "quote_part", answer_keys.map(answerFilesKey));
  const closed = new Map<string, Holidays>();
  for (const { seller_id } of parts)
    if (!closed.has(seller_id)) closed.set(seller_id, await closedDaysOf(db, seller_id));
  const day = today(new Date(who.now));
  for (const { answer, gone } of rows) {
    const earlier = found.get(answer.seller_key) ?? [];
    // A version that another took the place of does not come back with its 取り下げ.
    const is_live = gone === null && earlier.length === 0;
    earlier.push({
      ...answer,
      is_expired: isExpired(answer.valid_until, who.now),
      is_renewed: answer.renews !== null,
      withdrawn_time: gone?.withdrawn_time ?? null,
      withdrawn_words: gone?.words ?? null,
      is_live,
      files: files.filter((one) => one.owner_key === answerFilesKey(answer.key)),
      lines: lines
        .filter((line) => line.answer_key === answer.key)
        .map(({ quantity, unit_price, lead_days, shipping, price }) => {
          const { date, days_late } = arrivalOf(day, lead_days, closed.get(answer.seller_id)!, wish_date);
          return { quantity, unit_price, lead_days, shipping, price, delivery_date: date, days_late };
        }),
    });
    found.set(answer.seller_key, earlier);
  }
  return found;
}

/** Those that stand. */
export const awardsOf = (db: Tx, parts: Part[]) =>
  parts.length === 0
    ? []
    : db
        .select()
        .from(quote_award)
        .where(
          and(
            inArray(
              quote_award.seller_key,
              parts.map((part) => part.key),
            ),
            isNull(quote_award.undone_time),
          ),
        )
        .orderBy(asc(quote_award.key));
