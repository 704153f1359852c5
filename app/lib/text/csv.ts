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
