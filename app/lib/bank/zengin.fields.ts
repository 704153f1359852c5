import { payerKana } from "./payer";
import { type FileAccount, Unreadable } from "./statement";
import type { Fields } from "./zengin.record";

const KIND_LABEL: { [kind: string]: string } = { "1": "普通", "2": "当座", "4": "貯蓄" };

const stripped = (number: string) => number.replace(/^0+(?=\d)/, "");

function kindOf(head: Fields, position: number): string {
  const kind = head.raw(position, 1);
  if (KIND_LABEL[kind]) return KIND_LABEL[kind];
  throw new Unreadable(
    /^[5-7]$/.test(kind)
      ? "定期預金などの明細です。普通・当座・貯蓄の口座の明細を選んでください。"
      : `預金種目「${kind}」は取り込めません。`,
  );
}

export const accountOf = (
  head: Fields,
  kind: number,
  number: [from: number, length: number],
  holder: number,
): FileAccount => ({
  bank_code: head.digits("銀行番号", 23, 4),
  bank_name: head.text(27, 15) ?? "",
  branch_code: head.digits("支店番号", 42, 3),
  branch_name: head.text(45, 15) ?? "",
  kind: kindOf(head, kind),
  number: stripped(head.digits("口座番号", ...number)),
  holder: head.text(holder, 40) ?? "",
});

const codeOf = (digits: string | null) => (digits && /[1-9]/.test(digits) ? digits : null);

export const payerOf = (line: Fields, code: number, name: number) => {
  const raw = line.text(name, 48);
  return {
    payer_raw: raw,
    payer_kana: raw === null ? null : payerKana(raw),
    payer_code: codeOf(line.text(code, 10)),
  };
};
