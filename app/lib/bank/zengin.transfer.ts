import { payeeKana } from "~/lib/text/kana";
import { addBankDays, isBankClosed } from "~/lib/time/bankday";
import { addDays, daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import { Unreadable } from "./statement";
import { halfWidthBytes, readRecord, recordText } from "./zengin.layout";
import { fieldsOf, recordsOf, TRANSFER_LENGTH } from "./zengin.record";

export const PAYING_KINDS = ["普通", "当座", "その他"] as const;
export const RECEIVING_KINDS = ["普通", "当座", "貯蓄", "その他"] as const;
export type ReceivingKind = (typeof RECEIVING_KINDS)[number];
const KIND_CODE: Record<ReceivingKind, string> = { 普通: "1", 当座: "2", 貯蓄: "4", その他: "9" };
const KIND_OF = new Map(Object.entries(KIND_CODE).map(([kind, code]) => [code, kind]));

type Branch = {
  bank_code: string;
  bank_kana: string;
  branch_code: string;
  branch_kana: string;
  number: string;
};
export type Remitter = Branch & {
  consignor_code: string;
  consignor_name: string;
  kind: (typeof PAYING_KINDS)[number];
};
/** 新規コード: 1 the first time to this account, 2 the first time after it changed. */
export type Transfer = Branch & {
  kind: ReceivingKind;
  name: string;
  amount: number;
  new_code?: 0 | 1 | 2;
  customer_code?: number;
  edi?: string;
};
/** `at`: which transfer, from 0; null of what stands in the head. */
type TransferProblem = { at: number | null; field: string; sentence: string };

export const NAME_LENGTH = 30;
export const CONSIGNOR_LENGTH = 40;
const PLACE_LENGTH = 15;
export const EDI_LENGTH = 20;
const MOST_YEN = 9_999_999_999;
const MOST_TOTAL = 999_999_999_999;

const SPELLED = /カブシキガイシヤ|ユウゲンガイシヤ|ゴウドウガイシヤ|カブシキカイシヤ/;
const isSpelled = (half: string) => SPELLED.test(half.normalize("NFKC"));

/** Why a name can't stand in a file, or null. `most` counts as the bank does: ガ is two. */
export function nameProblem(label: string, typed: string, most: number): string | null {
  const half = payeeKana(typed);
  if (half === null)
    return `${label}「${typed}」に使えない文字があります。カナ・英数字・（ ）．－だけにしてください（漢字と「ヲ」は使えません）`;
  if (half.length <= most) return null;
  const advice = isSpelled(half) ? "。「カブシキガイシャ」は「カ）」のように略してください" : "";
  return `${label}「${typed}」は${half.length}文字です。濁点・半濁点も1文字と数えて${most}文字までです${advice}`;
}

/** R6-6: of all signs, banks' and branches' names know - alone. */
export function placeProblem(label: string, typed: string): string | null {
  return (
    nameProblem(label, typed, PLACE_LENGTH) ??
    (/[().]/.test(payeeKana(typed)!) ? `${label}に使える記号は「－」だけです` : null)
  );
}

const digits = (text: string, length: number) => new RegExp(`^\\d{${length}}$`).test(text);
const accountNumber = (text: string) => /^\d{1,7}$/.test(text) && Number(text) > 0;

function placeProblems({ bank_code, bank_kana, branch_code, branch_kana, number }: Branch) {
  return [
    ["bank_code", digits(bank_code, 4) ? null : "銀行番号は4桁の数字です"],
    ["bank_kana", placeProblem("銀行名カナ", bank_kana)],
    ["branch_code", digits(branch_code, 3) ? null : "支店番号は3桁の数字です"],
    ["branch_kana", placeProblem("支店名カナ", branch_kana)],
    ["number", accountNumber(number) ? null : "口座番号は7桁までの数字です"],
  ] as const;
}

const named = (at: number | null, found: readonly (readonly [string, string | null])[]): TransferProblem[] =>
  found.flatMap(([field, sentence]) => (sentence === null ? [] : [{ at, field, sentence }]));

export const remitterProblems = (from: Remitter): TransferProblem[] =>
  named(null, [
    ["consignor_code", digits(from.consignor_code, 10) ? null : "委託者コードは10桁の数字です"],
    ["consignor_name", nameProblem("委託者名", from.consignor_name, CONSIGNOR_LENGTH)],
    ...placeProblems(from),
  ]);

const isPayable = (amount: number) => Number.isSafeInteger(amount) && amount >= 1 && amount <= MOST_YEN;

const transferProblems = (to: Transfer, at: number): TransferProblem[] =>
  named(at, [
    ...placeProblems(to),
    ["name", nameProblem("受取人名", to.name, NAME_LENGTH)],
    ["amount", isPayable(to.amount) ? null : "振込金額は1円から9,999,999,999円までです"],
    ["edi", to.edi ? nameProblem("EDI情報", to.edi, EDI_LENGTH) : null],
  ]);

const MANY_DAYS = 30;
const YEARLESS_DAYS = 330;

/** Why a bank can't pay on this day, or null. The file names no year. */
export function payDateProblem(date: ISODate, today: ISODate): string | null {
  if (date <= today)
    return `振込指定日は明日以降の銀行営業日にしてください（早くて${formatDate(addBankDays(today, 1))}）`;
  if (isBankClosed(date))
    return `${formatDate(date)}は銀行の休業日です。${formatDate(addBankDays(date, -1))}か${formatDate(addBankDays(date, 1))}にしてください`;
  return daysBetween(today, date) > YEARLESS_DAYS
    ? `振込指定日が先すぎます。ファイルには年が書かれないため、${formatDate(addDays(today, YEARLESS_DAYS))}までにしてください`
    : null;
}

/** What to mind of a day that is not refused. */
export const payDateNote = (date: ISODate, today: ISODate): string | null =>
  daysBetween(today, date) > MANY_DAYS
    ? "1か月以上先の指定日は、受け付けない銀行があります。銀行に確かめてください。"
    : null;

export const totalOf = (transfers: { amount: number }[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0);

const kana = (typed: string) => payeeKana(typed)!;
const customer = ({ customer_code = 0, edi }: Transfer) =>
  edi ? kana(edi) : String(customer_code).padStart(10, "0").padEnd(20, "0");

function lineText(to: Transfer): string {
  return recordText("line", {
    データ区分: 2,
    被仕向銀行番号: to.bank_code,
    被仕向銀行名: kana(to.bank_kana),
    被仕向支店番号: to.branch_code,
    被仕向支店名: kana(to.branch_kana),
    預金種目: KIND_CODE[to.kind],
    口座番号: to.number,
    受取人名: kana(to.name),
    振込金額: to.amount,
    新規コード: to.new_code ?? 0,
    顧客コードまたはEDI情報: customer(to),
    振込指定区分: 7,
    識別表示: to.edi ? "Y" : "",
  });
}

function headText(from: Remitter, date: ISODate): string {
  return recordText("head", {
    データ区分: 1,
    種別コード: 21,
    委託者コード: from.consignor_code,
    委託者名: kana(from.consignor_name),
    振込指定日: date.slice(5).replace("-", ""),
    仕向銀行番号: from.bank_code,
    仕向銀行名: kana(from.bank_kana),
    仕向支店番号: from.branch_code,
    仕向支店名: kana(from.branch_kana),
    預金種目: KIND_CODE[from.kind],
    口座番号: from.number,
  });
}

type TransferFile = { from: Remitter; date: ISODate; transfers: Transfer[] };

/** Everything that would be refused or cut: the file is made when there is none of it. */
export function fileProblems({ from, transfers }: TransferFile): TransferProblem[] {
  const total = totalOf(transfers);
  return [
    ...remitterProblems(from),
    ...transfers.flatMap(transferProblems),
    ...named(null, [
      ["transfers", transfers.length === 0 ? "振込先がありません" : null],
      ["transfers", transfers.length > 999_999 ? "振込は999,999件までです" : null],
      ["total", total > MOST_TOTAL ? "合計は999,999,999,999円までです" : null],
    ]),
  ];
}

/** R6-5, byte for byte. */
export function transferBytes(file: TransferFile, lineEnd: "\r\n" | "" = "\r\n"): Uint8Array {
  const { from, date, transfers } = file;
  const records = [
    headText(from, date),
    ...transfers.map(lineText),
    recordText("tail", { データ区分: 8, 合計件数: transfers.length, 合計金額: totalOf(transfers) }),
    recordText("end", { データ区分: 9 }),
  ];
  return halfWidthBytes(records.map((record) => record + lineEnd).join(""));
}

/** A file as a bank reads it; throws where its count or total is not that of its lines. */
export function readTransfers(bytes: Uint8Array) {
  const records = recordsOf(bytes, TRANSFER_LENGTH).map(fieldsOf);
  const [first, ...rest] = records;
  const [tail, end] = [rest.at(-2), rest.at(-1)];
  const lines = rest.slice(0, -2);
  const isFramed = first?.type === "1" && tail?.type === "8" && end?.type === "9";
  if (!isFramed || lines.some(({ type }) => type !== "2"))
    throw new Unreadable("総合振込のファイルの形になっていません。");
  const head = readRecord("head", first);
  const transfers = lines.map((line) => {
    const read = readRecord("line", line);
    const amount = Number(read.振込金額);
    return { ...read, 預金種目: KIND_OF.get(read.預金種目) ?? "", amount };
  });
  const sums = readRecord("tail", tail);
  if (Number(sums.合計件数) !== transfers.length || Number(sums.合計金額) !== totalOf(transfers))
    throw new Unreadable("総合振込のファイルの件数か合計が、明細と合いません。");
  return { head, transfers, total: totalOf(transfers) };
}
