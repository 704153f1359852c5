import fc from "~/lib/dice.testing";
import { addDays, today } from "~/lib/time/date";

export const TEXTS = [
  "ブラケットA",
  "𠮷野家",
  "か\u3099き\u3099",
  "ａｂｃ－１２３",
  "=1+1",
  "<b>&\"'",
  "'; drop table card; --",
  "%_\\",
  "😀👨‍👩‍👧",
  "a\tb",
  "一行目\r\n二行目",
];

export const PLAIN = ["ブラケットA", "𠮷野家", "H2611-0001", "至急"];
const BROKEN = [
  "\u0000",
  "あ\u0000い",
  "\ud800",
  "a\udfffb",
  "\u202eabc\u202c",
  "\ufeff",
  "\u0007",
  "​",
  "   ",
  "　",
  "x".repeat(1001),
  "あ".repeat(60_000),
];

export const NUMBERS = ["1", "2", "10", "0.5", "０．５", "３"];
const ODD = [
  1e308,
  -0,
  0.0005,
  2 ** 53,
  -(2 ** 63),
  1e-7,
  1.5,
  -1,
  0,
  1e21,
  9007199254740993,
  "1e308",
  "0.0005",
  "-0",
  "0x10",
  "1e3",
  "NaN",
  "Infinity",
  "９９９９９９９９９９９９",
  "1,2,3",
];

export const DAYS = [
  today(),
  addDays(today(), 30),
  "0000-00-00",
  "9999-12-31",
  "2026-02-30",
  "2026-13-01",
  "1899-12-31",
  "2200-01-01",
  "11/21",
  "令和8年11月21日",
  "明日",
  "2026-11-21T23:59:59Z",
  "2026-11-21T99:99:99Z",
  "+275760-09-13",
  "20261121",
  "261121",
];

const SHAPES = [
  null,
  true,
  false,
  "",
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { key: 1 },
  ["1", "2"],
  JSON.parse('{"__proto__": {"is_admin": true}}'),
  { constructor: { prototype: {} } },
  { toString: 1 },
  { valueOf: null },
];

export const wild = fc.oneof(
  fc.constantFrom<unknown>(...BROKEN, ...ODD, ...DAYS, ...SHAPES),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);
