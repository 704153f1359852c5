import { expect, test } from "vitest";
import { uncounted, unpriced } from "./counted";

test("what a quantity counts is left off; nothing else of it", () => {
  expect(["50 個", "５０個", "1,000枚"].map(uncounted)).toEqual(["50", "50", "1,000"]);
  for (const text of ["50", "個", "φ50 個", "50 個入り", "2026/12/7", "12.5kg", "3 セット", ""])
    expect(uncounted(text)).toBe(text);
});

test("a copied price loses its 円 alone", () => {
  expect(["１００円", "¥1,234.5円", "128.4 円", "-5円"].map(unpriced)).toEqual([
    "100",
    "¥1,234.5",
    "128.4",
    "-5",
  ]);
  for (const text of ["100円/個", "円", "100", "百円", ""]) expect(unpriced(text)).toBe(text);
});
