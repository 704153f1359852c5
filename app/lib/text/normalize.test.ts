import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { searchKey } from "./fold";
import { isBroken, normalizeCode, tidy, tidyLines } from "./normalize";

test.each([
  ["  ㈱ﾃﾞｰﾀ工業　", "㈱データ工業"],
  ["①髙﨑㎜", "①髙﨑㎜"],
  ["ｶﾞｷﾞ", "ガギ"],
  ["カﾞ", "ガ"],
  ["か\u3099", "が"],
  ["ｱﾞ", "ア゛"],
  ["山\u0007田", "山田"],
  ["A\tB\r\nC", "A B C"],
  ["邉\u{e0100}", "邉\u{e0100}"],
  ["注\u202e文", "注文"],
  ["\u200b", ""],
  ["～〜−", "～〜−"],
  ["吉\ud842", "吉"],
])("a name typed as %o is kept as %o", (typed, kept) => {
  expect(tidy(typed)).toBe(kept);
});

test("a note keeps its lines", () => {
  expect(tidyLines("一行目 \r\n\r\n ﾆ行目\r\n")).toBe("一行目\n\n ニ行目");
});

test.each([
  ["ＡＢＣ－１２３", "ABC-123"],
  ["ABCー123", "ABC-123"],
  ["ベアリング‐6203", "ベアリング-6203"],
  ["０３−１２３４ー５６７８", "03-1234-5678"],
  ["ｻｰﾊﾞｰ", "サーバー"],
  ["１２３　", "123"],
  ["ー5", "-5"],
  ["Aーー1", "A--1"],
])("a code typed as %o is kept as %o", (typed, kept) => {
  expect(normalizeCode(typed)).toBe(kept);
});

test.each([
  ["株式会社　サーバー", "㈱ﾅｼ株式会社ｻ-ﾊﾞ-"],
  ["かもめ", "カモメ"],
  ["髙橋", "高橋"],
  ["ABC 12", "ａｂｃ１２"],
])("a search for %o finds %o", (typed, stored) => {
  expect(searchKey(stored)).toContain(searchKey(typed));
});

test("text once kept stays as it is", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom(
        "ー",
        "ｰ",
        "A",
        "か",
        "ｶ",
        "ﾞ",
        "\u3099",
        "-",
        " ",
        "　",
        "\n",
        "\u200b",
        "\ud842",
      ),
    }),
  );
  fc.assert(
    fc.property(any, (text) => {
      for (const keep of [tidy, tidyLines, normalizeCode, searchKey]) {
        expect(keep(keep(text))).toBe(keep(text));
        expect(isBroken(keep(text))).toBe(false);
      }
    }),
    { numRuns: runs(2000) },
  );
});
