import { formatYen } from "~/lib/money/decimal";
import { formatDate, type ISODate } from "~/lib/time/date";

export type Edges = {
  key: number;
  account_key: number | null;
  from_date: ISODate | null;
  to_date: ISODate | null;
  opening: number | null;
  closing: number | null;
  num_rows: number;
  num_new: number;
};
type Gap = { until: ISODate; closing: number; opening: number };

/** Files that share rows hang together; of others the last one before must end where this one begins. */
export function gapBefore(file: Edges, files: Edges[]): Gap | null {
  const { key, account_key, from_date, opening } = file;
  const sharesRows = file.num_rows > file.num_new;
  if (from_date === null || opening === null || sharesRows) return null;
  const before = files
    .filter((one) => one.key !== key && one.account_key === account_key && one.closing !== null)
    .filter((one) => one.to_date !== null && one.to_date <= from_date)
    .sort((a, b) => (a.to_date! < b.to_date! ? 1 : a.to_date! > b.to_date! ? -1 : b.key - a.key));
  const [last] = before;
  const meets = !last || before.some((one) => one.to_date === last.to_date && one.closing === opening);
  return meets ? null : { until: last.to_date!, closing: last.closing!, opening };
}

export const gapText = ({ until, closing, opening }: Gap): string =>
  `前回の残高と合いません（${formatDate(until)}までのファイルの残高 ${formatYen(closing)}、このファイルの初めの残高 ${formatYen(opening)}）。間の期間のファイルが抜けていないか確かめてください。`;

export type Uses = { num_registered: number; num_undone: number; sharing: string | null };

/** Why the rows that a file brought must stay; null where it may be taken back. */
export function undoProblem({ num_registered, num_undone, sharing }: Uses): string | null {
  if (num_registered > 0)
    return `このファイルの${num_registered}行を入金に登録しているため、取込を取り消せません。`;
  if (num_undone > 0)
    return `このファイルの${num_undone}行は、入金に登録してから取り消した記録があるため、取込を取り消せません。要らない行は対象外にしてください。`;
  return sharing === null
    ? null
    : `後から取り込んだ「${sharing}」にも同じ行があります。先にそのファイルの取込を取り消してください。`;
}
