import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatDate, today } from "~/lib/time/date";
import { formatPeriod } from "~/lib/time/period";
import { UNIT_LABEL, UNITS } from "~/lib/vocabulary/card.schema";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { STOCK_MOVE_LABEL } from "~/lib/vocabulary/stock";
import type { StockMoveRow } from "./stock.schema";
import { reasonText, sourceText } from "./stored.list";

const COLUMNS: PaperColumn[] = [
  { label: "日付", mm: 20, align: "center" },
  { label: "区分", mm: 12, align: "center" },
  { label: "商品番号", mm: 26 },
  { label: "品名", mm: 40 },
  { label: "入庫", mm: 17, align: "right" },
  { label: "出庫", mm: 17, align: "right" },
  { label: "在庫", mm: 18, align: "right" },
  { label: "元・理由", mm: 30 },
];

const slashed = (day: string) => day.replaceAll("-", "/");
const much = (num: string, { order_unit }: StockMoveRow) => `${formatNumber(num)}${UNIT_LABEL[order_unit]}`;

const lineOf = (row: StockMoveRow): PaperLine => {
  const isOut = row.num.startsWith("-");
  return {
    cells: [
      slashed(row.effective_date),
      STOCK_MOVE_LABEL[row.kind],
      row.code,
      row.name,
      isOut ? null : much(row.num, row),
      isOut ? much(row.num.slice(1), row) : null,
      much(row.balance, row),
      [sourceText(row), reasonText(row), row.words].filter(Boolean).join("・"),
    ],
  };
};

/** By unit: what is counted in pieces is not added to what is weighed. */
function daySum(rows: StockMoveRow[]): (string | null)[] {
  const sum = (isIn: boolean) =>
    UNITS.flatMap((order_unit) => {
      const nums = rows.filter((row) => row.order_unit === order_unit && isIn !== row.num.startsWith("-"));
      const all = nums.reduce((total, { num }) => total + milli(num), 0n);
      return all === 0n ? [] : [`${formatNumber(decimal(all < 0n ? -all : all))}${UNIT_LABEL[order_unit]}`];
    }).join("\n") || "0";
  return [null, "日計", null, null, sum(true), sum(false), null, null];
}

const linesOf = (rows: StockMoveRow[]): PaperLine[] =>
  rows.map((row, at) =>
    rows[at + 1]?.effective_date === row.effective_date
      ? lineOf(row)
      : { ...lineOf(row), sum: daySum(rows.filter((one) => one.effective_date === row.effective_date)) },
  );

type Ledger = { rows: StockMoveRow[]; name: string; of: string; from?: string; to?: string; more: boolean };

/** 入出庫台帳: for our own file, the oldest first. */
export function storedPaper({ rows, name, of, from, to, more }: Ledger): PaperDocumentProps {
  const start = from ?? rows[0]?.effective_date;
  const end = to ?? rows.at(-1)?.effective_date;
  return {
    title: "入出庫台帳",
    dates: [],
    addressee: { name: of },
    issuer: { name },
    facts: [
      { label: "商品", text: of },
      ...(start && end ? [{ label: "対象期間", text: formatPeriod({ start, end }) }] : []),
      { label: "会社・作成日", text: `${name}　${formatDate(today())}` },
    ],
    columns: COLUMNS,
    lines: linesOf(rows),
    notes: more ? ["行が多いため、はじめの1,000行だけです。期間を絞って印刷してください。"] : [],
    plain: true,
    own: true,
  };
}
