import { CSV_MAX_SIZE } from "~/lib/list/csv";
import { searchKey } from "~/lib/text/fold";
import { addDays, formatDate } from "~/lib/time/date";
import type { FileColumn } from "~/lib/vocabulary/import";
import type { Import, ImportColumn, ImportRow } from "./import.schema";

const key = (header: string) =>
  searchKey(header.replace(/[（(［\[][^）)］\]]*[）)］\]]|[*＊※★]|必須|任意/g, ""));

export function readHeaders({ columns }: Pick<Import, "columns">, headers: string[]): FileColumn[] {
  const known = new Map<string, string>();
  for (const { field, header, synonyms = [] } of [...columns].reverse())
    for (const name of [field, ...synonyms, header]) known.set(key(name), field);
  return headers.map((header) => ({
    header: header.trim(),
    field: (key(header) && known.get(key(header))) || null,
  }));
}

/** The head of a file is its first line with some of our headings. */
export function headerWeight(of: Pick<Import, "columns">, cells: string[]): number {
  return new Set(readHeaders(of, cells).flatMap(({ field }) => field ?? [])).size;
}

export function headerProblem({ columns }: Pick<Import, "columns">, found: FileColumn[]): string | null {
  const fields = found.flatMap(({ field }) => field ?? []);
  const twice = found.filter(
    ({ field }, index) => field && found.findIndex((one) => one.field === field) !== index,
  );
  if (twice.length > 0)
    return `${twice.map(({ header }) => `「${header}」`).join("、")}にあたる列が二つ以上あります。見出しを確かめて、一つにしてください。`;
  const missing = columns.filter((column) => column.required && !fields.includes(column.field));
  if (missing.length === 0) return null;
  return `${missing.map(({ header }) => `「${header}」`).join("、")}の列がありません。1行目に見出しを入れてください。`;
}

export function sizeProblem(num_rows: number): string | null {
  const [most, found] = [CSV_MAX_SIZE, num_rows].map((n) => n.toLocaleString("en-US"));
  return num_rows > CSV_MAX_SIZE
    ? `一度に取り込めるのは${most}行までです（このファイルは${found}行あります）。ファイルを分けてください。`
    : null;
}

/** What a choice means stands for its words; `errors` names the choices that are none. */
export function readCells({ columns }: Pick<Import, "columns">, found: FileColumn[], cells: string[]) {
  const record: Record<string, string> = {};
  const errors: Record<string, string[]> = {};
  const by = new Map(columns.map((column) => [column.field, column]));
  for (const [index, { field }] of found.entries()) {
    if (!field) continue;
    const column = by.get(field)!;
    const text = asYen(asTyped((cells[index] ?? "").trim()));
    const meant = text === "" || !column.choices ? text : choice(column, text);
    if (meant === null)
      errors[field] = [
        `「${text.slice(0, 40)}」は使えません。${choiceWords(column).join("・")} のどれかにしてください`,
      ];
    else record[field] = column.kind === "date" ? bareDate(meant) : meant;
  }
  return { record, errors };
}

export function choiceWords({ choices = {} }: ImportColumn): string[] {
  const words = Object.entries(choices).filter(([word]) => !/^\d$/.test(word));
  return words
    .filter(([, value], index) => words.findIndex(([, other]) => other === value) === index)
    .map(([word]) => word);
}

function choice({ choices }: ImportColumn, text: string): string | null {
  const wanted = searchKey(text);
  for (const [words, value] of Object.entries(choices!))
    if (searchKey(words) === wanted || searchKey(value) === wanted) return value;
  return null;
}

/** Other systems write ="001", so that Excel keeps the noughts. */
const asTyped = (text: string) =>
  /^="[^"]*"$/.test(text.replaceAll('""', "")) ? text.slice(2, -1).replaceAll('""', '"').trim() : text;

/** Excel writes a cell of money in CP932 as \1,234: where it was typed, that byte is a yen sign. */
const asYen = (text: string) => (/^-?\\-?[\d,]+(\.\d+)?$/.test(text) ? text.replace("\\", "¥") : text);

function bareDate(text: string): string {
  const bare = text
    .normalize("NFKC")
    .replace(/\s*\([日月火水木金土]\)/, "")
    .replace(/ 0?0:00(:00)?$/, "")
    .trim();
  const serial = /^(\d{5})(?:\.0+)?$/.exec(bare)?.[1];
  return serial && SERIAL_FROM <= serial && serial <= SERIAL_TO
    ? addDays("1899-12-30", Number(serial))
    : bare;
}

/** Days as Excel counts them, of 2010 to 2049: a date is never typed in five digits. */
const [SERIAL_FROM, SERIAL_TO] = ["40179", "54789"];

function cellOf(found: FileColumn[], cells: string[], field: string): string {
  const index = found.findIndex((one) => one.field === field);
  return index < 0 ? "" : (cells[index] ?? "");
}

/** 「12行目 納期: …（「13/45」）」: one sentence for each fault of a row. */
export function rowSentences(
  { columns }: Pick<Import, "columns">,
  found: FileColumn[],
  row: Pick<ImportRow, "line" | "cells" | "errors">,
) {
  return Object.entries(row.errors ?? {}).map(([field, sentences]) => {
    const header = columns.find((column) => column.field === field)?.header;
    const value = cellOf(found, row.cells, field);
    const place = `${row.line}行目${header ? ` ${header}` : ""}`;
    return {
      header: header ?? "",
      value,
      text: `${place}: ${sentences.join("、")}${value ? `（「${value.slice(0, 60)}」）` : ""}`,
    };
  });
}

export function shownValue(column: ImportColumn, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (column.kind === "date") return formatDate(String(value));
  return (
    (column.choices && choiceWords(column).find((word) => column.choices![word] === String(value))) ??
    String(value)
  );
}
