import { brotliCompressSync } from "node:zlib";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { addDays } from "~/lib/time/date";
import { BarChart } from "./BarChart";
import { binsOf, Histogram } from "./Histogram";
import { LegendQuery } from "./Legend";
import type { Limit } from "./Limits";
import { LineChart } from "./LineChart";
import { ParetoChart } from "./ParetoChart";
import { PieChart } from "./PieChart";
import { RowChart } from "./RowChart";
import { brief, isPrinted, isThinned, namedLines } from "./scale";
import { TimelineChart } from "./TimelineChart";
import { TrendChart } from "./TrendChart";

const html = (node: React.ReactNode) => renderToString(node).replaceAll("<!-- -->", "");
const words = {
  id: "stock",
  title: "在庫の推移",
  sentence: "90日で120個から80個になりました。",
  axis: "現在庫（個）",
};
type Points = Parameters<typeof LineChart>[0]["points"];
const line = (points: Points, limit?: { label: string; value: number }) =>
  html(<LineChart {...words} points={points} from="2026-08-24" to="2026-11-22" limit={limit} />);
const weeks = Array.from({ length: 12 }, (_, at) => ({
  label: `${9 + Math.floor(at / 4)}/${(at % 4) * 7 + 1}`,
  values: at === 3 ? [null, null] : [at * 10, -(at * 7)],
  href: `/inventory/stored?from=2026-09-${at + 1}`,
  is_open: at === 11,
}));
const bars = (buckets = weeks) =>
  html(<BarChart {...words} id="week" series={["入庫", "出庫"]} buckets={buckets} by="週" />);
const inBrief = (text: string) => brotliCompressSync(drawn(text)).length;

test("a chart is read without being seen: its sentence, its name, its figures as a table", () => {
  const text = line([
    { date: "2026-08-24", value: 120 },
    { date: "2026-10-01", value: 1280.5 },
  ]);
  expect(text).toMatch(/<figcaption>90日で.*<svg role="img" aria-labelledby="stock-title stock-desc"/s);
  expect(text).toContain('<title id="stock-title">在庫の推移</title>');
  expect(text).toMatch(/表で見る.*2026\/10\/1\(木\)<\/td><td[^>]*>1,280\.5/s);
});

test("what is drawn is left to the table: it is not read a second time", () => {
  const seen = (text: string) => drawn(text).replace(/<g aria-hidden="true".*<\/g><\/svg>/gs, "");
  for (const text of [line([{ date: "2026-08-24", value: 120 }], { label: "しきい値", value: 20 }), bars()])
    expect([printed(text).length > 5, seen(text)]).toEqual([true, expect.not.stringContaining("<text")]);
});

test("each step of a line leads to the rows of its day, up to the next; what nobody moved leads nowhere", () => {
  const of = (day: string) => `/inventory/stored?from=${day}&to=${day}`;
  const text = line([
    { date: "2026-08-24", value: 120 },
    { date: "2026-09-23", value: -4, href: of("2026-09-23") },
    { date: "2026-11-22", value: 1280.5, href: of("2026-11-22") },
  ]);
  const steps = [
    ...text.matchAll(/<a href="([^"]*)"><title>([^<]*)<\/title><rect x="([^"]*)" width="([^"]*)"/g),
  ];
  expect(steps.map(([, ...step]) => step)).toEqual([
    ["/inventory/stored?from=2026-09-23&amp;to=2026-09-23", "2026/9/23(水) -4", "39.7%", "57.3%"],
    ["/inventory/stored?from=2026-11-22&amp;to=2026-11-22", "2026/11/22(日) 1,280.5", "97%", "3%"],
  ]);
  expect(line([{ date: "2026-08-24", value: 120 }])).not.toContain('<a href="/');
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
  expect(text).toMatch(/<title>[^<]+（途中） 入庫 110 出庫 77<\/title>/);
  expect(text.match(/<path d="M[^"]*" [^>]*stroke-dasharray="3 2"/g)).toHaveLength(2);
  expect(text).toContain(">途中</text>");
  expect(bars(weeks.slice(5, 6))).toMatch(/<path d="M[^"]+z" fill="url\(#week-0\)"/);
});

test("series differ without colour, and no fill is darker than a fifth", () => {
  const text = bars();
  expect(text).toMatch(/<pattern id="week-1"[^>]*rotate\(45\)/);
  expect([...text.matchAll(/fill-opacity="([^"]*)"/g)].every(([, part]) => Number(part) <= 0.2)).toBe(true);
});

const drawn = (text: string) => text.replace(/<details.*?<\/details>/gs, "");
const printed = (text: string) =>
  [...drawn(text).matchAll(/<text[^>]*>(?:<tspan[^>]*>)?([^<]+)/g)].map(([, one]) => one);
const stacked = (search: string | null, over: Partial<Parameters<typeof BarChart>[0]> = {}) =>
  html(
    <LegendQuery.Provider value={search}>
      <BarChart
        {...words}
        id="trend"
        by="日"
        series={["切断", "旋盤", "検査"]}
        buckets={[
          { label: "11/20", values: [60, 35, 5] },
          { label: "11/21", values: [0, 40, null] },
        ]}
        {...over}
      />
    </LegendQuery.Provider>,
  );

test("what is stacked says its sum above and its parts inside; a part alone says itself once", () => {
  expect(printed(stacked(null)).slice(6)).toEqual(
    expect.arrayContaining(["60", "35", "100", "40", "11/20", "11/21"]),
  );
  expect(printed(stacked(null)).filter((text) => text === "40")).toHaveLength(2);
  expect(printed(stacked(null))).not.toContain("5");
});

test("a series is hidden by a link, stays hidden in the address and in no other chart, and comes back by it", () => {
  const all = stacked("?axis=process&hide=weeks.0");
  expect(all).toMatch(
    /<a role="button" aria-pressed="true" href="\?axis=process&amp;hide=weeks\.0&amp;hide=trend\.1#trend"/,
  );
  const without = stacked("?axis=process&hide=weeks.0&hide=trend.0");
  expect(without).toMatch(
    /<a role="button" aria-pressed="false" href="\?axis=process&amp;hide=weeks\.0#trend"/,
  );
  expect(printed(without)).not.toContain("60");
  expect(printed(without)).toContain("40");
  expect(drawn(without)).not.toMatch(/<path[^>]*fill="url\(#trend-0\)"/);
  expect(without).toMatch(/11\/20<\/td><td[^>]*>60</);
  expect(stacked(null)).not.toContain("aria-pressed");
  expect(stacked("?hide=trend.0&hide=trend.1&hide=trend.2")).toContain("<svg");
});

test("rows that lie keep their names, their sums and their links, and say nothing where there is nothing", () => {
  const rows = [
    { label: "マシニング加工センター", values: [90, 30], href: "/task/list?group_id=3", note: "4回" },
    { label: "検査", values: [20, null] },
  ];
  const text = html(
    <RowChart {...words} series={["待ち", "加工"]} by="工程" rows={rows} text={(value) => `${value}分`} />,
  );
  expect(text).toContain("マシニング加…");
  expect(text).toContain("<title>マシニング加工センター 待ち 90分 加工 30分</title>");
  expect(text).toMatch(/<rect x="28%" width="31\.5%"[^>]*><\/rect>/);
  expect(text).toMatch(/<rect x="59\.5%" width="10\.5%"/);
  expect(text).toMatch(/検査<\/td><td[^>]*>20分<\/td><td[^>]*>―/);
  expect(
    html(<RowChart {...words} series={["待ち"]} by="工程" rows={[{ label: "検査", values: [0] }]} />),
  ).toBe(`<p class="text-muted">${words.sentence}</p>`);
});

const measured = [10.02, 10.01, null, 10.04, 9.98];
const LIMITS: Limit[] = [
  { kind: "spec", label: "規格上限", value: 10.1 },
  { kind: "control", label: "管理上限", value: [10.05, 10.06, 10.06, 10.05, 10.05] },
];
const trend = (values: (number | null)[] = measured, limits = LIMITS) =>
  html(
    <TrendChart
      {...words}
      series={["外径"]}
      by="測定"
      limits={limits}
      points={values.map((value, at) => ({
        label: `11/${at + 1}`,
        values: [value],
        ...(value === 10.04 && { wrong: "管理限界の外" }),
      }))}
    />,
  );

test("a line breaks where nothing is known, and its limits differ in dash, name and colour", () => {
  const text = trend();
  expect(text.match(/<path d="M100,\d+L300,\d+M700,\d+L900,\d+"/g)).toHaveLength(1);
  const looks = [...drawn(text).matchAll(/stroke="(#\w+)" stroke-dasharray="([^"]+)"/g)].map(
    ([, ...look]) => look,
  );
  expect(new Set(looks.map(([stroke]) => stroke)).size).toBe(2);
  expect(new Set(looks.map(([, dash]) => dash)).size).toBe(2);
  expect(text).toContain("規格上限 10.1");
  expect(text).toContain("11/4（管理限界の外）");
  expect(text).toMatch(/11\/3<\/td><td[^>]*>―/);
  expect(trend([10])).toMatch(/<svg x="54%"/);
  expect(trend([null, null])).toBe(`<p class="text-muted">${words.sentence}</p>`);
});

test("of a line that goes through sums of days, each day is a mark as large as what it counts", () => {
  const text = html(
    <TrendChart
      {...words}
      series={["約束納期"]}
      by="日"
      domain={[0, 100]}
      span="7日間"
      points={[
        { label: "11/1", values: [0], counts: [1], note: "1枚", line: [null] },
        { label: "11/2", values: [100], counts: [4], note: "4枚", line: [80] },
        { label: "11/3", values: [null], counts: [0], line: [75] },
      ]}
    />,
  );
  expect(text.match(/<path d="M500,\d+L833,\d+"/g)).toHaveLength(1);
  expect(text).toMatch(/<text[^>]*fill="#1f6fb8"[^>]*>75<\/text>/);
  expect([...drawn(text).matchAll(/scale\(([\d.]+)\)/g)].map(([, scale]) => scale)).toEqual(["0.75", "1.5"]);
  expect(text).toMatch(/11\/2（4枚）<\/td><td[^>]*>100<\/td><td[^>]*>80<\/td>/);
});

test("パレート: its line ends at 100 % at the height of the sum, and 80 % is marked", () => {
  const parts = [
    { label: "寸法不良", value: 60, cumulative: "60.0", href: "/bi/defective?reason_id=1" },
    { label: "キズ", value: 30, cumulative: "90.0" },
    { label: "理由なし", value: 10, cumulative: "100.0" },
  ];
  const text = html(<ParetoChart {...words} by="理由" parts={parts} />);
  expect(text).toMatch(/<path d="M\d+,134L\d+,82L\d+,64" fill="none"/);
  expect(text).toContain("<title>寸法不良 60（累積 60%）</title>".replace("60%", "60.0%"));
  expect(text).toMatch(/理由なし<\/td><td[^>]*>10<\/td><td[^>]*>100\.0%/);
  expect(html(<ParetoChart {...words} by="理由" parts={[]} />)).not.toContain("<svg");
});

test("ヒストグラム: every value lies in one bin, the largest too, and the limits stand upright", () => {
  const values = [10.02, 10.01, 9.99, 10, 10.03, 9.98, 10.01, 10, 10.02, 9.99, 10.01, 10];
  const bins = binsOf(values);
  expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(values.length);
  expect(binsOf([5, 5, 5]).reduce((sum, { n }) => sum + n, 0)).toBe(3);
  expect(binsOf([])).toEqual([]);
  const text = html(<Histogram {...words} bins={bins} by="外径" limits={LIMITS.slice(0, 1)} />);
  expect(text).toMatch(/<line x1="[\d.]+%" x2="[\d.]+%" y1="64" y2="240" stroke="#c62f3b"/);
  expect(text).toContain("9.98以上 9.99未満");
});

test("a pie takes any height, and its pieces have the shares that are printed", () => {
  const parts = [
    { label: "A社", value: 90, share: "90.0", href: "/task/shipped?buyer_id=a" },
    { label: "B社", value: 10, share: "10.0" },
  ];
  const text = html(<PieChart {...words} by="依頼元" parts={parts} height={400} />);
  expect(text).toMatch(/<svg y="48" width="100%" height="344" viewBox/);
  expect(text.match(/fill="url\(#stock-\d\)"/g)).toHaveLength(4);
  expect(text).toContain("<title>A社 90.0%</title>");
  expect(html(<PieChart {...words} by="依頼元" parts={[]} />)).not.toContain("<svg");
});

test("a day of a worker: work in its pattern, gaps hatched, what has no end red, what is before 8:00 cut", () => {
  const rows = [
    {
      label: "山田 太郎",
      bars: [
        { from: 420, to: 600, label: "切断", series: 0 },
        { from: 1020, to: 1080, label: "検査", series: 1, is_open: true, href: "/task/12" },
      ],
      gaps: [{ from: 600, to: 630 }],
    },
  ];
  const text = html(
    <TimelineChart {...words} by="作業者" series={["加工", "検査"]} rows={rows} from={480} to={1200} />,
  );
  expect(text).toMatch(/<rect x="20%" width="13\.2%"[^>]*fill="url\(#stock-0\)"/);
  expect(text).toMatch(/fill="url\(#stock-gap\)"[^>]*stroke-dasharray/);
  expect(text).toMatch(/fill="#c62f3b" fill-opacity="0\.2" stroke="#c62f3b"/);
  expect(text).toContain("<title>山田 太郎 17:00〜未終了 検査</title>");
  expect(text).toMatch(/記録なし<\/td>/);
  expect(text).toMatch(/aria-label="凡例">.*stroke-dasharray="3 2"[^>]*><\/rect><\/svg>記録なし<\/li>/);
  expect(
    html(<TimelineChart {...words} by="作業者" series={[]} rows={[]} from={480} to={1200} />),
  ).not.toContain("<svg");
});

test("hours of a night stand apart on a phone, and those after midnight are of the next day", () => {
  const rows = [{ label: "井上", gaps: [], bars: [{ from: 1320, to: 1770, label: "検査", series: 0 }] }];
  const text = html(
    <TimelineChart {...words} by="作業者" series={["検査"]} rows={rows} from={0} to={2280} />,
  );
  expect([...text.matchAll(/>(翌?\d+時)</g)].map(([, hour]) => hour)).toEqual([
    "0時",
    "8時",
    "16時",
    "翌0時",
    "翌8時",
  ]);
  expect(text).toContain("<title>井上 22:00〜翌5:30 検査</title>");
});

test("values stand at all bars while they fit on a phone, else at the largest and the last", () => {
  expect([0, 1, 2].filter(isPrinted([5, 7, 6]))).toEqual([0, 1, 2]);
  const many = Array.from({ length: 31 }, (_, at) => (at === 9 ? 80 : at));
  expect([...many.keys()].filter(isPrinted(many))).toEqual([9, 30]);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter(isPrinted(Array(10).fill(12_345)))).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  expect(namedLines("寸法不良", 8)).toEqual(["寸法不", "良"]);
  expect(namedLines("とても長い理由の名前です", 8)).toEqual(["とても", "長い理", "由の…"]);
});

test("90 days of moves and 8 weeks weigh next to nothing without their tables", () => {
  const days = Array.from({ length: 30 }, (_, at) => ({
    date: addDays("2026-08-24", at * 3),
    value: Math.round(200 + 90 * Math.sin(at) + at),
  }));
  expect(inBrief(line(days, { label: "しきい値", value: 150 }))).toBeLessThan(900);
  expect(inBrief(bars(weeks.slice(4)))).toBeLessThan(1200);
});

test("three charts of a month by day, with their tables, take less than 5 KB", () => {
  const days = Array.from({ length: 31 }, (_, at) => addDays("2026-10-01", at));
  const values = (at: number) =>
    [0, 1, 2, 3, 4, 5].map((one) => Math.round(300 + 250 * Math.sin(at * 1.7 + one)));
  const page = html(
    <LegendQuery.Provider value="?period=month">
      <BarChart
        {...words}
        id="a"
        by="日"
        series={["切断", "旋盤", "フライス", "研磨", "検査", "その他"]}
        buckets={days.map((day, at) => ({
          label: day,
          values: values(at),
          href: `/bi/stat?from=${day}&to=${day}`,
        }))}
      />
      <RowChart
        {...words}
        id="b"
        by="工程"
        series={["良品", "不良"]}
        rows={days.slice(0, 12).map((day, at) => ({ label: day, values: values(at).slice(2, 4), href: day }))}
      />
      <TrendChart
        {...words}
        id="c"
        by="日"
        series={["約束納期", "基準納期"]}
        domain={[0, 100]}
        points={days.map((day, at) => ({ label: day, values: values(at).slice(0, 2) }))}
      />
    </LegendQuery.Provider>,
  );
  expect(brotliCompressSync(page).length).toBeLessThan(5000);
});

test("figures at an axis are short, and labels thin out to the last", () => {
  expect([0, 950, 12_000, 34_560, 250_000_000].map(brief)).toEqual(["0", "950", "1.2万", "3.5万", "2.5億"]);
  const kept = Array.from({ length: 13 }, (_, at) => at).filter((at) => !isThinned(at, 13, 6));
  expect(kept).toEqual([0, 3, 6, 9, 12]);
});
