import type { ReceivingKind } from "~/lib/bank/zengin.transfer";
import type { Tone } from "~/lib/list/list.schema";

export type PayeeAccount = {
  bank_code: string;
  bank_kana: string;
  branch_code: string;
  branch_kana: string;
  kind: ReceivingKind;
  number: string;
  name: string;
};

export const PAYEE_STATES = ["none", "first", "changed", "confirmed", "unreadable"] as const;
export type PayeeState = (typeof PAYEE_STATES)[number];
export const PAYEE_STATE_LABEL: Record<PayeeState, string> = {
  none: "未登録",
  first: "登録済み",
  changed: "口座が変わりました",
  confirmed: "確認済み",
  unreadable: "読み取れません",
};
export const PAYEE_TONE: Record<PayeeState, Tone> = {
  none: "muted",
  first: "good",
  changed: "bad",
  confirmed: "good",
  unreadable: "bad",
};

/** Of an account number its last four digits. */
export const maskNumber = (number: string): string => `***${number.padStart(7, "0").slice(-4)}`;

export function maskedAccount(account: PayeeAccount): string {
  const { bank_kana, bank_code, branch_kana, branch_code, kind, number, name } = account;
  const place = `${bank_kana}(${bank_code}) ${branch_kana}(${branch_code})`;
  return `${place} ${kind} ${maskNumber(number)} ${name}`;
}

const FIELDS = ["bank_code", "bank_kana", "branch_code", "branch_kana", "kind", "number", "name"] as const;

export const isSamePayee = (a: PayeeAccount, b: PayeeAccount): boolean =>
  FIELDS.every((field) => a[field] === b[field]);

export const NO_NUMBER = "口座番号を入力してください";

type Entered = Omit<PayeeAccount, "number"> & { number?: string };

/** An empty number stays as it is, but never moves to another branch. */
export function enteredAccount(
  { number, ...given }: Entered,
  standing: PayeeAccount | null,
): { account: PayeeAccount } | { sentence: string } {
  if (number !== undefined) return { account: { ...given, number } };
  if (!standing) return { sentence: NO_NUMBER };
  const isMoved = given.bank_code !== standing.bank_code || given.branch_code !== standing.branch_code;
  return isMoved
    ? { sentence: "銀行か支店を変えるときは、口座番号も入力してください" }
    : { account: { ...given, number: standing.number } };
}

type Standing = { change: number; confirmed_time: string | null };

export function stateOfPayee(row: Standing | null, isReadable: boolean): PayeeState {
  if (!row) return "none";
  if (!isReadable) return "unreadable";
  if (row.change === 0) return "first";
  return row.confirmed_time === null ? "changed" : "confirmed";
}

type Change = { hands: string[]; needs_other: boolean };

/** Who had a hand in a change, and whether another is to look. `others`: so many could. */
export const changeOf = (standing: (Standing & Change) | null, username: string, others: number): Change => {
  const isOpen = standing !== null && standing.change > 0 && standing.confirmed_time === null;
  const before = isOpen ? standing : { hands: [], needs_other: false };
  return {
    hands: [...new Set([...before.hands, username])],
    needs_other: before.needs_other || others > 0,
  };
};

/** Why this person may not be the second look, or null. */
export function confirmProblem(
  state: PayeeState,
  { hands, needs_other }: Change,
  username: string,
): string | null {
  if (state !== "changed") return "確認する口座の変更はありません。";
  return needs_other && hands.includes(username)
    ? "口座の変更に加わっていない別の管理者（会計の権限のある人）が確認してください。いないときは、管理者を追加してください。"
    : null;
}

/** 新規コード of a row of a file: by which account the partner was last paid. */
export function newCode(change: number, last: number | undefined): 0 | 1 | 2 {
  if (last === undefined) return 1;
  return last === change ? 0 : 2;
}
