import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { encodeCp932 } from "./cp932.server";
import { type CsvKind, csvCell, toCsv } from "./csv";
import { CsvProblem, csvLines, detectEncoding, refuseEuc } from "./csv.stream.server";
import { parseCsv } from "./csv.testing";

const folder = await mkdtemp(join(tmpdir(), "koba-csv-"));
let num = 0;

async function read(bytes: string | Uint8Array) {
  const path = join(folder, String(num++));
  await writeFile(path, bytes);
  const decoding = await detectEncoding(path);
  const rows: string[][] = [];
  for await (const { line, cells } of csvLines(path, decoding)) rows[line - 1] = cells;
  return { encoding: decoding.encoding, rows };
}

test("the encoding of a file is found by itself, and its BOM stands in no cell", async () => {
  const text = "品番,①\r\n〒髙,ﾊﾝｶｸ\r\n";
  const rows = [
    ["品番", "①"],
    ["〒髙", "ﾊﾝｶｸ"],
  ];
  expect(await read(Buffer.from(text))).toEqual({ encoding: "utf-8", rows });
  expect(await read(Buffer.from(`\ufeff${text}`))).toEqual({ encoding: "utf-8", rows });
  expect(await read(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual({ encoding: "utf-16", rows });
  expect(await read(Buffer.from(`\ufeff${text}`, "utf16le").swap16())).toEqual({ encoding: "utf-16", rows });
  expect(await read(encodeCp932(text).bytes)).toEqual({ encoding: "shift_jis", rows });
  // Only the last letter of a long file says that it is no UTF-8.
  const long = encodeCp932(`${"a,b\n".repeat(200_000)}c,①\n`).bytes;
  expect((await read(long)).rows.at(-1)).toEqual(["c", "①"]);
});

test.each(vectors.cp932.filter((one) => one.cp932))(
  "$char in a Shift_JIS file is read back",
  async ({ char }) => {
    expect(await read(encodeCp932(`見出し\r\n${char}\r\n`).bytes)).toEqual({
      encoding: "shift_jis",
      rows: [["見出し"], [char]],
    });
  },
);

test.each(vectors.csv_guard)("$cell in a file is $value", async ({ value, type, cell }) => {
  expect(csvCell(value, type as CsvKind)).toBe(cell);
  expect((await read(`a,b\r\n${cell},x\r\n`)).rows[1]).toEqual([value, "x"]);
});

test("a file is read as the same text would be: tabs, CR, quoted lines, empty lines", async () => {
  for (const text of [
    "a,b\n1,2",
    "a\rb\r",
    "a\tb\r\n1\t2,3\r\n",
    'a,"b\nc"\n1,2\n',
    '"a","b ""c"""\r\n1,\r\n',
    "a,b\r\n1,2\n3,4\r5,6\n",
  ]) {
    expect([text, (await read(text)).rows]).toEqual([text, parseCsv(text)]);
  }
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom("'", "=", "-", "\t", "\r", "\n", '"', ",", "あ", "＝", "1") }),
    fc.string({ maxLength: 8 }),
  );
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const named = [rows[0]!.map((_, i) => `列${i}`), ...rows].map((row) => [
        ...row.map((one) => one.replaceAll("\0", "")),
        "終",
      ]);
      expect((await read(toCsv(named))).rows).toEqual(named);
    }),
    { numRuns: runs(60) },
  );
});

test("what is no CSV is told so: an Excel file, a picture, a quote that never ends", async () => {
  await expect(read(Buffer.from("504b0304140006", "hex"))).rejects.toThrow(/CSV UTF-8/);
  await expect(read(Buffer.from("89504e470d0a1a0a0000000d", "hex"))).rejects.toThrow(CsvProblem);
  await expect(read(`a,b\n1,"${"x".repeat(300_000)}`)).rejects.toThrow(/2行目が読み取れません/);
});

test("semicolons part the cells where there is nothing else; EUC-JP is named, half-width ｶﾅ are not taken for it", async () => {
  expect((await read("品名;数量\n板, 厚;5\n")).rows).toEqual([
    ["品名", "数量"],
    ["板, 厚", "5"],
  ]);
  expect((await read("注文一覧\n品名;数量\n")).rows.at(-1)).toEqual(["品名", "数量"]);
  expect((await read("品名,数量;単位\n")).rows).toEqual([["品名", "数量;単位"]]);
  const file = (hex: string) => new Blob([Buffer.from(hex, "hex")]);
  // 品名,数量 and 板,5
  await expect(refuseEuc(file("c9caccbe2cbff4cecc0ac8c42c350a"))).rejects.toThrow(/EUC-JP/);
  const sjis = encodeCp932("品名,数量\nｶﾊﾞｰ,5\n").bytes as Uint8Array<ArrayBuffer>;
  await expect(refuseEuc(new Blob([sjis]))).resolves.toBeUndefined();
});
