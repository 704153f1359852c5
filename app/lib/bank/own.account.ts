import { type FileAccount, NO_ACCOUNT } from "./statement";
import type { CellsLine } from "./statement.row";

/** 「テスト支店（001）　普通　1234567」, 「1234567」. */
function accountIn(text: string): FileAccount | null {
  const plain = text.normalize("NFKC").trim();
  const number = /(\d{4,10})\D*$/.exec(plain)?.[1];
  if (!number) return null;
  return {
    ...NO_ACCOUNT,
    number: number.replace(/^0+(?=\d)/, ""),
    branch_code: /\((\d{3})\)/.exec(plain)?.[1] ?? "",
    branch_name: (/^([^\s(]*支店|[^\s(]*営業部)/.exec(plain)?.[1] ?? "").slice(0, 40),
    kind: /普通|当座|貯蓄/.exec(plain)?.[0] ?? "",
  };
}

/** The own account in a column of its own, or as ゆうちょ says it above the head. */
export function readAccount(before: CellsLine[], body: CellsLine[], column: number): FileAccount | null {
  if (column >= 0) {
    const told = new Set(body.map(({ cells }) => (cells[column] ?? "").trim()).filter(Boolean));
    return told.size === 1 ? accountIn([...told][0]!) : null;
  }
  const symbol = before.find(({ cells }) => cells[0]?.normalize("NFKC").trim() === "記号番号");
  const number = symbol?.cells[1]?.normalize("NFKC").trim();
  return number && /^[\d-]{4,20}$/.test(number) ? { ...NO_ACCOUNT, bank_name: "ゆうちょ銀行", number } : null;
}

const digits = (text: string) => text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");

type Named = Pick<FileAccount, "bank_code" | "branch_code" | "number">;

/** The same number, and nothing that both say is different. */
export function isSameAccount(a: Named, b: Named): boolean {
  const agree = (x: string, y: string) => x === "" || y === "" || x === y;
  const known = digits(a.number) !== "" && digits(a.number) === digits(b.number);
  return known && agree(a.bank_code, b.bank_code) && agree(a.branch_code, b.branch_code);
}

export function accountLabel(account: Omit<FileAccount, "bank_code" | "holder">): string {
  const { bank_name, branch_name, branch_code, kind, number } = account;
  const branch = branch_name || (branch_code && `（${branch_code}）`);
  return [bank_name, branch, kind, number].filter(Boolean).join(" ");
}
