import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse";
import { unguarded } from "./csv";

type FileEncoding = "utf-8" | "utf-16" | "shift_jis";
type Decoding = { encoding: FileEncoding; label: string };

export class CsvProblem extends Error {}

const EXCEL =
  "Excelのファイル（.xlsx）は、そのままでは取り込めません。Excelの「名前を付けて保存」で「CSV UTF-8（コンマ区切り）」を選び、できたファイルを選んでください。";
const BROKEN = "CSVとして読み取れないファイルです。ExcelなどからCSVで保存したファイルを選んでください。";
const MAX_LINE = 200_000;

type Source = string | Blob;

async function* bytes(file: Source): AsyncGenerator<Uint8Array> {
  const stream =
    typeof file === "string" ? createReadStream(file, { highWaterMark: 1 << 18 }) : file.stream();
  for await (const chunk of stream as AsyncIterable<Uint8Array>) yield chunk;
}

/** R6-2: BOM, else strict UTF-8 from end to end, else Windows Shift_JIS. */
export async function detectEncoding(file: Source): Promise<Decoding> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let first = true;
  let utf8 = true;
  for await (const chunk of bytes(file)) {
    if (first) {
      const [a, b] = chunk;
      if (a === 0xff && b === 0xfe) return { encoding: "utf-16", label: "utf-16le" };
      if (a === 0xfe && b === 0xff) return { encoding: "utf-16", label: "utf-16be" };
      if ((a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)) throw new CsvProblem(EXCEL);
      first = false;
    }
    if (chunk.includes(0)) throw new CsvProblem(BROKEN);
    if (utf8)
      try {
        strict.decode(chunk, { stream: true });
      } catch {
        utf8 = false;
      }
  }
  if (utf8)
    try {
      strict.decode();
    } catch {
      utf8 = false;
    }
  return utf8 ? { encoding: "utf-8", label: "utf-8" } : { encoding: "shift_jis", label: "shift_jis" };
}

async function* texts(file: Source, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label);
  for await (const chunk of bytes(file)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const EUC =
  "文字コードがEUC-JPのファイルは取り込めません。Excelやメモ帳で開き、「CSV UTF-8（コンマ区切り）」か「UTF-8」で保存し直したファイルを選んでください。";

/** Whole as EUC-JP, and as Shift_JIS mostly ｶﾅ of half width: asked where no heading was read. */
export async function refuseEuc(file: Source): Promise<void> {
  const [euc, sjis] = [new TextDecoder("euc-jp", { fatal: true }), new TextDecoder("shift_jis")];
  let read = "";
  try {
    for await (const chunk of bytes(file)) {
      euc.decode(chunk, { stream: true });
      read += sjis.decode(chunk, { stream: true }).replace(/[\0-\x7f]/g, "");
      if (read.length > MAX_LINE) break;
    }
  } catch {
    return;
  }
  const odd = read.match(/[\uff61-\uff9f\ufffd]/g)?.length ?? 0;
  if (odd > read.length / 2) throw new CsvProblem(EUC);
}

/** Of the first line that has one; a semicolon only where there is nothing else. */
function delimiterOf(text: string): string {
  const head = text.split(/[\r\n]+/, HEAD_LINES).find((line) => /[,;\t]/.test(line)) ?? "";
  return [",", "\t", ";"].find((one) => head.includes(one)) ?? ",";
}
const HEAD_LINES = 10;

/** Reads a file of any length in the memory of a few lines; takes off one formula guard (R6-4). */
export async function* csvLines(
  file: Source,
  { label }: Decoding,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const source = texts(file, label);
  const first = (await source.next()).value ?? "";
  const parser = parse({
    delimiter: delimiterOf(first),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_LINE,
  });
  let room = () => {};
  for (const event of ["drain", "close"]) parser.on(event, () => room());
  void (async () => {
    const write = (text: string) =>
      parser.write(text) ||
      parser.destroyed ||
      new Promise<void>((done) => {
        room = done;
      });
    await write(first);
    for await (const text of source) if (!parser.destroyed) await write(text);
    parser.end();
  })().catch((error: Error) => parser.destroy(error));
  let line = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>)
      yield { line: ++line, cells: cells.map(unguarded) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvProblem(
      `${line + 1}行目が読み取れません。「"」が閉じているか、行が長すぎないかを確かめてください。`,
    );
  }
}
