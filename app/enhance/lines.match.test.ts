import { expect, test } from "vitest";
import { copiedRows, type LineColumn, matched } from "./lines.match";

const place = (header: string, synonyms: string[] = []): LineColumn => ({
  field: header,
  header: `${header}任意`,
  synonyms,
  computed: header === "金額",
});
const places = [
  place("商品", ["品番"]),
  place("数量"),
  place("単価"),
  place("金額"),
  place("納期"),
  place("備考"),
];
const by = (text: string, left = 0) => matched(copiedRows(text), places, left);

test("a copied cell with line breaks, tabs or quotes stays one cell, and a lone quote is a quote", () => {
  expect(copiedRows('"二行の\r\n品名"\t3"管\t\r\n"A"\t"a ""b""\tc"\r\n')).toEqual([
    ["二行の 品名", '3"管', ""],
    ['"A"', 'a "b" c'],
  ]);
  expect(copiedRows('"閉じない\t1\n次\t2')).toEqual([
    ['"閉じない', "1"],
    ["次", "2"],
  ]);
});

test("headings are found below a title over merged cells, and nothing above them becomes a line", () => {
  expect(by("11月度 発注明細\t\t\n\t\t\n品番\t数量\t納期\nA\t10\t1/10\n\t5\t1/11")).toEqual({
    rows: [
      ["A", "10", "1/10"],
      ["", "5", "1/11"],
    ],
    to: [0, 1, 4],
    unread: [],
    above: 1,
  });
  expect(by("A\t数量限定\nB\t2")).toMatchObject({
    rows: [
      ["A", "数量限定"],
      ["B", "2"],
    ],
    above: 0,
  });
});

test("without headings columns go by their place, the computed amount passed over", () => {
  expect(by("A\t1,000\t12.5\t2030/1/10\t写し")).toEqual({
    rows: [["A", "1,000", "12.5", "2030/1/10", "写し"]],
    to: [0, 1, 2, 4, 5],
    unread: [],
    above: 0,
  });
  expect(by("12.5\t20300110", 2).to).toEqual([2, 4]);
  expect(by("12.5\t1/10", 2).to).toEqual([2, 4]);
});

test("a copied column of money at the amount's place is taken for it, so that nothing after it shifts", () => {
  for (const amount of ["12,500", "12500", "¥12,500", "１２，５００円", "0"])
    expect(by(`A\t1,000\t12.5\t${amount}\t2030/1/10`).to).toEqual([0, 1, 2, 3, 4]);
  expect(by("A\t1\t2\t2\t1/10\nB\t\t\t\t1/11").to).toEqual([0, 1, 2, 3, 4]);
  // An empty one, too, where a day stands beside it; else what is empty is the day.
  for (const date of ["1/10", "2030/1/10", "R12.1.10", "20300110", "１月１０日"]) {
    expect(by(`A\t1\t2\t\t${date}\nB\t1\t2\t\t`).to).toEqual([0, 1, 2, 3, 4]);
  }
  expect(by("A\t1\t2\t\t写し").to).toEqual([0, 1, 2, 4, 5]);
});

test("columns beyond the sheet are told where they hold something", () => {
  expect(by("1/10\t写し\t余り\t", 4)).toMatchObject({ to: [4, 5, null, null], unread: ["3列目"] });
});

test("headings find their columns in any order, by any name; those the sheet has not are told", () => {
  const found = by(
    "納期\t品番\t得意先\t金額(円)\t数量\t空\r\n1/10\tA\t田中\t100\t5\t\r\n1/11\tB\t田中\t100\t5\t",
    3,
  );
  expect(found).toEqual({
    rows: [
      ["1/10", "A", "田中", "100", "5", ""],
      ["1/11", "B", "田中", "100", "5", ""],
    ],
    to: [4, 0, null, 3, 1, null],
    unread: ["「得意先」"],
    above: 0,
  });
  expect(by("数量\n5\n6", 2)).toEqual({ rows: [["5"], ["6"]], to: [1], unread: [], above: 0 });
  expect(by("品番\t数量\t商品\nA\t1\tB")).toMatchObject({ to: [0, 1, null], unread: ["「商品」"] });
});

test("one word that is a heading does not make a row of values a head", () => {
  expect(by("単価\t5\t1").rows).toHaveLength(1);
});
