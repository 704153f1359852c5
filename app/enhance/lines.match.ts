import { headerWeight, readHeaders } from "~/lib/import/import";
import type { ImportColumn } from "~/lib/import/import.schema";

export type LineColumn = Pick<ImportColumn, "field" | "header" | "synonyms"> & { computed: boolean };

/** `above`: rows with words over the headings, which are none of the table. */
type Match = { rows: string[][]; to: (number | null)[]; unread: string[]; above: number };

/** A spreadsheet quotes only cells with a line break or a tab. */
const CELL = /("(?:[^"]|"")*[\t\n](?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/y;

export function copiedRows(text: string): string[][] {
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const found: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let cell = CELL.exec(source); cell; cell = CELL.exec(source)) {
    const quoted = cell[1]!.startsWith('"') && /[\t\n]/.test(cell[1]!);
    found
      .at(-1)!
      .push((quoted ? cell[1]!.slice(1, -1).replaceAll('""', '"').replace(/\s+/g, " ") : cell[1]!).trim());
    if (!cell[2]) return found;
    if (cell[2] === "\n") found.push([]);
  }
  return found;
}

/** 12,840, ¥12,840 or 12840円; not 20261130, which is a date */
const money = (text: string) =>
  /^([¥\\]?[-△▲]?[\d,]+(\.\d+)?円?)$/.test(text.normalize("NFKC")) && !/^(19|20)\d{6}$/.test(text);

/** 2026/12/7, 12/7, R8.12.7, 12月7日 or 20261207 */
const day = (text: string) =>
  /^((\d{4}|[RrＲ令]和?\d{1,2})[-/.年])?\d{1,2}[-/.月]\d{1,2}日?$|^(19|20)\d{6}$/.test(
    text.normalize("NFKC"),
  );

/** Rows above the headings, as a file may have them: a title over merged cells. */
const HEAD_WITHIN = 10;

/**
 * By headings where one of the first rows holds two of them, or the first row nothing else; else by position
 * from `left` on. The sheet's own amount is passed over unless money, or nothing beside a date, stands in its
 * place.
 */
export function matched(copied: string[][], places: LineColumn[], left: number): Match {
  const headAt = copied.slice(0, HEAD_WITHIN).findIndex((row) => headerWeight({ columns: places }, row) > 1);
  const [head, ...rest] = copied.slice(Math.max(0, headAt)) as [string[], ...string[][]];
  const said = head.filter(Boolean).length;
  const weight = headerWeight({ columns: places }, head);
  if (weight > 0 && (weight > 1 || weight === said)) {
    const fields = readHeaders({ columns: places }, head).map(({ field }) => field);
    const to = fields.map((field, index) =>
      field && fields.indexOf(field) === index ? places.findIndex((place) => place.field === field) : null,
    );
    const filled = (index: number) => rest.some((row) => row[index]);
    return {
      rows: rest,
      to,
      above: copied.slice(0, Math.max(0, headAt)).filter((row) => row.some(Boolean)).length,
      unread: head.flatMap((name, index) =>
        to[index] === null && filled(index) ? `「${name || `${index + 1}列目`}」` : [],
      ),
    };
  }
  const to: (number | null)[] = [];
  const width = Math.max(...copied.map((row) => row.length));
  const values = (index: number) => copied.flatMap((row) => row[index] || []);
  for (let index = 0, at = left; index < width; index++, at++) {
    const [own, next] = [values(index), values(index + 1)];
    const blank = own.length === 0 && next.length > 0 && next.every(day) && left + width <= places.length;
    if (places[at]?.computed && !blank && !(own.length > 0 && own.every(money))) at++;
    to.push(places[at] ? at : null);
  }
  const beyond = (index: number) => to[index] === null && copied.some((row) => row[index]);
  return {
    rows: copied,
    to,
    above: 0,
    unread: to.flatMap((_, index) => (beyond(index) ? `${index + 1}列目` : [])),
  };
}
