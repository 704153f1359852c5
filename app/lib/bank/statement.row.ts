import { type ISODate, isDate, isoDate } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import type { ColumnField } from "./layout";
import { payerKana } from "./payer";
import { type Doubt, MAX_YEN, quoted, type StatementRow, Unreadable } from "./statement";
import { eralessDate } from "./zengin.date";

export type CellsLine = { line: number; cells: string[] };
export type Positions = Partial<Record<ColumnField, number>>;

const unreadable = (line: number, name: string, cell: string) =>
  new Unreadable(`${line}行目の${name}が読み取れません（${quoted(cell)}）。`);

/** Empty, 0 and - are none; △ and a leading minus are negative. */
function readAmount(cell: string): number | null {
  const text = cell.normalize("NFKC").replace(/[,\s円¥\\+]/g, "");
  if (text === "" || /^[-*ー−]+$/.test(text)) return 0;
  const digits = /^([△▲−-]?)(\d{1,15})(?:\.0+)?$/.exec(text);
  if (!digits) return null;
  const amount = Number(digits[2]);
  return digits[1] ? -amount : amount;
}

/** `YYYY/M/D`, `YYYY.M.D`, `YYYYMMDD`, `YYYY年M月D日`, 令和 with its era, or YYMMDD without. */
function readDay(cell: string, today: ISODate): { date: ISODate; unsure: boolean } | null {
  const text = cell.normalize("NFKC").replace(/\s/g, "");
  const full =
    /^(\d{4})[./年-](\d{1,2})[./月-](\d{1,2})日?(?:\([日月火水木金土]\))?$/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (full) {
    const date = isoDate(Number(full[1]), Number(full[2]), Number(full[3]));
    return isDate(date) && date >= "1989" ? { date, unsure: false } : null;
  }
  if (/^\d{6}$/.test(text)) return eralessDate(text, today);
  if (!/^(令和|平成|[RHrh])/.test(text)) return null;
  const date = parseDateInput(text, today);
  return date ? { date, unsure: false } : null;
}

export const isDay = (cell: string, today: ISODate) => readDay(cell, today) !== null;
export const isYen = (cell: string) => /\d/.test(cell) && readAmount(cell) !== null;

const DOUBT_WORDS: [words: RegExp, doubt: Doubt][] = [
  [/取消/, "cancelled"],
  [/欠番/, "missing"],
  [/訂正/, "correction"],
];

export function csvRow({ line, cells }: CellsLine, at: Positions, today: ISODate) {
  const cell = (field: ColumnField): string =>
    at[field] === undefined ? "" : (cells[at[field]] ?? "").trim();
  const typed = at.date === undefined ? [cell("year"), cell("month"), cell("day")].join("/") : cell("date");
  const amounts = amountsOf(line, at, cell);
  const isEmpty = amounts.in === 0 && amounts.out === 0;
  const day = readDay(typed, today);
  if (!day) {
    if (isEmpty) return null;
    throw unreadable(line, "日付", typed);
  }
  if (amounts.in !== 0 && amounts.out !== 0)
    throw new Unreadable(
      `${line}行目に入金額と出金額の両方があります。列の対応と、銀行から受け取ったままのファイルかを確かめてください。`,
    );
  const direction = amounts.out === 0 ? ("in" as const) : ("out" as const);
  const amount = amounts.in + amounts.out;
  if (Math.abs(amount) > MAX_YEN) throw unreadable(line, "金額", String(amount));
  const balance = at.balance === undefined || cell("balance") === "" ? null : readAmount(cell("balance"));
  if (balance === null && at.balance !== undefined && cell("balance") !== "")
    throw unreadable(line, "残高", cell("balance"));
  const words = `${cell("mark")} ${cell("tx_kind")}`;
  const named = DOUBT_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
  const doubt = named ?? (isEmpty ? "missing" : amount < 0 ? "negative" : null);
  const text = cell("payer") || null;
  const kana = direction === "in" && text !== null ? payerKana(text) || null : null;
  const row: StatementRow = {
    line_no: line,
    date: day.date,
    direction,
    amount: Math.abs(amount),
    payer_raw: kana === null ? null : text,
    payer_kana: kana,
    payer_code: /[1-9]/.test(cell("payer_code")) ? cell("payer_code").slice(0, 20) : null,
    edi: cell("edi") || null,
    summary: cell("summary") || text,
    tx_kind: cell("tx_kind") || null,
    number: cell("number") || null,
    balance,
    doubt,
  };
  return { row, unsure: day.unsure };
}

function amountsOf(line: number, at: Positions, cell: (field: ColumnField) => string) {
  const yen = (field: ColumnField, name: string): number => {
    if (at[field] === undefined) return 0;
    const amount = readAmount(cell(field));
    if (amount === null) throw unreadable(line, name, cell(field));
    return amount;
  };
  if (at.in !== undefined || at.out !== undefined)
    return { in: yen("in", "入金額"), out: yen("out", "出金額") };
  const amount = yen("amount", "金額");
  const direction = cell("direction").normalize("NFKC");
  if (amount === 0) return { in: 0, out: 0 };
  if (/^0?1$|入金|預入/.test(direction)) return { in: amount, out: 0 };
  if (/^0?2$|出金|引出|支払/.test(direction)) return { in: 0, out: amount };
  throw unreadable(line, "入払区分", direction);
}
