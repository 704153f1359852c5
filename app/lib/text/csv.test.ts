import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import { encodeCp932 } from "./cp932.server";
import { type CsvKind, csvCell, toCsv } from "./csv";
import { detectEncoding } from "./csv.stream.server";
import { parseCsv } from "./csv.testing";

async function decoded(bytes: Uint8Array): Promise<string> {
  const { label } = await detectEncoding(new Blob([Uint8Array.from(bytes)]));
  return new TextDecoder(label).decode(bytes);
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test.each(vectors.csv_guard)("Excel is handed $cell for $value", ({ value, type, cell }) => {
  expect(csvCell(value, type as CsvKind)).toBe(cell);
});

test("numbers stay numbers, and text in a number column is guarded all the same", () => {
  expect([csvCell(-1234, "text"), csvCell("-1234.5", "number"), csvCell("-1+1", "number")]).toEqual([
    "-1234",
    "-1234.5",
    "'-1+1",
  ]);
  expect([csvCell(null, "text"), csvCell(undefined, "number"), csvCell(true, "text")]).toEqual([
    "",
    "",
    "true",
  ]);
});

test("a file opens in Excel: BOM, CRLF, quoted where needed", () => {
  expect(
    toCsv(
      [
        ["品名", "数量"],
        ["軸, 大", "-1.5"],
        ["a\nb", 2],
      ],
      ["text", "number"],
    ),
  ).toBe('\ufeff品名,数量\r\n"軸, 大",-1.5\r\n"a\nb",2\r\n');
});

test("a file that was written is read back as it was", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom("'", "=", "-", "\t", "\r", "\n", '"', ",", "あ", "＝", "1") }),
    fc.string(),
  );
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: 1 }));
  fc.assert(
    fc.property(table, (rows) => {
      const named = [rows[0]!.map((_, i) => `列${i}`).concat("終"), ...rows.map((row) => [...row, "終"])];
      expect(parseCsv(toCsv(named))).toEqual(named);
    }),
    { numRuns: runs(1000) },
  );
});

test("files of other hands are read: LF, CR, tabs, no last line end, open quote, empty lines", () => {
  expect(parseCsv("a,b\n1,2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(parseCsv("a\rb\r")).toEqual([["a"], ["b"]]);
  expect(parseCsv("a\tb\r\n1\t2,3\r\n")).toEqual([
    ["a", "b"],
    ["1", "2,3"],
  ]);
  expect(parseCsv("a,\n\n,b")).toEqual([["a", ""], [""], ["", "b"]]);
  expect(parseCsv('a,"b\nc')).toEqual([["a", "b\nc"]]);
  expect(parseCsv('"a""b"c,d')).toEqual([['a"bc', "d"]]);
  expect(parseCsv("a,")).toEqual([["a", ""]]);
  expect(parseCsv("")).toEqual([]);
});

test.each(vectors.cp932)("Shift_JIS of $char", async ({ char, cp932, map_to }) => {
  const { bytes, unencodable } = encodeCp932(char);
  if (cp932) expect(cp932).toContain(hex(bytes));
  else if (map_to === "reject/〓")
    expect([hex(bytes), unencodable]).toEqual(["81ac", [{ row: 1, col: 1, char }]]);
  else {
    const other = map_to!.startsWith("U+") ? String.fromCodePoint(parseInt(map_to!.slice(2), 16)) : map_to!;
    expect(await decoded(bytes)).toBe(other);
  }
  if (map_to !== "reject/〓") expect(unencodable).toEqual([]);
});

test("a wave dash and a yen sign survive, and what cannot be written is listed by cell", async () => {
  expect(hex(encodeCp932("〜¥").bytes)).toBe("8160818f");
  const { bytes, unencodable } = encodeCp932('\ufeff品名,備考\r\n軸,"鷗,\n😀"\r\né,\u00a0?\r\n');
  expect(unencodable).toEqual([
    { row: 2, col: 2, char: "鷗" },
    { row: 2, col: 2, char: "😀" },
    { row: 3, col: 1, char: "é" },
    { row: 3, col: 2, char: "\u00a0" },
  ]);
  expect(await decoded(bytes)).toBe('品名,備考\r\n軸,"〓,\n〓"\r\n〓,〓?\r\n');
});

test("an uploaded file is read in whichever of the usual encodings it came", async () => {
  const text = "品番,①\r\n";
  expect(await decoded(Buffer.from(text))).toBe(text);
  expect(await decoded(Buffer.from(`\ufeff${text}`))).toBe(text);
  expect(await decoded(Buffer.from(`\ufeff${text}`, "utf16le"))).toBe(text);
  expect(await decoded(Buffer.from(`\ufeff${text}`, "utf16le").swap16())).toBe(text);
  expect(await decoded(encodeCp932(text).bytes)).toBe(text);
  expect(await decoded(Buffer.from("8740fbfc", "hex"))).toBe("①髙");
  expect(await decoded(new Uint8Array())).toBe("");
});
