import type { ISODate } from "~/lib/time/date";
import type { StatementRow } from "./statement";
import { accountOf, payerOf } from "./zengin.fields";
import type { Fields } from "./zengin.record";

export const noticeAccount = (head: Fields) => accountOf(head, 60, [61, 7], 68);

/** Layout B has amounts of twelve digits where layout A has EDI. */
export function noticeRow(line: Fields, near: ISODate) {
  const { date, unsure } = line.date("勘定日", 8, near);
  const isLong = line.isDigits(129, 24);
  const short = line.number("金額", 20, 10);
  return {
    line_no: line.at,
    date,
    direction: "in" as const,
    amount: short === 0 && isLong ? line.number("金額（2）", 129, 12) : short,
    ...payerOf(line, 40, 50),
    edi: isLong ? line.text(153, 20) : line.text(129, 20),
    summary: null,
    tx_kind: null,
    number: line.text(2, 6),
    balance: null,
    doubt: line.raw(128, 1) === "1" ? ("cancelled" as const) : null,
    unsure,
  };
}

const sum = (rows: StatementRow[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** Whether its first total holds what was cancelled is nowhere said: both are taken. */
export function noticeProblem(tail: Fields, rows: StatementRow[]): string | null {
  const cancelled = rows.filter(({ doubt }) => doubt === "cancelled");
  const live = rows.filter(({ doubt }) => doubt === null);
  const said = { num: tail.number("振込件数", 2, 6), amount: tail.number("振込金額合計", 8, 12) };
  const matches = (list: StatementRow[]) => list.length === said.num && sum(list) === said.amount;
  const cancelledSaid = tail.number("取消件数", 20, 6);
  if (cancelledSaid !== cancelled.length || tail.number("取消金額合計", 26, 12) !== sum(cancelled))
    return "取消の件数か金額が明細と合いません。";
  return matches(rows) || matches(live) ? null : "振込の件数か金額の合計が明細と合いません。";
}

const isSame = (a: StatementRow, b: StatementRow) =>
  a.amount === b.amount &&
  (a.payer_kana === b.payer_kana || (a.payer_code !== null && a.payer_code === b.payer_code));

/** A 取消 takes the row that it cancels with it: neither is money by itself. */
export function withCancelled(rows: StatementRow[]): StatementRow[] {
  const doubtful = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (row.doubt !== "cancelled") continue;
    const original = rows
      .slice(0, index)
      .findLast((other) => other.doubt === null && !doubtful.has(other.line_no) && isSame(other, row));
    if (original) doubtful.add(original.line_no);
  }
  return rows.map((row) => (doubtful.has(row.line_no) ? { ...row, doubt: "cancelled" as const } : row));
}
