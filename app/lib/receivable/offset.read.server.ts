import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { offset_part, offset_payment, offset_proposal, offset_word } from "~/lib/tables/offset.table.server";
import type { OffsetWord } from "~/lib/vocabulary/offset";
import { offsetState } from "./offset.agreement";
import type { OffsetRow } from "./offset.list";

const LAST = sql<OffsetWord>`(select w.word from offset_word w where w.offset_key = ${offset_proposal.key}
  order by w.key desc limit 1)`;
const isOfPair = (a: string, b: string): SQL =>
  or(
    and(eq(offset_proposal.from_company, a), eq(offset_proposal.to_company, b)),
    and(eq(offset_proposal.from_company, b), eq(offset_proposal.to_company, a)),
  )!;

export async function waitingOffset(db: Tx, who: Who, partner_id: string): Promise<number | null> {
  const [row] = await db
    .select({ key: offset_proposal.key })
    .from(offset_proposal)
    .where(and(isOfPair(who.company_id, partner_id), sql`${LAST} = 'proposed'`))
    .limit(1);
  return row?.key ?? null;
}

/** Of 請求書 that this company owes, by key: how much of each waits in a proposal. */
export async function waitingParts(db: Tx, who: Who): Promise<Map<number, number>> {
  const rows = await db
    .select({ key: offset_part.invoice_key, amount: sql<string>`sum(${offset_part.amount})` })
    .from(offset_part)
    .innerJoin(offset_proposal, eq(offset_proposal.key, offset_part.offset_key))
    .where(and(ne(offset_part.seller_id, who.company_id), sql`${LAST} = 'proposed'`))
    .groupBy(offset_part.invoice_key);
  return new Map(rows.map(({ key, amount }) => [key, Number(amount)]));
}

export async function storedOffset(db: Tx, who: Who, key: number) {
  const ours = or(
    eq(offset_proposal.from_company, who.company_id),
    eq(offset_proposal.to_company, who.company_id),
  );
  const [row] = await db
    .select()
    .from(offset_proposal)
    .where(and(eq(offset_proposal.key, key), ours));
  if (!row) throw notFound("相殺");
  const parts = await db
    .select()
    .from(offset_part)
    .where(eq(offset_part.offset_key, key))
    .orderBy(asc(offset_part.invoice_key));
  const words = await db
    .select()
    .from(offset_word)
    .where(eq(offset_word.offset_key, key))
    .orderBy(asc(offset_word.key));
  const payments = await db.select().from(offset_payment).where(eq(offset_payment.offset_key, key));
  const partner_id = row.from_company === who.company_id ? row.to_company : row.from_company;
  return { row, parts, words, payments, partner_id, last: words.at(-1)! };
}
export type StoredOffset = Awaited<ReturnType<typeof storedOffset>>;

export async function listOffsets(db: Tx, who: Who, { state }: { state?: OffsetRow["state"] }) {
  const { rows } = await db.execute<
    Omit<OffsetRow, "state" | "key" | "amount"> & Record<"key" | "amount", string> & { word: OffsetWord }
  >(sql`
    select o.key, o.proposed_date, o.amount, p.name as partner_name, f.name as proposer, w.word, w.said_time as last_time,
      (select (a.said_time at time zone 'Asia/Tokyo')::date::text from offset_word a where a.offset_key = o.key and a.word = 'agreed') as offset_date
    from offset_proposal o join factory f on f.id = o.from_company
      join factory p on p.id = case when o.from_company = ${who.company_id} then o.to_company else o.from_company end
      cross join lateral (select w.word, w.said_time from offset_word w where w.offset_key = o.key order by w.key desc limit 1) w
    where ${who.company_id} in (o.from_company, o.to_company) order by o.key desc`);
  const items = rows
    .map(
      ({ word, ...row }): OffsetRow => ({
        ...row,
        key: Number(row.key),
        amount: Number(row.amount),
        last_time: new Date(row.last_time).toISOString(),
        state: offsetState(word),
      }),
    )
    .filter((row) => !state || row.state === state);
  return { items };
}

/** The agreement that a receipt stands for, or null. */
export async function offsetOfPayment(db: Tx, payment_key: number): Promise<number | null> {
  const [row] = await db
    .select({ key: offset_payment.offset_key })
    .from(offset_payment)
    .where(eq(offset_payment.payment_key, payment_key));
  return row?.key ?? null;
}
