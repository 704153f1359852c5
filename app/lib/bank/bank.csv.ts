import { type Columns, columnsProblem, headKey, LAYOUTS, type Layout } from "./layout";
import { readAllDetails } from "./mufg";
import { readAccount } from "./own.account";
import {
  edgesOf,
  inOrder,
  MAX_ROWS,
  NO_ROWS,
  type Statement,
  type StatementRow,
  Unreadable,
} from "./statement";
import { type CellsLine, csvRow, isDay, isYen, type Positions } from "./statement.row";

const HEAD_WITHIN = 32;

/** A head and the layout that it is: of several that fit, the one with the most columns. */
function layoutOf(cells: string[], layouts: Layout[]): Layout | null {
  const names = new Set(cells.map(headKey));
  const fitting = layouts.filter(({ columns }) =>
    Object.values(columns).every((heading) => names.has(headKey(heading))),
  );
  const size = ({ columns }: Layout) => Object.keys(columns).length;
  return fitting.sort((a, b) => size(b) - size(a))[0] ?? null;
}

/** Without headings `head` is empty, the columns are named by their number, and there are `width` of them. */
export type Profile = { head: string[]; columns: Columns; width?: number };

export const columnNumber = (at: number) => `${at + 1}列目`;
export const NO_HEAD = -1;

const positionsIn = (headings: string[], columns: Columns): Positions =>
  Object.fromEntries(
    Object.entries(columns).map(([field, heading]) => [field, headings.indexOf(headKey(heading))]),
  );
const numbered = (width: number) => Array.from({ length: width }, (_, at) => columnNumber(at));

/** Nothing names its columns: it is known by their number, and by a first line that reads as a row. */
function isRowOf({ head, width, columns }: Profile, line: CellsLine, today: string): boolean {
  if (head.length > 0 || line.cells.length !== width) return false;
  try {
    return csvRow(line, positionsIn(numbered(width), columns), today) !== null;
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

const isHeadOf = (profile: Profile, cells: string[]) =>
  profile.head.length > 0 &&
  profile.head.every((heading, index) => headKey(cells[index] ?? "") === headKey(heading));

/** `profiles`: those that know the head, which may be several accounts at one bank. */
type Found = { layout: Layout; head: number; profiles: number[] };

/** The head of a bank's CSV, in any order of columns, within the first 32 lines. */
function findHead(lines: CellsLine[], profiles: Profile[], today: string): Found | null {
  for (const [head, { cells }] of lines.slice(0, HEAD_WITHIN).entries()) {
    const layout = layoutOf(cells, LAYOUTS);
    if (layout) return { layout, head, profiles: [] };
    const fitting = profiles.flatMap((profile, at) => (isHeadOf(profile, cells) ? at : []));
    if (fitting.length > 0) {
      const { columns } = profiles[fitting[0]!]!;
      return { layout: { format: "profile", columns }, head, profiles: fitting };
    }
  }
  const first = lines.find(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const fitting = profiles.flatMap((profile, at) => (first && isRowOf(profile, first, today) ? at : []));
  if (fitting.length === 0) return null;
  const { columns } = profiles[fitting[0]!]!;
  return { layout: { format: "profile", columns }, head: NO_HEAD, profiles: fitting };
}

const isRow = ({ cells }: CellsLine, today: string) => {
  const day = cells.findIndex((cell) => isDay(cell, today));
  return day >= 0 && cells.some((cell, at) => at !== day && isYen(cell));
};

/** Where the head of an unknown file most likely stands: the first line with the most filled cells. */
export function likelyHead(lines: CellsLine[], today: string): number {
  const [first] = lines;
  if (first && isRow(first, today)) return NO_HEAD;
  const filled = lines
    .slice(0, HEAD_WITHIN)
    .map(
      ({ cells }) => cells.filter((cell) => cell.trim() !== "" && !/^[\d,./-]+$/.test(cell.trim())).length,
    );
  return Math.max(0, filled.indexOf(Math.max(...filled)));
}

const FOOT = /^(合計|小計|計|総計|注|※|以上)/;

export function readCsv(
  lines: CellsLine[],
  { layout, head }: Omit<Found, "profiles">,
  today: string,
): Statement {
  const problem = columnsProblem(layout.columns);
  if (problem) throw new Unreadable(`${problem}。`);
  const cells = head === NO_HEAD ? numbered(lines[0]!.cells.length) : lines[head]!.cells;
  const at = positionsIn(cells.map(headKey), layout.columns);
  const body = lines.slice(head + 1);
  if (body.length > MAX_ROWS)
    throw new Unreadable(
      `一度に取り込めるのは${MAX_ROWS.toLocaleString("en-US")}行までです（このファイルは${body.length.toLocaleString("en-US")}行あります）。`,
    );
  const rows: StatementRow[] = [];
  let unsure_dates = false;
  for (const line of body) {
    if (line.cells.every((cell) => cell.trim() === "")) continue;
    if (FOOT.test((line.cells.find((cell) => cell.trim() !== "") ?? "").trim())) continue;
    const read = csvRow(line, at, today);
    if (read === null) continue;
    unsure_dates ||= read.unsure;
    rows.push(read.row);
  }
  if (rows.length === 0) throw new Unreadable(NO_ROWS);
  const ordered = inOrder(rows);
  const account = readAccount(lines.slice(0, Math.max(0, head)), body, at.account ?? -1);
  return { format: layout.format, account, rows: ordered, ...edgesOf(ordered), unsure_dates };
}

/** Null where the head is nobody's. */
export function readBankCsv(lines: CellsLine[], profiles: Profile[], today: string) {
  const details = readAllDetails(lines);
  if (details) return { statement: details, profiles: [] };
  const found = findHead(lines, profiles, today);
  return found && { statement: readCsv(lines, found, today), profiles: found.profiles };
}
