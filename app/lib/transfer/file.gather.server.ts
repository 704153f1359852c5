import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
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
import { transfer_file, transfer_row } from "~/lib/tables/transfer.table.server";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { ACCOUNT_PROBLEM, isPast, pastText } from "./file";
import { filedPayouts, payoutsNamed } from "./file.payout.server";
import type { TransferAsked, TransferPreview } from "./file.schema";
import { type Held, twinsOf } from "./file.twin.server";
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

const PAYOUT_PROBLEM = {
  kind: "方法が振込ではない支払です",
  cancelled: "取り消された支払です",
  filed: "この支払は、ほかの振込ファイルに入っています",
  twice: "同じ支払が二度入っています",
};

function payoutProblems({ kind, cancelled_time }: Held, isFiled: boolean, isTwice: boolean): string[] {
  return [
    kind === "transfer" ? null : PAYOUT_PROBLEM.kind,
    cancelled_time === null ? null : PAYOUT_PROBLEM.cancelled,
    isFiled ? PAYOUT_PROBLEM.filed : null,
    isTwice ? PAYOUT_PROBLEM.twice : null,
  ].filter((one) => one !== null);
}

async function rowsOf(db: Tx, who: Who, asked: TransferAsked["rows"]) {
  const keys = asked.map((row) => row.payout);
  const held = await payoutsNamed(db, who, keys);
  const ids = [...new Set([...held.values()].map(({ partner_id }) => partner_id))];
  const lines = await payeeLines(db, who, ids);
  const last = await lastChanges(db, who, ids);
  const filed = await filedPayouts(db, who, keys);
  return asked.map((row, at) => {
    const paid = held.get(row.payout)!;
    const line = lines.get(paid.partner_id) ?? null;
    const account = line && accountOfPayee(line);
    const state = stateOfPayee(line, account !== null);
    const isTwice = keys.indexOf(row.payout) < at;
    const problems = [ACCOUNT_PROBLEM[state], ...payoutProblems(paid, filed.has(row.payout), isTwice)].filter(
      (one) => one !== null,
    );
    const new_code = newCode(line?.change ?? 0, last.get(paid.partner_id));
    const amount = paid.amount - paid.fee;
    const transfer: Transfer | null = account && {
      ...account,
      amount,
      new_code,
      customer_code: line!.key,
      edi: row.edi,
    };
    return { paid, amount, name: paid.partner_name, line, account, state, new_code, problems, transfer };
  });
}

export type Gathered = Awaited<ReturnType<typeof gather>>;

/** The books say one day and the bank another: both may be meant. */
function notesOf(pay_date: string, today: string, rows: { paid: Held }[]): string | null {
  const other = rows.find(({ paid }) => paid.payment_date !== pay_date);
  const differs = other
    ? `支払日（${formatDate(other.paid.payment_date)}）が振込指定日と違う支払があります。帳簿には支払日で載ります。`
    : "";
  return [payDateNote(pay_date, today), differs].filter(Boolean).join("") || null;
}

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
  const past = pastText(
    rows.flatMap(({ paid, name, amount }) =>
      isPast(paid.payment_date, today) ? { partner_name: name, payment_date: paid.payment_date, amount } : [],
    ),
  );
  const twins = await twinsOf(db, who, asked.pay_date, rows);
  if (from) addWritten(rows, problems, { from, date: asked.pay_date, transfers });
  const seen = digestOf([
    asked,
    own,
    rows.map(({ line, state, paid }) => [line?.version, state, paid.version]),
    twins,
  ]);
  return {
    own,
    from,
    rows,
    past,
    twins,
    transfers,
    problems,
    seen,
    note: notesOf(asked.pay_date, today, rows),
  };
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

export const problemsOf = ({ rows, problems }: Gathered) => [
  ...problems,
  ...rows.flatMap((row) => row.problems.map((sentence) => `${row.name}：${sentence}`)),
];

export async function previewTransfer(db: Tx, who: Who, asked: TransferAsked): Promise<TransferPreview> {
  const gathered = await gather(db, who, asked);
  const { own, rows, past, twins, problems, seen, note } = gathered;
  return {
    account: accountLabel(own),
    pay_date: asked.pay_date,
    note,
    rows: rows.map((one) => ({
      payout: one.paid.key,
      payment_date: one.paid.payment_date,
      partner_id: one.paid.partner_id,
      partner_name: one.name,
      account: one.account && maskedAccount(one.account),
      payee_name: one.account?.name ?? null,
      amount: one.amount,
      state: one.state,
      new_code: one.new_code,
      problems: one.problems,
      is_past: isPast(one.paid.payment_date, tokyoDate(who.now)),
    })),
    past,
    twins,
    num_rows: rows.length,
    total: totalOf(rows),
    problems,
    num_problems: problemsOf(gathered).length,
    seen,
  };
}
