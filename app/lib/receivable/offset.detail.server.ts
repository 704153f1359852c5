import { inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { tokyoDate } from "~/lib/time/date";
import { movedParts, nextWords, offsetState, paidParts } from "./offset.agreement";
import { namesOf, openOf } from "./offset.books.server";
import type { OffsetDetail } from "./offset.proposal.schema";
import { type StoredOffset, storedOffset } from "./offset.read.server";
import { earlySupplies } from "./offset.supply.server";

/** The 請求書 of both sides as they stand now; `billed`: in the books of whoever billed them. */
export async function partsOf(db: Tx, who: Who, { row, parts }: StoredOffset, payers: string[]) {
  const { from_company: from, to_company: to } = row;
  const standing = async (by: string[]) =>
    new Map([...(await openOf(db, who, from, to, by)), ...(await openOf(db, who, to, from, by))]);
  const [open, billed] = [await standing(payers), await standing([])];
  const bills = await db
    .select()
    .from(invoice)
    .where(
      inArray(
        invoice.key,
        parts.map(({ invoice_key }) => invoice_key),
      ),
    );
  return parts.map(({ invoice_key, seller_id, amount }) => {
    const { number, invoice_date, due_date, total } = bills.find(({ key }) => key === invoice_key)!;
    const left = open.get(invoice_key) ?? 0;
    return {
      invoice_key,
      seller_id,
      number,
      invoice_date,
      due_date,
      total,
      amount,
      open: left,
      billed: billed.get(invoice_key) ?? 0,
    };
  });
}

export async function readOffsetDetail(db: Tx, who: Who, key: number): Promise<OffsetDetail> {
  const stored = await storedOffset(db, who, key);
  const { row, words, payments, partner_id, last } = stored;
  const parts = await partsOf(db, who, stored, [who.company_id]);
  const names = await namesOf(db, [who.company_id, partner_id]);
  const state = offsetState(last.word);
  const moved = state === "proposed" ? (paidParts(parts) ?? movedParts(parts)) : null;
  const agreed = words.find(({ word }) => word === "agreed");
  return {
    key,
    is_ours: row.from_company === who.company_id,
    partner_id,
    partner_name: names.get(partner_id)!,
    amount: row.amount,
    state,
    offset_date: agreed ? tokyoDate(agreed.said_time) : null,
    ours: parts.filter(({ seller_id }) => seller_id === who.company_id),
    theirs: parts.filter(({ seller_id }) => seller_id === partner_id),
    words: words.map(({ company_id, ...one }) => ({ ...one, company_name: names.get(company_id)! })),
    may: nextWords(last.word, last.company_id === who.company_id).filter(
      (word) => word !== "agreed" || moved === null,
    ),
    moved,
    early: state === "proposed" ? await earlySupplies(db, who, partner_id) : [],
    payment_key: payments.find(({ seller_id }) => seller_id === who.company_id)?.payment_key ?? null,
  };
}
