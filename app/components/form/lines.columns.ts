import type { Option } from "~/lib/list/option";
import { amountProblem, lineAmount } from "~/lib/money/amount";
import { addDecimal, normalizeNumber } from "~/lib/money/decimal";
import type { Rounding } from "~/lib/vocabulary/rounding";

export type LineColumn = {
  name: string;
  label: string;
  /** What else a copied table may call it. */
  names?: string[];
  /** `amount` is shown, not typed: quantity × unit price of the two columns named in `of`, in whole yen. */
  kind: "text" | "number" | "date" | "select" | "combo" | "check" | "hidden" | "amount";
  optional?: boolean;
  /** `slim` holds two letters or a tick. */
  width?: "slim" | "narrow" | "normal" | "wide";
  unit?: string;
  /** Of a choice: what it fills in below itself, of the line's value of this name. */
  tells?: string;
  /** What an empty cell means. */
  placeholder?: string;
  options?: Option[];
  source?: string;
  /** Answers `${codes}${codes of a pasted column, one a line}` with Option[]. */
  codes?: string;
  free?: boolean;
  lean?: "nearest" | "coming";
  of?: [quantity: string, price: string];
  /** Two units: while they differ only the server converts; one left empty follows the other. */
  same?: [string, string];
  /** While this cell holds something, the amount is the server's to tell. */
  waits?: string;
  total?: true;
  /** The `line_no` of the line whose cell the page is opened for. */
  focus?: string | null;
  /** Enter goes from one of these to the next, Tab to the others too. */
  entry?: true;
};

export const markOf = (column: LineColumn, marked: boolean) =>
  column.kind === "amount" ||
  column.kind === "check" ||
  column.optional === marked ||
  (!column.optional && !marked)
    ? ""
    : marked
      ? "必須"
      : "任意";

export type LineValues = Record<string, string | undefined>;

/** In a long sheet a list in every line is most of the page; from here on only a search finds the others. */
const LISTED_LINES = 10;

/** What a cell that is searched holds by itself; the blank line is -1. */
export const listedIn = ({ options = [], source }: LineColumn, index: number, typed: string): Option[] =>
  !source || (index >= 0 && index < LISTED_LINES) ? options : options.filter(({ value }) => value === typed);

/** Whole yen, null while it can't be computed yet. */
export function amountOf(column: LineColumn, values: LineValues, rounding: Rounding): number | null {
  if (column.waits && values[column.waits]) return null;
  if (new Set((column.same ?? []).map((name) => values[name]).filter(Boolean)).size > 1) return null;
  const [quantity, price] = (column.of ?? []).map((name) => normalizeNumber(values[name] ?? ""));
  return quantity == null || price == null || amountProblem(quantity, price)
    ? null
    : lineAmount(quantity, price, rounding);
}

/** Only the server knows a line's amount: its two units differ, or its price is in the master. */
export const PENDING = "確認で計算";
export const isPending = (column: LineColumn, values: LineValues, rounding: Rounding) =>
  Boolean((column.same || (column.waits && values[column.waits])) && column.of && values[column.of[0]]) &&
  amountOf(column, values, rounding) === null;

export function totalOf(column: LineColumn, lines: LineValues[], rounding: Rounding): string | null {
  if (lines.some((line) => isPending(column, line, rounding))) return null;
  if (column.kind === "amount")
    return String(lines.reduce((sum, line) => sum + (amountOf(column, line, rounding) ?? 0), 0));
  return addDecimal("0", ...lines.map((line) => normalizeNumber(line[column.name] ?? "") ?? "0"));
}

/** Nothing counts yet: without a script no sum would follow what is typed. */
export const isUntold = (column: LineColumn, lines: LineValues[], rounding: Rounding) =>
  lines.every((line) =>
    column.kind === "amount"
      ? amountOf(column, line, rounding) === null && !isPending(column, line, rounding)
      : !line[column.name],
  );

/** More columns, by a plain post: the form's own `columns` says so. */
export const ALL_COLUMNS = JSON.stringify({ type: "update", payload: { name: "columns", value: "all" } });

export function intent(
  type: "insert" | "remove",
  payload: { name: string; index?: number; defaultValue?: LineValues },
): string {
  return JSON.stringify({ type, payload });
}
