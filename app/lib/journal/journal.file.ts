import { creditOf, debitOf, type Entry, type JournalRules, type Side } from "./journal";

import { includedTax, isTransitional, MF_INVOICE, type Product, rateOfCode } from "./journal.tax";

type Names = Pick<JournalRules, "bookkeeping" | "sub_rule" | "tax_names">;
type Numbered = { no: number; entry: Entry };
type Row = (entry: Entry, at: number, no: string, names: Names) => string[];

const day = (date: string) => date.replaceAll("-", "/");
const empty = (num: number) => Array<string>(num).fill("");

/** Empty where the product, which computes from the amount with tax, comes to the same (R1-5). */
function taxCell({ amount, tax, code }: Side, { bookkeeping }: Names): string {
  if (code === "none" || isTransitional(code)) return "";
  return bookkeeping === "excluded" || tax !== includedTax(amount, rateOfCode(code)) ? String(tax) : "";
}

function yayoiSide(side: Side | null, names: Names): string[] {
  if (!side) return ["", "", "", "対象外", "0", ""];
  const name = names.tax_names.yayoi[side.code];
  const tax = names.bookkeeping === "excluded" ? name.replace("込", "内") : name;
  const sub = names.sub_rule === "none" ? "" : side.sub;
  return [side.account, sub, "", tax, String(side.amount), taxCell(side, names)];
}

/** 2000 is an entry of one row; of several 2110 is the first, 2100 between, 2101 the last. */
const yayoiFlag = (at: number, of: number) =>
  of === 1 ? "2000" : at === 0 ? "2110" : at === of - 1 ? "2101" : "2100";

const yayoiRow: Row = ({ date, summary, rows }, at, no, names) => [
  yayoiFlag(at, rows.length),
  no,
  "",
  day(date),
  ...yayoiSide(rows[at]!.debit, names),
  ...yayoiSide(rows[at]!.credit, names),
  summary,
  "",
  "",
  rows.length === 1 ? "0" : "3",
  "",
  "",
  "0",
  "0",
  "no",
];

function freeeSide(side: Side | null, names: Names): string[] {
  if (!side) return empty(14);
  const [sub, partner] = subCells(side, names);
  const tax = names.tax_names.freee[side.code];
  const amount = String(side.amount);
  return [side.account, "", sub, partner, ...empty(7), amount, tax, taxCell(side, names)];
}
const freeeRow: Row = ({ date, summary, rows }, at, no, names) => [
  "[明細行]",
  day(date),
  no,
  "",
  ...freeeSide(rows[at]!.debit, names),
  ...freeeSide(rows[at]!.credit, names),
  summary,
];

function subCells({ sub }: Side, { sub_rule }: Names): [sub: string, partner: string] {
  if (sub_rule === "none") return ["", ""];
  return sub_rule === "sub" ? [sub, ""] : ["", sub];
}
function mfSide(side: Side | null, names: Names): string[] {
  if (!side) return empty(8);
  const [sub, partner] = subCells(side, names);
  const { account, code, amount, tax } = side;
  const cell = isTransitional(code) ? "" : String(tax);
  return [
    account,
    sub,
    "",
    partner,
    names.tax_names.moneyforward[code],
    MF_INVOICE[code] ?? "",
    String(amount),
    cell,
  ];
}
const mfRow: Row = ({ date, summary, rows }, at, no, names) => [
  no,
  day(date),
  ...mfSide(rows[at]!.debit, names),
  ...mfSide(rows[at]!.credit, names),
  summary,
  ...empty(8),
];

const SIDE = (side: string) =>
  ["勘定科目", "科目コード", "補助科目", "取引先", "取引先コード", "部門", "品目", "メモタグ"]
    .concat(["セグメント1", "セグメント2", "セグメント3", "金額", "税区分", "税額"])
    .map((name) => side + name);
const MF_SIDE = (side: string) =>
  ["勘定科目", "補助科目", "部門", "取引先", "税区分", "インボイス", "金額(円)", "税額"].map(
    (name) => side + name,
  );
const FORMATS: Record<Product, { head: string[] | null; row: Row }> = {
  yayoi: { head: null, row: yayoiRow },
  freee: {
    head: ["[表題行]", "日付", "伝票番号", "決算整理仕訳", ...SIDE("借方"), ...SIDE("貸方"), "摘要"],
    row: freeeRow,
  },
  moneyforward: {
    head: ["取引No", "取引日", ...MF_SIDE("借方"), ...MF_SIDE("貸方")].concat(
      ["摘要", "仕訳メモ", "タグ", "MF仕訳タイプ", "決算整理仕訳"],
      ["作成日時", "作成者", "最終更新日時", "最終更新者"],
    ),
    row: mfRow,
  },
};

export const headOf = (product: Product) => FORMATS[product].head;
export const rowsOf = (product: Product, { no, entry }: Numbered, names: Names): string[][] =>
  entry.rows.map((_, at) => FORMATS[product].row(entry, at, String(no), names));

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Names the product matches to the letter: no guard against formulas is put before them (R6-4). */
export function journalText(product: Product, entries: Numbered[], names: Names): string {
  const head = headOf(product);
  const rows = [...(head ? [head] : []), ...entries.flatMap((one) => rowsOf(product, one, names))];
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** Half-width columns, as products count them. */
const columnsOf = (text: string) => [...text].reduce((sum, char) => sum + (/[ -~｡-ﾟ]/.test(char) ? 1 : 2), 0);
const MOST: Record<Product, { name: number; summary: number; amount: number; no: number }> = {
  yayoi: { name: 24, summary: 128, amount: 999_999_999, no: 999_999 },
  freee: { name: 200, summary: 2048, amount: Number.MAX_SAFE_INTEGER, no: Number.MAX_SAFE_INTEGER },
  moneyforward: { name: 200, summary: 400, amount: Number.MAX_SAFE_INTEGER, no: Number.MAX_SAFE_INTEGER },
};

/** Why a product might not take the entry as it stands; null where nothing is known against it. */
export function entryProblem(product: Product, { no, entry }: Numbered): string | null {
  const most = MOST[product];
  if (debitOf(entry) !== creditOf(entry)) return "借方と貸方の合計が合いません。";
  const sides = entry.rows.flatMap(({ debit, credit }) => [debit, credit]).filter((side) => side !== null);
  const long = sides
    .flatMap(({ account, sub }) => [account, sub])
    .find((name) => columnsOf(name) > most.name);
  if (long)
    return `「${long}」は${most.name / 2}文字を超えるため、${product === "yayoi" ? "弥生で" : ""}途中で切られます。`;
  if (sides.some(({ amount }) => amount > most.amount))
    return "金額が9桁を超えるため、弥生会計オンラインでは取り込めません。";
  if (columnsOf(entry.summary) > most.summary) return `摘要が${most.summary / 2}文字を超えています。`;
  return no > most.no ? "伝票番号が6桁を超えています。" : null;
}
