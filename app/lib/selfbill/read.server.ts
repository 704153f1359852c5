import { and, asc, eq, gte, ilike, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { linesOfInvoice } from "~/lib/accounting/correction.read.server";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, ISSUER_ONLY, type Paging, partnerName, sumRows } from "~/lib/api/query.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { deductionOf } from "~/lib/payable/bill";
import { invoice } from "~/lib/tables/invoice.table.server";
import {
  self_bill,
  self_bill_agreement,
  self_bill_mail,
  self_bill_word,
} from "~/lib/tables/selfbill.table.server";
import { tokyoDate } from "~/lib/time/date";
import { obstacles } from "./cancel.read.server";
import { answerProblem, confirmationState, confirmationText, isConfirmed, silentDate } from "./confirmation";
import type { SelfBillFilter, SelfBillRow } from "./selfbill.list";
import { cannotCancelSelfBill } from "./source";
import { stateSql } from "./state.server";

function listWhere(who: Who, filter: SelfBillFilter): SQL {
  const like = filter.q && containing(filter.q);
  const today = tokyoDate(who.now);
  const own = who.company_id;
  return and(
    filter.received ? eq(invoice.seller_id, own) : or(eq(invoice.seller_id, own), eq(invoice.buyer_id, own)),
    eq(invoice.is_self_billed, true),
    filter.from ? gte(invoice.invoice_date, filter.from) : undefined,
    filter.to ? lte(invoice.invoice_date, filter.to) : undefined,
    filter.state ? sql`${stateOf(today)} = ${filter.state}` : undefined,
    like ? or(ilike(invoice.number, like), ilike(partnerName(invoice, who), like)) : undefined,
  )!;
}
/** Of the row of `invoice` that is read. */
const stateOf = (today: string) =>
  sql<
    SelfBillRow["state"]
  >`(select ${stateSql(today)} from self_bill b join invoice i on i.key = b.invoice_key
    where b.invoice_key = invoice.key)`;
const ofBill = <T>(column: string) =>
  sql<T>`(select ${sql.raw(column)} from self_bill b where b.invoice_key = invoice.key)`;

const ORDERS: Orders<Pick<SelfBillRow, "key" | "number" | "invoice_date" | "due_date" | "total">> = {
  key: invoice.key,
  keyOf: (row) => row.key,
  by: {
    number: { by: invoice.number, kind: "text", of: (row) => row.number },
    invoice_date: { by: invoice.invoice_date, kind: "date", of: (row) => row.invoice_date },
    due_date: { by: invoice.due_date, kind: "date", of: (row) => row.due_date },
    total: { by: invoice.total, kind: "number", of: (row) => row.total },
  },
};

export async function listSelfBills(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: SelfBillFilter & Paging,
) {
  const where = listWhere(who, filter);
  const today = tokyoDate(who.now);
  const read = (more: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({
        key: invoice.key,
        number: invoice.number,
        partner_name: partnerName(invoice, who),
        is_payer: sql<boolean>`${invoice.buyer_id} = ${who.company_id}`,
        ym: invoice.ym,
        invoice_date: invoice.invoice_date,
        due_date: invoice.due_date,
        subtotal: invoice.subtotal,
        tax: invoice.tax,
        total: invoice.total,
        edition: ofBill<number>("b.edition"),
        state: stateOf(today),
        sent_time: sql<string>`${ofBill("b.sent_time")}`.mapWith(self_bill.sent_time),
        viewed_time: invoice.viewed_time,
        answered_time: sql<
          string | null
        >`(select max(w.said_time) from self_bill_word w where w.invoice_key = invoice.key)`.mapWith(
          invoice.viewed_time,
        ),
      })
      .from(invoice)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
  const rows = db.select({ key: invoice.key }).from(invoice).where(where);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const { subtotal, tax } = invoice;
  const sums = total.total_more
    ? undefined
    : await sumRows(db, invoice, and(where, isNull(invoice.cancelled_time)), {
        subtotal,
        tax,
        total: invoice.total,
      });
  return { ...page, ...total, sums };
}

const numberOf = async (db: Tx, where: SQL) =>
  (
    await db
      .select({ key: invoice.key, number: invoice.number })
      .from(invoice)
      .innerJoin(self_bill, eq(self_bill.invoice_key, invoice.key))
      .where(where)
  )[0] ?? null;

/** Both sides see the same, but for what the payer has paid of it. */
export async function confirmationOf(db: Tx, { key, viewed_time, cancelled_time }: Row) {
  const [bill] = await db.select().from(self_bill).where(eq(self_bill.invoice_key, key));
  const words = await db
    .select()
    .from(self_bill_word)
    .where(eq(self_bill_word.invoice_key, key))
    .orderBy(asc(self_bill_word.key));
  const mails = await db.select().from(self_bill_mail).where(eq(self_bill_mail.invoice_key, key));
  const [accepted] = await db
    .select()
    .from(self_bill_agreement)
    .where(
      and(eq(self_bill_agreement.proposal_key, bill!.agreement_key), eq(self_bill_agreement.act, "accepted")),
    );
  const taken = mails.flatMap(({ taken_time }) => taken_time ?? []);
  const last = (said: "confirmed" | "disputed") => words.findLast(({ word }) => word === said) ?? null;
  const facts = {
    form: bill!.form,
    days: bill!.days,
    is_agreed: accepted !== undefined,
    sent_time: bill!.sent_time,
    delivered_time: [...taken, ...(viewed_time ? [viewed_time] : [])].sort()[0] ?? null,
    viewed_time,
    confirmed_time: last("confirmed")?.said_time ?? null,
    disputed_time: last("disputed")?.said_time ?? null,
    cancelled_time,
  };
  return { bill: bill!, words, accepted, facts, num_mails: mails.length, num_taken: taken.length };
}
type Row = Pick<typeof invoice.$inferSelect, "key" | "viewed_time" | "cancelled_time">;

export async function readSelfBill(db: Tx, who: Who, key: number) {
  const own = who.company_id;
  const [row] = await db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.key, key),
        eq(invoice.is_self_billed, true),
        or(eq(invoice.seller_id, own), eq(invoice.buyer_id, own)),
      ),
    );
  if (!row) throw notFound("支払通知書");
  const is_payer = row.buyer_id === own;
  const { bill, words, accepted, facts, ...mails } = await confirmationOf(db, row);
  const state = confirmationState(facts, who.now);
  const confirmed = words.findLast(({ word }) => word === "confirmed");
  const lines = await linesOfInvoice(db, key);
  const against = is_payer ? await obstacles(db, who, row) : null;
  const first = lines.map((line) => line.sales_date).sort()[0] ?? row.invoice_date;
  return {
    ...row,
    lines,
    original: null,
    ...mails,
    form: bill.form,
    days: bill.days,
    words: bill.words,
    edition: bill.edition,
    replaces: bill.replaces === null ? null : await numberOf(db, eq(invoice.key, bill.replaces)),
    replaced_by: await numberOf(db, eq(self_bill.replaces, key)),
    agreement: {
      version: accepted!.version,
      company_name: row.seller.name,
      said_time: accepted!.said_time,
    },
    sent_time: bill.sent_time,
    state,
    confirmation: confirmationText(state, {
      ...facts,
      confirmed_by: [row.seller.name, is_payer ? null : confirmed?.person].filter(Boolean).join("　"),
    }),
    deemed_date: silentDate(facts),
    is_creditable: isConfirmed(state),
    answers: words.toReversed().map(({ key: said, word, reason, lines: said_lines, person, said_time }) => ({
      key: said,
      word,
      reason,
      lines: said_lines,
      actor: is_payer ? row.seller.name : person,
      said_time,
    })),
    is_payer,
    may_answer: !is_payer && answerProblem(state, true) === null,
    paid: against?.paid ?? null,
    deduction: deductionOf(row.seller.registration_number, first),
    log: await activityOf(db, who, "invoice", key),
    cannot_cancel: against ? cannotCancelSelfBill({ ...row, ...against }) : ISSUER_ONLY,
    sendings: [],
    cannot_send: ISSUER_ONLY,
    cannot_mail: ISSUER_ONLY,
  };
}
