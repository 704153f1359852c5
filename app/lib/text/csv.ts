type CsvValue = string | number | bigint | boolean | null | undefined;
export type CsvKind = "text" | "number";

// Text that begins with apostrophes gets one more, so that reading back takes off exactly what was put on.
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/;

/** R6-4: text that Excel would run as a formula gets a leading '; numbers stay as they are. */
export function csvCell(value: CsvValue, kind: CsvKind): string {
  const text = value == null ? "" : String(value);
  const plain =
    typeof value === "number" ||
    typeof value === "bigint" ||
    (kind === "number" && /^-?\d+(\.\d+)?$/.test(text));
  const safe = !plain && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** R6-1: UTF-8 with BOM and CRLF, as Excel in Japan opens it. */
export function toCsv(rows: readonly (readonly CsvValue[])[], kinds: readonly CsvKind[] = []): string {
  return (
    "\ufeff" +
    rows.map((row) => row.map((value, i) => csvCell(value, kinds[i] ?? "text")).join(",") + "\r\n").join("")
  );
}

export const unguarded = (text: string) => (GUARDED.test(text) ? text.slice(1) : text);

/** R6-2, R6-4. An empty line is a row of one empty cell, so that row numbers hold. */
export function parseCsv(text: string): string[][] {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const head = /^[^\r\n]*/.exec(source)![0];
  const comma = head.includes("\t") && !head.includes(",") ? "\t" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < source.length; ) {
    const cell = readCell(source, at, comma);
    row.push(unguarded(cell.text));
    at = cell.end + 1;
    if (source[cell.end] === comma && at < source.length) continue;
    if (source[cell.end] === comma) row.push("");
    if (source[cell.end] === "\r" && source[at] === "\n") at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function readCell(source: string, start: number, comma: string): { text: string; end: number } {
  let text = "";
  let at = start;
  while (source[at] === '"' && (at === start || source[at - 1] === '"')) {
    const close = source.indexOf('"', at + 1);
    if (close < 0) return { text: text + source.slice(at + 1), end: source.length };
    text += (at > start ? '"' : "") + source.slice(at + 1, close);
    at = close + 1;
  }
  const plain = at;
  while (at < source.length && source[at] !== comma && source[at] !== "\r" && source[at] !== "\n") at += 1;
  return { text: text + source.slice(plain, at), end: at };
}
