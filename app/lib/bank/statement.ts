import type { ISODate } from "~/lib/time/date";

/** Why a row is never netted or registered by itself. */
export const DOUBTS = ["negative", "cancelled", "missing", "correction", "twin"] as const;
export type Doubt = (typeof DOUBTS)[number];

export type StatementRow = {
  line_no: number;
  date: ISODate;
  direction: "in" | "out";
  amount: number;
  payer_raw: string | null;
  payer_kana: string | null;
  payer_code: string | null;
  edi: string | null;
  summary: string | null;
  tx_kind: string | null;
  /** 照会番号: it starts again with each file, so it names nothing by itself. */
  number: string | null;
  balance: number | null;
  doubt: Doubt | null;
};

/** The own account as the file names it; what it doesn't say is empty. */
export type FileAccount = {
  bank_code: string;
  bank_name: string;
  branch_code: string;
  branch_name: string;
  kind: string;
  number: string;
  holder: string;
};
/** What a file does not say. */
export const NO_ACCOUNT: FileAccount = {
  bank_code: "",
  bank_name: "",
  branch_code: "",
  branch_name: "",
  kind: "",
  number: "",
  holder: "",
};

export type Statement = {
  format: string;
  account: FileAccount | null;
  from: ISODate | null;
  to: ISODate | null;
  opening: number | null;
  closing: number | null;
  /** The oldest first. */
  rows: StatementRow[];
  /** Years of 和暦 without an era were guessed from far away. */
  unsure_dates: boolean;
};

/** A file that cannot be taken, with the Japanese sentence that says why. */
export class Unreadable extends Error {}

export const NO_ROWS = "明細の行がありません。期間を確かめて、もう一度受け取ってください。";

/** A cell as it stands in a sentence: on one line, and short. */
export const quoted = (cell: string): string =>
  `「${cell
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 40)}」`;

export const MAX_YEN = 999_999_999_999;
export const MAX_ROWS = 3_000;

const signed = ({ direction, amount, doubt }: StatementRow): number =>
  (direction === "in" ? amount : -amount) * (doubt === "negative" ? -1 : 1);

const canMove = (row: StatementRow): number[] => {
  const effect = signed(row);
  return row.doubt === null || row.doubt === "negative" ? [effect] : [effect, 0, -effect];
};

/** Whether each balance follows from the one before; the number of rows that hold. */
function heldRows(rows: StatementRow[]): number {
  let before: number | null = null;
  for (const [index, row] of rows.entries()) {
    if (before !== null) {
      const last: number = before;
      const possible: number[] = canMove(row).map((effect) => last + effect);
      const { balance } = row;
      if (balance !== null && !possible.includes(balance)) return index;
      before = balance ?? possible[0]!;
    } else before = row.balance;
  }
  return rows.length;
}

/** Banks list the oldest first or the newest first: the way in which the balances hold, else the dates. */
export function inOrder(rows: StatementRow[]): StatementRow[] {
  const reversed = [...rows].reverse();
  const [forward, backward] = [heldRows(rows), heldRows(reversed)];
  const holds = { forward: forward === rows.length, backward: backward === rows.length };
  if (!holds.forward && !holds.backward) {
    const [list, at] = forward >= backward ? [rows, forward] : [reversed, backward];
    throw new Unreadable(
      `${list[at]!.line_no}行目の残高が、前の行の残高と金額に合いません。行が抜けていないか、銀行から受け取ったままのファイルかを確かめてください。`,
    );
  }
  const falls = rows.length > 1 && rows[0]!.date > rows.at(-1)!.date;
  const newestFirst = holds.forward && holds.backward ? falls : holds.backward;
  return newestFirst ? reversed : rows;
}

/** Balances before the first row and after the last, where rows say theirs. */
export function edgesOf(rows: StatementRow[]): Pick<Statement, "opening" | "closing" | "from" | "to"> {
  const days = rows.map(({ date }) => date).sort();
  const [first, last] = [rows[0], rows.at(-1)];
  const opening = first && first.balance !== null ? first.balance - signed(first) : null;
  const certain = first?.doubt === null || first?.doubt === "negative";
  return {
    opening: certain ? opening : null,
    closing: last?.balance ?? null,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
}
