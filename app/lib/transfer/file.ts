import { formatYen } from "~/lib/money/decimal";
import { addDays, formatDate, type ISODate } from "~/lib/time/date";
import type { PayeeState } from "./payee";

export const FILE_STATES = ["made", "taken", "again", "voided"] as const;
export type FileState = (typeof FILE_STATES)[number];
export const FILE_STATE_LABEL: Record<FileState, string> = {
  made: "未取得",
  taken: "取得済み",
  again: "再作成あり",
  voided: "取りやめ",
};
export const FILE_TONE = { made: "warn", taken: "good", again: "warn", voided: "muted" } as const;

export function stateOfFile({ voided_time }: { voided_time: string | null }, num_takes: number): FileState {
  if (voided_time !== null) return "voided";
  if (num_takes === 0) return "made";
  return num_takes === 1 ? "taken" : "again";
}

/** Why a row's account keeps a file from being made, or null. */
export const ACCOUNT_PROBLEM: Record<PayeeState, string | null> = {
  none: "振込先の口座が登録されていません",
  unreadable: "振込先の口座を読み取れません。登録し直してください",
  changed: "口座が変わりました。変えた人とは別の管理者が確認するまで、振込ファイルは作れません",
  first: null,
  confirmed: null,
};

/** The second time the bank may hold it already: its name says so. */
export const fileName = (pay_date: ISODate, number: number): string =>
  `総合振込_${pay_date.replaceAll("-", "")}${number > 1 ? `_再作成${number - 1}` : ""}.txt`;

export const sameText = (made: { pay_date: ISODate; total: number; made_name: string }): string =>
  `同じ内容の振込ファイル（${formatDate(made.pay_date)}、${formatYen(made.total)}）を、${made.made_name}さんが作成済みです。作り直すときは、先にそのファイルを取りやめてください。`;

/** Before anybody has it, a file with an account of before is made anew; afterwards it is what was sent. */
export const movedText = (names: string[], num_takes: number): string | null =>
  names.length === 0 || num_takes > 0
    ? null
    : `作成した後に、口座が変わった支払先があります（${names.join("、")}）。取りやめてから、今の口座で作り直してください。`;

/** A payment that the books have as made so long ago was likely sent by another way. */
const PAST_DAYS = 7;
export const isPast = (payment_date: ISODate, today: ISODate): boolean =>
  payment_date < addDays(today, -PAST_DAYS);

type Past = { partner_name: string; payment_date: ISODate; amount: number };
export function pastText(rows: Past[]): string | null {
  const [first, ...more] = rows;
  if (!first) return null;
  const { partner_name, payment_date, amount } = first;
  const others = more.length > 0 ? `、ほか${more.length}件` : "";
  return `支払日を1週間以上過ぎた支払があります（${partner_name} ${formatDate(payment_date)} ${formatYen(amount)}${others}）。すでに振り込んでいませんか。まだのときは、チェックを付けて作成してください`;
}

type Twin = { pay_date: ISODate; partner_name: string; amount: number };
export const twinText = ({ pay_date, partner_name, amount }: Twin): string =>
  `${formatDate(pay_date)}の振込ファイルに、${partner_name}への同じ金額（${formatYen(amount)}）の振込があります。二重ではありませんか。別の振込なら、チェックを付けて作成してください`;
