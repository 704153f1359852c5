import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import type { SheetRow } from "./stocktake.schema";

const BOOK = "帳簿数";
const COLUMNS: PaperColumn[] = [
  { label: "No.", mm: 10, align: "right" },
  { label: "商品番号", mm: 25 },
  { label: "品名", mm: 37 },
  { label: "置場", mm: 16 },
  { label: BOOK, mm: 17, align: "right" },
  { label: "うち出荷待ち", mm: 21, align: "right" },
  { label: "単位", mm: 10, align: "center" },
  { label: "棚", mm: 15 },
  { label: "出荷待ち", mm: 15, align: "center" },
  { label: "担当", mm: 14 },
];

/** What they have of the missing column. */
const BLIND: Record<string, number> = { 品名: 9, 棚: 4, 出荷待ち: 4 };

type Row = Pick<
  SheetRow,
  "position" | "code" | "name" | "shelf" | "book" | "unit" | "is_recount" | "has_ready" | "num_ready"
>;

function lineOf(row: Row, is_blind: boolean): PaperLine {
  const ready = is_blind || row.num_ready === null ? "あり" : formatNumber(row.num_ready);
  return {
    cells: [
      String(row.position),
      row.code,
      `${row.name}${row.is_recount ? "（数え直し）" : ""}`,
      row.shelf,
      row.book === null ? null : formatNumber(row.book),
      row.has_ready ? ready : null,
      UNIT_LABEL[row.unit],
      null,
      row.has_ready ? null : "―",
      null,
    ],
  };
}

type Sheet = { name: string; count_date: string; is_blind: boolean };

/** To be written on: what is counted already stands in the sheet. Who counts blind has no column of books. */
export function stocktakePaper(
  { name, count_date, is_blind }: Sheet,
  rows: Row[],
  company: string,
): PaperDocumentProps {
  const shown = COLUMNS.map(({ label }) => !is_blind || label !== BOOK);
  const wide = (column: PaperColumn) => ({
    ...column,
    mm: column.mm + (is_blind ? (BLIND[column.label] ?? 0) : 0),
  });
  return {
    title: "棚卸表",
    dates: [],
    addressee: { name },
    issuer: { name: company },
    facts: [
      { label: "棚卸", text: name },
      { label: "棚卸日", text: formatDate(count_date) },
      { label: "会社", text: company },
      { label: "行数", text: `${formatNumber(String(rows.length))}行` },
    ],
    columns: COLUMNS.filter((_, at) => shown[at]).map(wide),
    lines: rows.map((row) => {
      const { cells } = lineOf(row, is_blind);
      return { cells: cells.filter((_, at) => shown[at]) };
    }),
    plain: true,
    own: true,
    by_hand: true,
  };
}
