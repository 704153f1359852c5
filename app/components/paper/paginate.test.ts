import { expect, test } from "vitest";
import { type PageRoom, paginate, setIn, textRows } from "./paginate";

const room: PageRoom = { first: 70, rest: 140, end: 35, carry: 7 };
const pages = (heights: number[], space = room) =>
  paginate(
    heights,
    space,
    (height) => height,
    () => 100,
  );
const rows = (count: number) => Array.from({ length: count }, () => 7);

test("few lines stay on one page with their totals and nothing is carried", () => {
  const [page, ...more] = pages(rows(5));
  expect(more).toEqual([]);
  expect(page).toMatchObject({ brought: null, carried: null, no: 1, of: 1, free: 0 });
});

test("a sheet without lines is still one sheet", () => {
  expect(pages([])).toHaveLength(1);
});

test("totals that no longer fit take the last two lines along to a new page", () => {
  expect(pages(rows(6)).map((page) => page.lines.length)).toEqual([4, 2]);
  expect(pages([21, 21, 14]).map((page) => page.lines.length)).toEqual([2, 1]);
});

test("no line stands alone on the last page", () => {
  for (let count = 4; count < 120; count++) {
    const last = pages(rows(count)).at(-1)!;
    expect([count, last.of === 1 || last.lines.length >= 2]).toEqual([count, true]);
  }
});

test("subtotals are carried from each page to the next", () => {
  const result = pages(rows(45));
  expect(result.map((page) => page.lines.length)).toEqual([9, 18, 16, 2]);
  expect(result.map((page) => [page.brought, page.carried])).toEqual([
    [null, 900],
    [900, 2700],
    [2700, 4300],
    [4300, null],
  ]);
  expect(result.map((page) => `${page.no}/${page.of}`)).toEqual(["1/4", "2/4", "3/4", "4/4"]);
});

test("no line is lost, doubled or split, and no page overflows", () => {
  for (let count = 0; count < 200; count++) {
    const heights = Array.from({ length: count }, (_, index) => 7 + ((index * 7919 + count) % 4) * 4.2);
    const result = pages(heights);
    expect(result.flatMap((page) => page.lines)).toEqual(heights);
    for (const page of result) {
      const used =
        page.lines.reduce((sum, height) => sum + height, 0) +
        (page.brought === null ? 0 : 7) +
        (page.carried === null ? 35 : 7);
      expect(used).toBeLessThanOrEqual((page.no === 1 ? 70 : 140) + 1e-9);
    }
  }
});

test("a line higher than the rest of the first page moves to the second", () => {
  expect(pages([7, 90]).map((page) => page.lines.length)).toEqual([1, 1]);
  expect(pages([90]).map((page) => page.lines.length)).toEqual([0, 1]);
  expect(pages([500, 7]).map((page) => page.lines.length)).toEqual([0, 1, 1]);
});

test("totals too high for the rest of a page follow on the next", () => {
  expect(pages([63]).map((page) => page.lines.length)).toEqual([1, 0]);
});

test("without prices nothing is carried", () => {
  const result = pages(rows(45), { ...room, carry: 0 });
  expect(result.every((page) => page.brought === null && page.carried === null)).toBe(true);
});

test("half-width characters take about half the room, and typed line breaks count", () => {
  expect(textRows("あ".repeat(10), 32, 3.2)).toBe(1);
  expect(textRows("あ".repeat(11), 32, 3.2)).toBe(2);
  expect(textRows("A".repeat(15), 32, 3.2)).toBe(1);
  expect(textRows("品名\n図番", 32, 3.2)).toBe(2);
});

test("a word that does not fit in its row goes to the next one whole, with what opens it; one wider than a row is broken", () => {
  const set = (text: string) =>
    setIn(text, 32, 3.2)
      .map(({ text: piece, whole }) => (whole ? `[${piece}]` : piece))
      .join("");
  expect(set("モーターブラケット左（㈱髙橋向け）")).toBe("[モーターブラケット]左[（㈱髙橋向け]）");
  expect(set("ブラケットA")).toBe("ブラケットA");
  expect(set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  expect(textRows("材料は山田精機モーターブラケット", 32, 3.2)).toBeGreaterThanOrEqual(2);
});

test("a date, a number with its unit and a code are never broken, also where one takes a whole row", () => {
  const unbroken = (text: string, mm: number) =>
    setIn(text, mm, 3.2)
      .filter(({ whole }) => whole)
      .map(({ text: piece }) => piece);
  expect(unbroken("検査完了 2026/12/12(土)", 24.6)).toContain("2026/12/12(土)");
  expect(textRows("検査完了 2026/12/12(土)", 24.6, 3.2)).toBe(2);
  expect(unbroken("納期 2026/12/02(水) → 2026/12/05(土)（合意 2026/11/22 14:05）", 24.6)).toEqual(
    expect.arrayContaining(["2026/12/02(水)", "2026/12/05(土)"]),
  );
  expect(unbroken("元の納品 2026/10/23(金) N2610-0012", 31.6)).toEqual(
    expect.arrayContaining(["2026/10/23(金)", "N2610-0012"]),
  );
  expect(unbroken("次の分納の残り1個、あと△3セット", 16)).toEqual(
    expect.arrayContaining(["1個", "△3セット"]),
  );
});

test("a date that does not fit in its row goes to the next one whole", () => {
  expect(textRows("検査日は2026/12/13(日)ですから", 32, 3.2)).toBe(3);
  expect(textRows("これはあれはそれはどれはとひとはいった", 32, 3.2)).toBe(3);
});
