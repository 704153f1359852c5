import { CsvProblem, csvLines, detectEncoding } from "~/lib/text/csv.stream.server";
import type { ISODate } from "~/lib/time/date";
import { likelyHead, NO_HEAD, type Profile, readBankCsv } from "./bank.csv";
import { readMizuhoApi } from "./mizuho";
import { MAX_ROWS, NO_ROWS, type Statement, Unreadable } from "./statement";
import type { CellsLine } from "./statement.row";
import { readZengin, readZenginCsv } from "./zengin";

const MAX_LINES = MAX_ROWS + 100;
export type BankFile =
  | { statements: Statement[]; profiles: number[] }
  /** A CSV whose head is nobody's. */
  | { lines: CellsLine[] };

async function linesOf(bytes: Uint8Array): Promise<CellsLine[]> {
  const file = new Blob([new Uint8Array(bytes)]);
  const lines: CellsLine[] = [];
  try {
    for await (const one of csvLines(file, await detectEncoding(file))) {
      lines.push(one);
      if (lines.length > MAX_LINES)
        throw new Unreadable(
          `一度に取り込めるのは${MAX_ROWS.toLocaleString("en-US")}行までです。期間を分けて受け取ってください。`,
        );
    }
  } catch (error) {
    if (error instanceof CsvProblem) throw new Unreadable(error.message);
    throw error;
  }
  return lines;
}

type Known = { profiles: Profile[]; today: ISODate; file_name?: string };

/** Whatever the bytes are: statements, an unknown table, or `Unreadable` with the reason. */
export async function readBankFile(
  bytes: Uint8Array,
  { profiles, today, file_name = "" }: Known,
): Promise<BankFile> {
  const fixed = readZengin(bytes, today);
  if (fixed) return { statements: fixed, profiles: [] };
  const lines = await linesOf(bytes);
  const records = readZenginCsv(lines, today);
  if (records) return { statements: records, profiles: [] };
  const api = readMizuhoApi(lines, file_name, today);
  if (api) return { statements: [api], profiles: [] };
  const read = readBankCsv(lines, profiles, today);
  if (read) return { statements: [read.statement], profiles: read.profiles };
  const wide = lines.filter(({ cells }) => cells.length > 2 && cells.some((cell) => cell.trim() !== ""));
  const isTable = wide.length > 1 || (wide.length === 1 && likelyHead(wide, today) === NO_HEAD);
  const isHeadAlone = wide.length === 1 && !wide[0]!.cells.some((cell) => /\d/.test(cell));
  if (!isTable && isHeadAlone) throw new Unreadable(NO_ROWS);
  if (!isTable)
    throw new Unreadable(
      "銀行の明細として読み取れないファイルです。全銀形式（入出金取引明細・振込入金通知）か、銀行のCSVを選んでください。",
    );
  return { lines };
}
