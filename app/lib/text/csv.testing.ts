import { unguarded } from "./csv";

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

/** What csvLines must make of a text (R6-2, R6-4). An empty line is a row, so that row numbers hold. */
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
