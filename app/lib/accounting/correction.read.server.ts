import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { payeeOf } from "~/lib/partner/party.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import { type Billed, cannotCorrect, isSameBill } from "./correction";

export type Issued = typeof invoice.$inferSelect;

const RELATED = {
  key: invoice.key,
  number: invoice.number,
  revision: invoice.revision,
  invoice_date: invoice.invoice_date,
  correction: invoice.correction,
};

export const linesOfInvoice = (db: Tx, key: number) =>
  db.select().from(invoice_line).where(eq(invoice_line.invoice_key, key)).orderBy(asc(invoice_line.line_no));

export async function correctionsOf(db: Tx, row: Pick<Issued, "key" | "corrects">) {
  const [original] =
    row.corrects === null ? [] : await db.select(RELATED).from(invoice).where(eq(invoice.key, row.corrects));
  const corrections = await db
    .select(RELATED)
    .from(invoice)
    .where(eq(invoice.corrects, row.key))
    .orderBy(asc(invoice.key));
  return { original: original ?? null, corrections };
}

export async function correctProblem(db: Tx, row: Issued): Promise<string | null> {
  const { corrections } = await correctionsOf(db, row);
  return cannotCorrect({ ...row, is_reversed: corrections.some((one) => one.correction === "red") });
}

const asKept = (party: object) => JSON.parse(JSON.stringify(party));

/** A 請求書 that would say the same again, under the same names and addresses, is not issued unasked. */
export async function askUnchanged(db: Tx, row: Issued, frozen: Billed["lines"], now: Billed): Promise<void> {
  if (!isSameBill({ ...row, lines: frozen }, now)) return;
  const parties = [await payeeOf(db, row.seller_id), await addressedOf(db, row.seller_id, row.buyer_id)];
  if (!isDeepStrictEqual([row.seller, row.buyer], asKept(parties))) return;
  throw new Refusal(422, "入力内容を確認してください。", {
    unchanged: [
      "変わった所がありません。宛名も明細も元の請求書と同じです。このまま発行するときはチェックを入れてください",
    ],
  });
}

const isAfter = (row: Issued) =>
  and(
    eq(invoice.seller_id, row.seller_id),
    eq(invoice.buyer_id, row.buyer_id),
    isNull(invoice.cancelled_time),
    gt(invoice.key, row.key),
  );

/** The 請求書 issued since that has carried this one over, by its number: 鑑 are frozen (R4-1). */
export async function followerOf(db: Tx, row: Issued): Promise<string | null> {
  const isClosing = and(
    eq(invoice.is_single, false),
    isNull(invoice.correction),
    sql`${invoice.end_date} >= ${row.invoice_date}`,
  );
  const inPeriod = sql`${invoice.invoice_date} <= ${row.end_date}`;
  const closes = !row.is_single && row.correction === null;
  const [found] = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(isAfter(row), closes ? or(isClosing, inPeriod) : isClosing))
    .orderBy(desc(invoice.key))
    .limit(1);
  return found?.number ?? null;
}

/** In the partner's hands without having been opened here. */
export async function heldByPartner(db: Tx, { key }: Issued) {
  const { rows } = await db.execute<{ is_handed: boolean; is_answered: boolean }>(sql`select
    exists (select from document_sending where subject = 'invoice' and subject_key = ${key} and channel = 'paper') as is_handed,
    exists (select from invoice_answer where invoice_key = ${key}) as is_answered`);
  return rows[0]!;
}

/** Any 請求書 of the two issued since, and whatever replaced it. */
export async function issuedSince(db: Tx, row: Issued): Promise<string | null> {
  const [found] = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(or(isAfter(row), eq(invoice.corrects, row.key)))
    .limit(1);
  return found?.number ?? null;
}
