import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import vectors from "~/lib/japan-vectors.json";
import {
  addDecimal,
  compareDecimal,
  decimal,
  formatNumber,
  formatYen,
  formatYenPrint,
  milli,
  normalizeNumber,
} from "./decimal";

const thousandths = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

test.each(vectors.nfkc_number)("a clerk types $input and gets $value", ({ input, value }) => {
  expect(normalizeNumber(input)).toBe(value);
});

test.each([
  ["１２。５", "12.5"],
  ["", null],
  ["-", null],
  [".", null],
  ["¥", null],
  ["1,5", null],
  ["12,34", null],
  ["1,2345", null],
  [".5", "0.5"],
  ["0012", "12"],
  ["-0", "0"],
  ["1.2340", "1.234"],
  ["¥-1,234", "-1234"],
  ["-¥1,234", "-1234"],
  ["1e3", null],
  ["0x10", null],
  ["1-2", null],
  ["--5", null],
  ["Infinity", null],
  ["+5", "5"],
  ["▲７", "-7"],
  ["1.2.3", null],
])("a clerk types %s and gets %s", (input, value) => {
  expect(normalizeNumber(input)).toBe(value);
});

test("a number that was read reads the same again, and no text makes it fail", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-+¥０-９0-9,.、。ー△]*$/)),
      (text) => {
        const once = normalizeNumber(text);
        if (once !== null) expect(normalizeNumber(once)).toBe(once);
      },
    ),
  );
  expect(normalizeNumber("0".repeat(1_000_000))).toBeNull();
});

test("what is shown can be typed again", () => {
  fc.assert(
    fc.property(thousandths, (n) => {
      const text = decimal(n);
      expect(milli(text)).toBe(n);
      expect(normalizeNumber(formatNumber(text))).toBe(text);
    }),
  );
});

test("thousandths are exact, with the database's trailing zeros too", () => {
  expect(milli("12.500")).toBe(12500n);
  expect(milli("-0.001")).toBe(-1n);
  expect(decimal(1500n)).toBe("1.5");
  expect(decimal(-1000n)).toBe("-1");
  expect(decimal(0n)).toBe("0");
  for (const text of ["", "1.2345", "1,000", "abc", "1."]) expect(() => milli(text)).toThrow(RangeError);
});

test("numbers are grouped by three", () => {
  expect(formatNumber("1234.500")).toBe("1,234.5");
  expect(formatNumber(-1234567)).toBe("-1,234,567");
  expect(formatNumber("100")).toBe("100");
  expect(formatNumber("0.125")).toBe("0.125");
  expect(formatNumber("")).toBe("");
});

test("yen on screen and on paper", () => {
  expect([formatYen(1234), formatYen(-1234), formatYen(0)]).toEqual(["¥1,234", "-¥1,234", "¥0"]);
  expect([formatYenPrint(1234), formatYenPrint(-1234), formatYenPrint(0)]).toEqual(["1,234", "△1,234", "0"]);
});

test("quantities add up without a float's error", () => {
  expect(addDecimal("0.1", "0.2")).toBe("0.3");
  expect(addDecimal("1.005", "-1.005")).toBe("0");
  expect(addDecimal()).toBe("0");
  expect(["10", "9.5", "-1"].sort(compareDecimal)).toEqual(["-1", "9.5", "10"]);
});
