import { expect, test } from "vitest";
import { lineHeight, pageRoom, pagesOf, ROW } from "~/components/paper/measure";
import { stocktakePaper } from "./stocktake.paper";

const row = (position: number) => ({
  position,
  code: `SZ-333-${1000 + position}`,
  name: "ステンレス製モーターブラケット左（㈱髙橋製作所向け・耐熱仕様）",
  shelf: "A-2",
  book: "1234",
  unit: "piece" as const,
  is_recount: position === 3,
  has_ready: position % 2 === 0,
  num_ready: "20",
});
const sheet = { name: "11月末の棚卸", count_date: "2026-11-30", is_blind: false };
const rows = Array.from({ length: 60 }, (_, at) => row(at + 1));

test("a 棚卸表 of long names has every row on a sheet that holds it, none closer than a hand writes", () => {
  const paper = stocktakePaper(sheet, rows, "山田精機株式会社");
  const { pages, row: high } = pagesOf(paper);
  expect([high, pages.flatMap(({ lines }) => lines).length]).toEqual([ROW, 60]);
  const { first, rest } = pageRoom(paper);
  for (const { lines, no } of pages)
    expect(lines.reduce((sum, line) => sum + lineHeight(line, paper.columns), 0)).toBeLessThanOrEqual(
      no === 1 ? first : rest,
    );
  expect(paper.lines[2]!.cells[2]).toMatch(/（数え直し）$/);
  expect(paper.lines[0]!.cells.slice(4)).toEqual(["1,234", null, "個", null, "―", null]);
  expect(paper.lines[1]!.cells.slice(4)).toEqual(["1,234", "20", "個", null, null, null]);
});

test("who counts blind has no column of the books, and reads only that there is 出荷待ち", () => {
  const paper = stocktakePaper({ ...sheet, is_blind: true }, rows, "山田精機株式会社");
  expect(paper.columns.map(({ label }) => label)).not.toContain("帳簿数");
  expect(paper.lines[1]!.cells.slice(4)).toEqual(["あり", "個", null, null, null]);
  for (const { columns } of [paper, stocktakePaper(sheet, rows, "")])
    expect(columns.reduce((sum, { mm }) => sum + mm, 0)).toBe(180);
});
