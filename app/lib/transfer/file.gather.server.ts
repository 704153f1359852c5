import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { accountBy } from "~/lib/bank/account.server";
import { accountLabel } from "~/lib/bank/own.account";
import {
  fileProblems,
  payDateNote,
  payDateProblem,
  type Remitter,
  type Transfer,
  totalOf,
} from "~/lib/bank/zengin.transfer";
import type { Tx } from "~/lib/db/connection.server";
import { standsWith } from "~/lib/partner/partner.server";
import { transfer_file, transfer_payment, transfer_row } from "~/lib/tables/transfer.table.server";
import { tokyoDate } from "~/lib/time/date";
import { ACCOUNT_PROBLEM } from "./file";
import type { TransferAsked, TransferPreview } from "./file.schema";
import { maskedAccount, newCode, stateOfPayee } from "./payee";
import { accountOfPayee, payeeLines } from "./payee.server";
import { remitterOf } from "./paying.server";

/** By which account each partner was last paid, in the files that stand. */
async function lastChanges(db: Tx, who: Who, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectDistinctOn([transfer_row.partner_id], {
      id: transfer_row.partner_id,
      change: transfer_row.payee_change,
    })
    .from(transfer_row)
    .innerJoin(transfer_file, eq(transfer_file.key, transfer_row.file_key))
    .where(
      and(
        eq(transfer_row.company_id, who.company_id),
        inArray(transfer_row.partner_id, ids),
        isNull(transfer_file.voided_time),
      ),
    )
    .orderBy(transfer_row.partner_id, sql`${transfer_row.file_key} desc`);
  return new Map(rows.map(({ id, change }) => [id, change]));
}

async function filedPayments(db: Tx, who: Who, payments: string[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const rows = await db
    .select({ payment: transfer_payment.payment })
    .from(transfer_payment)
    .where(
      and(
        eq(transfer_payment.company_id, who.company_id),
        inArray(transfer_payment.payment, payments),
        eq(transfer_payment.is_live, true),
      ),
    );
  return new Set(rows.map(({ payment }) => payment));
}

async function rowsOf(db: Tx, who: Who, asked: TransferAsked["rows"]) {
  const ids = [...new Set(asked.map(({ partner_id }) => partner_id))];
  const stands = await standsWith(db, who, ids);
  if (ids.some((id) => !stands.has(id))) throw notFound("支払先");
  const lines = await payeeLines(db, who, ids);
  const last = await lastChanges(db, who, ids);
  const payments = asked.flatMap((row) => row.payments);
  const filed = await filedPayments(db, who, payments);
  const seen = new Set<string>();
  return asked.map((row) => {
    const line = lines.get(row.partner_id) ?? null;
    const account = line && accountOfPayee(line);
    const state = stateOfPayee(line, account !== null);
    const isFiled = row.payments.some((one) => filed.has(one));
    const isTwice = row.payments.some((one) => seen.has(one));
    for (const one of row.payments) seen.add(one);
    const problems = [
      ACCOUNT_PROBLEM[state],
      isFiled ? "この支払は、ほかの振込ファイルに入っています" : null,
      isTwice ? "同じ支払が二度入っています" : null,
    ].filter((one) => one !== null);
    const new_code = newCode(line?.change ?? 0, last.get(row.partner_id));
    const transfer: Transfer | null = account && {
      ...account,
      amount: row.amount,
      new_code,
      customer_code: line!.key,
      edi: row.edi,
    };
    return { row, name: stands.get(row.partner_id)!.name, line, account, state, problems, transfer };
  });
}

export type Gathered = Awaited<ReturnType<typeof gather>>;

/** What the file would hold, and everything that speaks against it. */
export async function gather(db: Tx, who: Who, asked: TransferAsked) {
  const own = await accountBy(db, who, asked.account_key);
  const remitter = remitterOf(own);
  const rows = await rowsOf(db, who, asked.rows);
  const today = tokyoDate(who.now);
  const from = "from" in remitter ? remitter.from : null;
  const transfers = rows.flatMap(({ transfer }) => transfer ?? []);
  const problems = [
    "sentence" in remitter ? `振込元の口座：${remitter.sentence}` : null,
    payDateProblem(asked.pay_date, today),
  ].filter((one) => one !== null);
  if (from) addWritten(rows, problems, { from, date: asked.pay_date, transfers });
  const seen = digestOf([asked, own, rows.map(({ line, state }) => [line?.version, state])]);
  return { own, from, rows, transfers, problems, seen, note: payDateNote(asked.pay_date, today) };
}

/** What the bank's record can't hold, beside the row that it is of. */
function addWritten(
  rows: { transfer: Transfer | null; problems: string[] }[],
  problems: string[],
  file: { from: Remitter; date: string; transfers: Transfer[] },
): void {
  const written = rows.filter(({ transfer }) => transfer !== null);
  if (written.length === 0) return;
  for (const { at, sentence } of fileProblems(file))
    (at === null ? problems : written[at]!.problems).push(sentence);
}

const isNew = ({ transfer }: { transfer: Transfer | null }) => transfer?.new_code === 1;
export const problemsOf = ({ rows, problems }: Gathered) => [
  ...problems,
  ...rows.flatMap((row) => row.problems.map((sentence) => `${row.name}：${sentence}`)),
];

export async function previewTransfer(db: Tx, who: Who, asked: TransferAsked): Promise<TransferPreview> {
  const gathered = await gather(db, who, asked);
  const { own, rows, problems, seen, note } = gathered;
  return {
    account: accountLabel(own),
    pay_date: asked.pay_date,
    note,
    rows: rows.map((one) => ({
      partner_id: one.row.partner_id,
      partner_name: one.name,
      account: one.account && maskedAccount(one.account),
      payee_name: one.account?.name ?? null,
      amount: one.row.amount,
      state: one.state,
      is_new: isNew(one),
      problems: one.problems,
    })),
    num_rows: rows.length,
    total: totalOf(asked.rows),
    problems,
    num_problems: problemsOf(gathered).length,
    seen,
  };
}
