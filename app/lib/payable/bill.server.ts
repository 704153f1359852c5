import { and, eq, sql, sum } from "drizzle-orm";
import { notFound, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { keepFiles } from "~/lib/file/file.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payable_bill, payout_part } from "~/lib/tables/payable.table.server";
import { registrationWarning } from "~/lib/text/registration";
import { tokyoDate } from "~/lib/time/date";
import type { Stored } from "~/lib/vocabulary/file";
import {
  billRates,
  coverOf,
  creditNote,
  creditProblem,
  dayProblems,
  deductibleTax,
  deductionOf,
  dueOf,
  signedRates,
  taxProblems,
} from "./bill";
import { capNote } from "./bill.cap.server";
import { billTwin, numberTaken, selfBilledTwin } from "./bill.double.server";
import type { BillDetail, BillNew } from "./bill.schema";
import { debtReason } from "./debt.list";
import { cannotCancelBill, debtKeys } from "./payout";
import { lockBooks, wrong } from "./payout.plan.server";
import { dueProblem } from "./receipt";

async function partnerOf(db: Tx, who: Who, partner_id: string) {
  const [row] = await db
    .select({ terms: collaboration, partner_name: factory.name })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.seller_id))
    .where(and(eq(collaboration.seller_id, partner_id), eq(collaboration.buyer_id, who.company_id)));
  if (!row) throw notFound("支払先");
  return row;
}

async function twinOf(
  db: Tx,
  who: Who,
  input: BillNew & { total: number; covers_until: string | null },
): Promise<string | null> {
  const { partner_id, number, twice, covers_until } = input;
  if (twice) return null;
  if (covers_until) return selfBilledTwin(db, who, partner_id, covers_until);
  return number ? null : billTwin(db, who, input);
}

/** Of 遅延利息: what it is for, of the same partner. */
async function lateOf(db: Tx, who: Who, partner_id: string, id: string | undefined) {
  if (id === undefined) return null;
  const keys = debtKeys(id);
  const [row] =
    keys.invoice_key === null
      ? await db
          .select({ number: payable_bill.number, account: payable_bill.account, ym: sql<null>`null` })
          .from(payable_bill)
          .where(and(isOwn(who, keys.bill_key!), eq(payable_bill.partner_id, partner_id)))
      : await db
          .select({ number: invoice.number, account: sql<null>`null`, ym: invoice.ym })
          .from(invoice)
          .where(
            and(
              eq(invoice.key, keys.invoice_key),
              eq(invoice.buyer_id, who.company_id),
              eq(invoice.seller_id, partner_id),
            ),
          );
  if (!row) throw notFound("遅延した請求書");
  return { id, key: Number(id.slice(1)), reason: debtReason(row) };
}

/** A paper 請求書 or an expense, as it is printed (R1-10: never changed, only cancelled and entered anew). */
export async function enterBill(db: Tx, who: Who, input: BillNew) {
  const { terms } = await partnerOf(db, who, input.partner_id);
  await lockBooks(db, who);
  const printed = billRates(input, terms.tax_rounding);
  const problems = input.as_printed ? {} : taxProblems(printed, terms.tax_rounding);
  if (Object.keys(problems).length > 0)
    throw wrong({ ...problems, as_printed: ["請求書の記載どおりでよければ、チェックを付けてください"] });
  const by_rate = signedRates(printed, input.kind);
  const unlawful = creditProblem(input, terms.toriteki);
  if (unlawful) throw wrong({ is_their_fault: [unlawful] });
  const received_date = input.received_date ?? input.bill_date;
  const due_date = input.due_date ?? dueOf(received_date, terms);
  if (due_date < received_date) throw wrong({ due_date: ["支払期日は受領日以後の日付で入力してください"] });
  const { unusual_date, ...dates } = dayProblems(
    { bill_date: input.bill_date, received_date, due_date },
    tokyoDate(who.now),
  );
  const asks = unusual_date && !input.unusual_date ? { ...dates, unusual_date } : dates;
  if (Object.keys(asks).length > 0) throw wrong(asks);
  const number = input.number ?? null;
  const taken = number && (await numberTaken(db, who, input.partner_id, number));
  if (taken) throw wrong({ number: [taken] });
  const [subtotal, tax] = [
    by_rate.reduce((yen, one) => yen + one.base, 0),
    by_rate.reduce((yen, one) => yen + one.tax, 0),
  ];
  const total = subtotal + tax;
  const covers_until = coverOf(input, received_date, terms);
  const twin = await twinOf(db, who, { ...input, total, covers_until });
  if (twin) throw wrong({ twice: [twin] });
  await lateOf(db, who, input.partner_id, input.late_debt);
  const late_keys = input.late_debt === undefined ? null : debtKeys(input.late_debt);
  const registration_number = input.registration_number ?? null;
  const [made] = await db
    .insert(payable_bill)
    .values({
      company_id: who.company_id,
      partner_id: input.partner_id,
      kind: input.kind,
      number,
      bill_date: input.bill_date,
      received_date,
      due_date,
      account: input.account,
      registration_number,
      deduction: deductionOf(registration_number, received_date),
      by_rate,
      subtotal,
      tax,
      total,
      note: input.note ?? null,
      covers_until,
      late_invoice: late_keys?.invoice_key ?? null,
      late_bill: late_keys?.bill_key ?? null,
      person: who.name,
      recorded_time: who.now,
    })
    .returning({ key: payable_bill.key });
  const late = total > 0 ? dueProblem(received_date, due_date, terms.toriteki) : null;
  const reduced = creditNote(input.kind, terms.toriteki);
  const odd = registration_number && registrationWarning(registration_number);
  const year = { partner_id: input.partner_id, day: received_date, adding: 0 };
  const cap = registration_number ? null : await capNote(db, who, year);
  return { key: made!.key, notes: [late, reduced, odd, cap].filter((note) => note !== null) };
}

const isOwn = (who: Who, key: number) =>
  and(eq(payable_bill.key, key), eq(payable_bill.company_id, who.company_id));

const paidOf = async (db: Tx, key: number): Promise<number> => {
  const [row] = await db
    .select({ paid: sum(payout_part.amount).mapWith(Number) })
    .from(payout_part)
    .where(eq(payout_part.bill_key, key));
  return row?.paid ?? 0;
};

export async function readBill(db: Tx, who: Who, key: number): Promise<BillDetail> {
  const [row] = await db.select().from(payable_bill).where(isOwn(who, key));
  if (!row) throw notFound("計上");
  const { partner_name, terms } = await partnerOf(db, who, row.partner_id);
  const paid = await paidOf(db, key);
  const { late_invoice, late_bill } = row;
  const late_debt = [late_invoice && `i${late_invoice}`, late_bill && `b${late_bill}`].find(Boolean);
  return {
    ...row,
    late: await lateOf(db, who, row.partner_id, late_debt || undefined),
    partner_name,
    paid,
    deductible: deductibleTax(row.tax, row.deduction),
    cannot_cancel: cannotCancelBill({ ...row, paid }),
    problem:
      row.cancelled_time || row.total < 0
        ? null
        : dueProblem(row.received_date, row.due_date, terms.toriteki),
    files: await filesOf(db, who, "payable_bill", [String(key)]),
  };
}

export async function addBillFiles(db: Tx, who: Who, key: number, files: Stored[]) {
  const [row] = await db.select().from(payable_bill).where(isOwn(who, key));
  if (!row) throw notFound("計上");
  refuseIf(row.cancelled_time ? "この計上は取り消されています。" : null);
  const own = { seller_id: who.company_id, buyer_id: who.company_id };
  return keepFiles(db, who, { kind: "payable_bill", key, ...own }, files);
}

export async function cancelBill(
  db: Tx,
  who: Who,
  key: number,
  { reason, version }: { reason: string; version?: number | undefined },
) {
  await lockBooks(db, who);
  const [row] = await db.select().from(payable_bill).where(isOwn(who, key)).for("update");
  if (!row) throw notFound("計上");
  if (version !== undefined && row.version !== version) throw stale("計上");
  refuseIf(cannotCancelBill({ ...row, paid: await paidOf(db, key) }));
  const today = tokyoDate(who.now);
  await db
    .update(payable_bill)
    .set({
      cancelled_time: who.now,
      cancelled_date: today > row.bill_date ? today : row.bill_date,
      cancelled_by: who.name,
      cancel_reason: reason,
      version: row.version + 1,
    })
    .where(isOwn(who, key));
  return { key, version: row.version + 1 };
}
