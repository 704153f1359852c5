import { brotliCompressSync } from "node:zlib";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { addDays } from "~/lib/time/date";
import { BarChart } from "./BarChart";
import { LineChart } from "./LineChart";
import { brief, isThinned } from "./scale";

const html = (node: React.ReactNode) => renderToString(node).replaceAll("<!-- -->", "");
const words = {
  id: "stock",
  title: "在庫の推移",
  sentence: "90日で120個から80個になりました。",
  axis: "現在庫（個）",
};
const line = (points: { date: string; value: number | null }[], limit?: { label: string; value: number }) =>
  html(<LineChart {...words} points={points} from="2026-08-24" to="2026-11-22" limit={limit} />);
const weeks = Array.from({ length: 12 }, (_, at) => ({
  label: `${9 + Math.floor(at / 4)}/${(at % 4) * 7 + 1}`,
  values: at === 3 ? [null, null] : [at * 10, -(at * 7)],
  href: `/inventory/stored?from=2026-09-${at + 1}`,
  is_open: at === 11,
}));
const bars = (buckets = weeks) =>
  html(<BarChart {...words} id="week" series={["入庫", "出庫"]} buckets={buckets} by="週" />);
const inBrief = (text: string) => brotliCompressSync(text.replace(/<details.*?<\/details>/gs, "")).length;

test("a chart is read without being seen: its sentence, its name, its figures as a table", () => {
  const text = line([
    { date: "2026-08-24", value: 120 },
    { date: "2026-10-01", value: 1280.5 },
  ]);
  expect(text).toMatch(/<figcaption>90日で.*<svg role="img" aria-labelledby="stock-title stock-desc"/s);
  expect(text).toContain('<title id="stock-title">在庫の推移</title>');
  expect(text).toMatch(/表で見る.*2026\/10\/1\(木\)<\/td><td[^>]*>1,280\.5/s);
});

test("what was not known is a gap, never zero; with nothing known there are words alone", () => {
  const text = line([
    { date: "2026-08-24", value: null },
    { date: "2026-09-23", value: 40 },
  ]);
  expect(text).toMatch(/<path d="M333,/);
  expect(text).toContain(">―</td>");
  expect(line([{ date: "2026-08-24", value: null }])).toBe(`<p class="text-muted">${words.sentence}</p>`);
  expect(bars([])).toBe(`<p class="text-muted">${words.sentence}</p>`);
  expect(bars(weeks.slice(3, 4))).not.toContain("<svg");
});

test("an axis of amounts has its zero, and room for the threshold above and for less than nothing below", () => {
  const text = line([{ date: "2026-08-24", value: -4 }], { label: "しきい値", value: 20 });
  const heads = [...text.matchAll(/<text x="10\.1%"[^>]*>([^<]+)</g)].map(([, head]) => head);
  expect(heads).toEqual(["-5", "0", "5", "10", "15", "20"]);
  expect(text).toContain("しきい値 20");
  expect(text).toMatch(/stroke-dasharray="6 4"/);
});

test("bars lead to their rows, hang below zero, and the week that is not over is dashed and named", () => {
  const text = bars();
  expect(text.match(/<a href="\/inventory\/stored[^"]*"[^>]*><title>/g)).toHaveLength(12);
  expect(text).toMatch(/<title>[^<]+（途中）<\/title>/);
  expect(text.match(/<path d="M[^"]*" [^>]*stroke-dasharray="3 2"/g)).toHaveLength(2);
  expect(text).toContain(">途中</text>");
  expect(bars(weeks.slice(5, 6))).toMatch(/<path d="M[^"]+z" fill="url\(#week-0\)"/);
});

test("series differ without colour, and no fill is darker than a fifth", () => {
  const text = bars();
  expect(text).toMatch(/<pattern id="week-1"[^>]*rotate\(45\)/);
  expect([...text.matchAll(/fill-opacity="([^"]*)"/g)].every(([, part]) => Number(part) <= 0.2)).toBe(true);
});

test("90 days of moves and 8 weeks weigh next to nothing without their tables", () => {
  const days = Array.from({ length: 30 }, (_, at) => ({
    date: addDays("2026-08-24", at * 3),
    value: Math.round(200 + 90 * Math.sin(at) + at),
  }));
  expect(inBrief(line(days, { label: "しきい値", value: 150 }))).toBeLessThan(900);
  expect(inBrief(bars(weeks.slice(4)))).toBeLessThan(1100);
});

test("figures at an axis are short, and labels thin out to the last", () => {
  expect([0, 950, 12_000, 34_560, 250_000_000].map(brief)).toEqual(["0", "950", "1.2万", "3.5万", "2.5億"]);
  const kept = Array.from({ length: 13 }, (_, at) => at).filter((at) => !isThinned(at, 13, 6));
  expect(kept).toEqual([0, 3, 6, 9, 12]);
});
