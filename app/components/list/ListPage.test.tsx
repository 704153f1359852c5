import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { bulkProblem } from "~/lib/list/bulk.schema";
import { cell, csvValue } from "~/lib/list/cell";
import { tooManyText } from "~/lib/list/csv";
import { conditionProblem, list, type Page, pageOf } from "~/lib/list/list.schema";
import { sortRows } from "~/lib/list/sort";
import { optionalDate } from "~/lib/time/date.schema";
import { Button } from "../form/Button";
import { Facts } from "./Facts";
import { ListPage } from "./ListPage";
import { Progress } from "./Progress";
import { Tiles } from "./Tiles";
import { Timeline } from "./Timeline";

const row = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  num_items: z.string(),
  order_unit: z.string(),
  delivery_date: z.string().nullable(),
  update_time: z.string(),
  price: z.number(),
});

const cards = list({
  path: "/task/shipped",
  api: "/api/task/shipped",
  title: "出荷済み一覧",
  counter: "件",
  filter: z.object({ q: z.string().optional() }),
  fields: [
    { name: "q", label: "検索語", kind: "text" },
    {
      name: "buyer_id",
      label: "取引先",
      kind: "select",
      options: [{ value: "tanaka", label: "田中産業機械" }],
    },
    { name: "from", label: "納期（から）", kind: "date", more: true },
    { name: "to", label: "納期（まで）", kind: "date", more: true },
    { name: "late", label: "遅れだけ", kind: "check", more: true },
  ],
  row,
  columns: [
    { name: "id", label: "番号", kind: "code", link: (item) => `/task/${item.id}` },
    { name: "name", label: "品名", kind: "text", fact: 1 },
    {
      name: "status",
      label: "状態",
      kind: "state",
      tone: (item) => (item.status === "遅れ" ? "bad" : "good"),
    },
    { name: "num_items", label: "数量", kind: "quantity", unit: (item) => item.order_unit },
    { name: "delivery_date", label: "納期", kind: "date", fact: 2 },
    { name: "update_time", label: "更新", kind: "datetime" },
    { name: "price", label: "金額", kind: "yen", amount: true },
  ],
  empty: {
    none: { text: "まだ出荷がありません。", action: { label: "進捗管理を開く", href: "/task/kanban" } },
  },
});

const card = {
  id: 1234,
  name: "ブラケット左",
  status: "遅れ",
  num_items: "1234.5",
  order_unit: "kg",
  delivery_date: "2026-11-21",
  update_time: "2026-11-20T09:05:00Z",
  price: 120000,
};
const page: Page = pageOf(row).parse({
  items: [card],
  total: 1234,
  total_more: false,
  next: "n1",
  previous: null,
  sums: { price: 6543210 },
});

type Given = Partial<Parameters<typeof ListPage>[0]>;

function draw(given: Given = {}) {
  return renderToString(<ListPage list={cards} page={page} filter={{}} {...given} />).replaceAll(
    "<!-- -->",
    "",
  );
}

test("a list shows title and count, and its cells as Japanese offices write them", () => {
  const html = draw({ amounts: true });
  expect(html).toContain("出荷済み一覧");
  expect(html).toContain("全1,234件");
  expect(html).toContain('<a href="/task/1234">1234</a>');
  expect(html).toMatch(/1,234\.5<span[^>]*>kg/);
  expect(html).toContain("2026/11/21(土)");
  expect(html).toContain("2026/11/20 18:05");
  expect(html).toContain("6,543,210");
  expect(draw({ page: { ...page, total: 10000, total_more: true } })).toContain("10,000件以上");
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
});

test("a link beside the one that its row leads to is 24 px high to a thumb: it has padding of its own", () => {
  const columns = cards.columns.map((column) =>
    column.name === "name" ? { ...column, link: () => "/order/7" } : column,
  );
  expect(draw({ list: { ...cards, columns } })).toContain(
    '<a href="/order/7" class="py-1 text-accent">ブラケット左</a>',
  );
});

test("a card has room for one state: the first that says something", () => {
  const columns = [...cards.columns, { name: "note", label: "確認", kind: "state" as const }];
  const placed = (more: object) =>
    [
      ...draw({ list: { ...cards, columns }, page: { ...page, items: [{ ...card, ...more }] } }).matchAll(
        /data-at="state"[^>]*>.*?<\/td>/g,
      ),
    ].map(([found]) => found);
  expect(placed({ note: "未確認" })).toEqual([expect.stringContaining("遅れ")]);
  expect(placed({ status: "", note: "未確認" })).toEqual([expect.stringContaining("未確認")]);
});

test("on a phone a fact may say what it is, or whose; what opens stands below the facts", () => {
  const columns = cards.columns.map((column) =>
    column.name === "name"
      ? { ...column, before: ({ id }: { id: number }) => `K-${id}` }
      : column.name === "num_items"
        ? { ...column, opens: () => [{ label: "S-1", href: "/task/1", text: "3個" }] }
        : column,
  );
  const html = draw({ list: { ...cards, columns } });
  expect(html).toMatch(
    /data-at="one"><span class="[^"]*desk:hidden print:hidden">K-1234<\/span>ブラケット左/,
  );
  expect(html.match(/data-at="opens"/g)).toHaveLength(1);
});

test("columns of money are not there without the accounting permission", () => {
  expect(draw()).not.toContain("120,000");
  expect(draw()).not.toContain("合計");
  expect(draw({ amounts: true })).toContain("120,000");
});

test("an order that no column shown has stands in words, and the third press of a head leads back to it", () => {
  const made = { ...cards, order: "-created_time" };
  const columns = [
    ...made.columns.map((column) =>
      column.name === "delivery_date" ? { ...column, sort: true as const } : column,
    ),
    { name: "created_time", label: "作成日時", kind: "datetime" as const, sort: true as const },
  ];
  const drawn = (filter: Given["filter"]) =>
    renderToString(
      <ListPage
        list={{ ...made, columns, off: ["created_time"] }}
        page={{ ...page, items: [card, card] }}
        filter={filter!}
        turned={[]}
      />,
    );
  expect(drawn({})).toContain("作成日時（降順）");
  expect(drawn({})).not.toContain("aria-sort");
  const due = drawn({ sort: "-delivery_date" });
  expect(due).not.toContain("作成日時（降順）");
  expect(due).toMatch(/aria-sort="descending"><a href="\/task\/shipped"/);
});

test("a head sorts by its column and back, keeps the conditions and starts at the first page; others are words", () => {
  const sortable = {
    ...cards,
    order: "-update_time",
    columns: cards.columns.map((column) =>
      column.name === "delivery_date" || column.name === "update_time"
        ? { ...column, sort: true as const }
        : column,
    ),
  };
  const sorted = (filter: Given["filter"]) =>
    renderToString(
      <ListPage list={sortable} page={{ ...page, items: [card, card] }} filter={filter!} />,
    ).replaceAll("<!-- -->", "");
  const first = sorted({ q: "蓋", after: "old" });
  expect(first).toMatch(
    /<th scope="col" aria-sort="descending"><a href="\/task\/shipped\?q=%E8%93%8B&amp;sort=update_time"/,
  );
  expect(first).toMatch(/<th scope="col"><a href="\/task\/shipped\?q=%E8%93%8B&amp;sort=delivery_date"/);
  expect(first).toMatch(/<th scope="col">品名<\/th>/);
  const due = sorted({ q: "蓋", sort: "delivery_date" });
  expect(due).toMatch(/<th scope="col" aria-sort="ascending"><a href="[^"]*sort=-delivery_date"/);
  expect(due).toContain("after=n1");
  expect(due).toMatch(/<input type="hidden" name="sort" value="delivery_date"/);
  expect(due).toContain("並び順: 納期（昇順）");
  expect(due).toContain('href="/task/shipped?sort=delivery_date"');
  expect(due).toMatch(/<summary[^>]*>並べ替え ▾<\/summary>.*納期 ▲/s);
});

test("a place is told by its name, on a sheet and in the CSV with its address; what another column tells is in the CSV alone", () => {
  const place = { name: "name", label: "納入先", kind: "text" as const, brief: true as const };
  const html = renderToString(
    <ListPage
      list={{
        ...cards,
        columns: [cards.columns[0]!, place, { name: "status", label: "単位", kind: "text", sheet: true }],
      }}
      page={{ ...page, items: [{ ...card, name: "川崎工場（神奈川県川崎市浜町一丁目9番3号）" }] }}
      filter={{}}
    />,
  ).replaceAll("<!-- -->", "");
  expect(html).toContain(
    'title="川崎工場（神奈川県川崎市浜町一丁目9番3号）">川崎工場<span class="hidden print:block">（神奈川県川崎市浜町一丁目9番3号）</span>',
  );
  expect(html).not.toContain("単位");
  expect(html).toContain("印刷</button>");
  expect(csvValue(place, { name: "川崎工場（神奈川県）" })).toBe("川崎工場（神奈川県）");
});

test("where rows are too many to be counted there are no sums, and that is said; the CSV may answer a sentence", () => {
  const many = { ...page, total: 10000, total_more: true, sums: undefined };
  const html = draw({ list: { ...cards, summed: true }, page: many, csv: "/task/shipped.csv" });
  expect(html).toContain("10,000件以上のため、合計は出ません");
  expect(html).toMatch(/<a href="\/task\/shipped.csv"(?![^>]*download)[^>]*>CSV/);
  expect(draw({ csv: "/task/shipped.csv" })).toMatch(/<a href="\/task\/shipped.csv" download=""/);
  expect(tooManyText(101_000)).toBe(
    "CSVに出力できるのは100,000件までです（101,000件以上あります）。期間や条件で絞り込んでください。",
  );
});

test("rows at hand are sorted by what a column shows, those without a value last both ways", () => {
  const columns = [{ name: "name", label: "氏名", kind: "text" as const, sort: true as const }];
  const rows = ["b10", "", "b2", "a"].map((name) => ({ name }));
  expect(sortRows(columns, rows, "name").map(({ name }) => name)).toEqual(["a", "b2", "b10", ""]);
  expect(sortRows(columns, rows, "-name").map(({ name }) => name)).toEqual(["b10", "b2", "a", ""]);
  expect(sortRows(columns, rows, "other")).toEqual(rows);
});

test("each active condition is a link that drops it alone, and paging keeps them all", () => {
  const html = draw({ filter: { q: "蓋", buyer_id: "tanaka", late: true, after: "old" } });
  expect(html).toContain("検索語: 蓋");
  expect(html).toContain("取引先: 田中産業機械");
  expect(html).toContain('href="/task/shipped?buyer_id=tanaka&amp;late=on"');
  expect(html).toContain('href="/task/shipped?q=%E8%93%8B&amp;buyer_id=tanaka&amp;late=on&amp;after=n1"');
  expect(html).toMatch(/aria-disabled="true">前へ/);
  expect(html).toContain("条件をクリア");
});

test("what stands on one page whole has no way to others", () => {
  expect(draw()).toContain("次へ");
  const whole = renderToString(
    <ListPage list={cards} page={{ ...page, items: [card], next: null, previous: null }} filter={{}} />,
  );
  expect(whole).toContain("を表示");
  expect(whole).not.toMatch(/前へ|次へ/);
});

test("a first visit and a search without result are told apart", () => {
  const none: Page = { ...page, items: [], total: 0, next: null };
  expect(draw({ page: none })).toContain("まだ出荷がありません。");
  const unmatched = draw({ page: none, filter: { q: "ない" } });
  expect(unmatched).toContain("条件に一致する出荷済みはありません。");
  expect(unmatched).not.toContain("まだ出荷がありません。");
});

test("rows can be ticked only where there is something to do with them", () => {
  expect(draw()).not.toContain('name="ids"');
  const html = draw({ bulk: <Button>納品書を作る</Button> });
  expect(html).toMatch(/name="ids" aria-label="1234を選択"[^>]*value="1234"/);
  expect(html).toMatch(/<form method="post"[^]*納品書を作る[^]*<\/form>/);
  expect(html).toContain("条件に合う全1,234件");
});

test("all that the conditions mean is asked about once more, with how many they are", () => {
  const ask = {
    ids: ["1234", "1235"],
    name: "act",
    value: "on",
    label: "請求対象にする",
    text: "条件に合う全2件が対象です。「請求対象にする」を行いますか。",
  };
  const html = draw({ bulk: <Button>納品書を作る</Button>, answer: { ask }, filter: { q: "蓋" } });
  expect(html).toMatch(
    /<form method="post"[^>]*>(<input type="hidden" name="ids"[^>]*>){2}.*全2件.*name="act" value="on"[^>]*>請求対象にする.*q=%E8%93%8B/s,
  );
  expect(html).not.toContain("納品書を作る");
  expect(bulkProblem(0, 300, "件")).toContain("選択してください");
  expect([bulkProblem(300, 300, "件"), bulkProblem(2001, 2000, "件")]).toEqual([
    null,
    expect.stringContaining("2,000件まで"),
  ]);
});

test("CSV gets bare numbers and dates without weekday from the same columns", () => {
  expect(cards.columns.map((column) => csvValue(column, card))).toEqual([
    "1234",
    "ブラケット左",
    "遅れ",
    "1234.5",
    "2026/11/21",
    "2026/11/20 18:05",
    120000,
  ]);
  expect(cell(cards.columns[4]!, { ...card, delivery_date: null })).toBe("");
});

test("a fact without a value is not forgotten", () => {
  const html = renderToString(<Facts facts={[{ label: "備考" }, false, { label: "個数", value: 0 }]} />);
  expect(html).toMatch(/備考<\/dt><dd[^>]*>―/);
  expect(html).toMatch(/個数<\/dt><dd[^>]*>0</);
});

test("no row of a fact ends inside the number of a block or a telephone", () => {
  const whole = (value: string) =>
    [...renderToString(<Facts facts={[{ label: "納入先", value }]} />).matchAll(/nowrap">([^<]*)</g)].map(
      ([, part]) => part,
    );
  expect(whole("刈谷本社工場（愛知県刈谷市築地町四丁目2番1号）")).toEqual(["四丁目2番1号）"]);
  expect(whole("TEL 03-3744-2100")).toEqual(["03-3744-2100"]);
  expect(whole("一式 12個 2026/11/21")).toEqual([]);
});

test("a figure over a list is as red as it is late, where it leads to its rows too", () => {
  const html = renderToString(
    <Tiles
      tiles={[
        { label: "合計", text: "¥3" },
        { label: "期限超過", text: "¥2", href: "/due", colour: "font-bold text-bad" },
        { label: "予定", text: "¥1", href: "/soon" },
      ]}
    />,
  );
  expect(html).toMatch(/<a href="\/due" class="[^"]*text-bad">¥2/);
  expect(html).toMatch(/<a href="\/soon" class="[^"]*text-accent">¥1/);
});

test("progress and log can be read without seeing colours", () => {
  expect(renderToString(<Progress total="120" good="60" bad="5" unit="個" />)).toContain(
    "良品 60・不良 5 / 120個",
  );
  const changes = [{ label: "納期", from: "11/25", to: "11/28" }];
  const log = renderToString(
    <Timeline
      entries={[{ id: 1, who: "井上", when: "2026-11-20T09:05:00Z", what: "納期を変更", changes }]}
    />,
  );
  expect(log).toMatch(/<del[^>]*>11\/25<\/del>[^]*<ins[^>]*>11\/28<\/ins>/);
  expect(log).toContain("2026/11/20 18:05");
});

test("a range whose end is before its start is said at the end, with what was typed, and is no condition in force", () => {
  const html = draw({ filter: { from: "2026-11-21", to: "2026-11-20" } });
  expect(html).toContain("納期の終わりは、始まりと同じ日か、それより後の日を入力してください。");
  expect(html).toMatch(/<input id="filter-to"[^>]*aria-invalid="true"[^>]*value="2026\/11\/20\(金\)"/);
  expect(html).toContain("<details open");
  expect(html).not.toContain("納期（まで）: ");
  expect(draw({ filter: { from: "2026-11-21", to: "2026-11-21" } })).not.toContain("納期の終わり");
});

test("a condition that can't be read stands in its box with the reason, and is no chip", () => {
  const dated = { ...cards, filter: z.object({ q: z.string().optional(), from: optionalDate("納期") }) };
  const html = draw({ list: dated, page: { ...page, items: [] }, filter: { from: "2026/2/30" } });
  expect(html).toMatch(/<details open=""/);
  expect(html).toMatch(
    /value="2026\/2\/30"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*value="2026\/2\/30"/,
  );
  expect(html).toContain("納期は日付で入力してください");
  expect(html).not.toContain("絞り込み中の条件");
  expect(conditionProblem(dated, "from", "2026/2/28")).toBeUndefined();
  expect(conditionProblem(dated, "late", "2026/2/30")).toBeUndefined();
});
