import { toCsv } from "~/lib/text/csv";
import { csvValue, isNumeric } from "./cell";
import type { Column } from "./list.schema";

/** product §9; D22. */
export const CSV_MAX_SIZE = 100_000;

export function tooManyText(found: number): string {
  const [most, more] = [CSV_MAX_SIZE, found].map((n) => n.toLocaleString("en-US"));
  return `CSVに出力できるのは${most}件までです（${more}件以上あります）。期間や条件で絞り込んでください。`;
}

export function csvOf<Row>(all: Column<Row>[], rows: Row[]): string {
  const columns = all.filter((column) => !column.acts);
  const kinds = columns.map(({ kind }) => (isNumeric(kind) ? ("number" as const) : ("text" as const)));
  return toCsv(
    [
      columns.map((column) => column.label),
      ...rows.map((row) => columns.map((column) => csvValue(column, row))),
    ],
    kinds,
  );
}
