import { quoted, Unreadable } from "./statement";
import type { CellsLine } from "./statement.row";
import { type Fields, fieldsBy, type ZenginKind } from "./zengin.record";

/** Lengths of a record's fields in bytes; those in `C` are text, filled up behind, the others digits. */
type Sheet = { lengths: number[]; texts: number[]; spare?: number };

const HEAD_03 = [1, 2, 1, 6, 6, 6, 4, 15, 3, 15, 3, 1, 10, 40, 1, 1, 14, 71];
const SHEETS: Record<ZenginKind, Record<string, Sheet>> = {
  "03": {
    "1": { lengths: HEAD_03, texts: [7, 9, 13, 17], spare: 10 },
    "2": {
      lengths: [1, 8, 6, 6, 1, 2, 12, 12, 6, 6, 1, 7, 3, 10, 48, 15, 15, 20, 20, 1],
      texts: [14, 15, 16, 17, 18, 19],
    },
    "8": { lengths: [1, 6, 13, 6, 13, 1, 14, 7, 139], texts: [8] },
    "9": { lengths: [1, 10, 5, 184], texts: [3] },
  },
  "01": {
    "1": { lengths: [1, 2, 1, 6, 6, 6, 4, 15, 3, 15, 1, 7, 40, 93], texts: [7, 9, 12, 13] },
    "2": { lengths: [1, 6, 6, 6, 10, 10, 10, 48, 15, 15, 1, 20, 52], texts: [7, 8, 9, 10, 11, 12] },
    "8": { lengths: [1, 6, 12, 6, 12, 163], texts: [5] },
    "9": { lengths: [1, 199], texts: [1] },
  },
};
/** Layout B of a notice, with amounts of twelve digits. */
const LONG_NOTICE: Sheet = {
  lengths: [1, 6, 6, 6, 10, 10, 10, 48, 15, 15, 1, 12, 12, 20, 28],
  texts: [7, 8, 9, 10, 13, 14],
};
const LONG_CELLS = 14;

export function cellsKind([first]: CellsLine[]): ZenginKind | null {
  const [type, kind = "", code = ""] = first?.cells.map((cell) => cell.trim()) ?? [];
  const isHead = type === "1" && /^\d{1,2}$/.test(kind) && /^[01]$/.test(code) && first!.cells.length > 11;
  if (!isHead) return null;
  const padded = kind.padStart(2, "0");
  if (padded === "01" || padded === "03") return padded;
  throw new Unreadable(
    `種別${padded}のファイルです。取り込めるのは、入出金取引明細（03）と振込入金通知（01）です。`,
  );
}

function sheetOf(kind: ZenginKind, type: string, cells: string[]): Sheet | undefined {
  const isLong = kind === "01" && type === "2" && cells.length >= LONG_CELLS;
  return isLong ? LONG_NOTICE : SHEETS[kind][type];
}

/** The three zeros behind the branch of a header say nothing, and not every bank writes them. */
const withSpare = (cells: string[], { spare }: Sheet) =>
  spare === undefined || /^0*$/.test(cells[spare]?.trim() ?? "") ? cells : cells.toSpliced(spare, 0, "");

const nothing = ({ cells }: CellsLine) =>
  cells.every((cell) => cell.trim() === "" || cell.trim() === "\u001a");

/** Records as fields by their place in the fixed form: what is short of its length is filled up. */
export function recordLines(kind: ZenginKind, lines: CellsLine[]): Fields[] {
  return lines
    .filter((line) => !nothing(line))
    .map(({ line, cells }, index) => {
      const type = cells[0]!.trim();
      const sheet = sheetOf(kind, type, cells);
      if (!sheet) throw new Unreadable(`${line}行目のデータ区分が読み取れません（${quoted(type)}）。`);
      const values = withSpare(cells, sheet);
      let from = 1;
      const fields = sheet.lengths.map((length, at) => {
        const value = (values[at] ?? "").trim();
        const isText = sheet.texts.includes(at);
        const field = {
          from,
          text: isText ? value.padEnd(length) : value.replaceAll(",", "").padStart(length, "0"),
        };
        from += length;
        return field;
      });
      const raw = (start: number, length: number) =>
        fields
          .filter((field) => field.from >= start && field.from < start + length)
          .map(({ text }) => text)
          .join("");
      return fieldsBy(raw, index);
    });
}
