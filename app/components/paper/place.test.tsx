import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import type { AddressPlace } from "~/lib/vocabulary/print";
import {
  addressOff,
  boxesOf,
  cellText,
  factRows,
  isAboveTitle,
  lineHeight,
  pageRoom,
  pagesOf,
  ROW,
} from "./measure";
import { PaperDocument } from "./PaperDocument";

const doc = (place?: AddressPlace): PaperDocumentProps => ({
  title: "納品書",
  dates: [],
  addressee: { postal_code: "100-0001", address: ["東京都千代田区千代田1-1"], name: "東商工業株式会社 御中" },
  issuer: { name: "山田精機株式会社" },
  greeting: "下記の通り納品いたします。",
  total: { label: "税抜合計金額", amount: 1 },
  columns: [{ label: "品名", mm: 180 }],
  lines: [],
  place,
});
const drawnOlder = (place: AddressPlace) =>
  renderToStaticMarkup(<PaperDocument {...doc(place)} layout={3} greeting="下記" />);
const drawn = (place?: AddressPlace) => renderToStaticMarkup(<PaperDocument {...doc(place)} />);

test("an address is held off the margin by what it is to stand from the sheet's edges (R5-6)", () => {
  expect(addressOff()).toEqual({ left: 5, top: 5 });
  expect(addressOff({ left: 15, top: 29 })).toEqual({ left: 0, top: 0 });
  expect(addressOff({ left: 40, top: 60 })).toEqual({ left: 25, top: 31 });
  expect(drawn({ left: 22, top: 36 })).toContain('<svg width="7mm"');
  expect(drawn({ left: 22, top: 36 })).toContain('<svg width="1" height="7mm"');
  expect(drawn()).toBe(drawn({ left: 20, top: 34 }));
});

test("an address that would run into the title stands above it, and the greeting stays below (R5-6)", () => {
  const orderOf = (html: string) =>
    ["納品書", "東商", "下記"].sort((a, b) => html.indexOf(`>${a}`) - html.indexOf(`>${b}`));
  expect(isAboveTitle({ left: 20, top: 28 })).toBe(true);
  expect(addressOff({ left: 20, top: 20 })).toEqual({ left: 5, top: 5 });
  expect(orderOf(drawn({ left: 20, top: 28 }))).toEqual(["東商", "納品書", "下記"]);
  expect(orderOf(drawn({ left: 20, top: 29 }))).toEqual(["納品書", "東商", "下記"]);
});

test("lines have the room that an address moved down, or a title moved below it, leaves", () => {
  const room = (place: AddressPlace) => pageRoom(doc(place)).first;
  expect(room({ left: 20, top: 60 })).toBeLessThan(room({ left: 20, top: 34 }));
  expect(room({ left: 20, top: 20 })).toBeLessThan(room({ left: 20, top: 34 }));
});

test("address, greeting and total stand on one edge; a paper drawn before that stays as it was (decision 144)", () => {
  const edges = (html: string) => html.match(/<svg width="\d+mm"/g);
  const parts =
    /^<div class="w-full">.*東商.*<p>下記の通り納品いたします。<\/p><div class="paper-total whitespace-nowrap ">/;
  for (const place of [
    { left: 22, top: 36 },
    { left: 15, top: 29 },
  ]) {
    const html = drawn(place);
    expect(edges(html)).toEqual([`<svg width="${place.left - 15}mm"`, '<svg width="0mm"']);
    expect(html.slice(html.indexOf('<div class="w-full">'))).toMatch(parts);
  }
  expect(drawn({ left: 20, top: 20 })).toMatch(/<svg width="5mm"[^>]*><\/svg><div class="w-full"><p>下記/);
  const before = drawnOlder({ left: 22, top: 36 });
  expect(edges(before)).toEqual(['<svg width="7mm"']);
  expect(before).toContain('<p class="pl-5">下記</p>');
  expect(before).toContain("paper-total whitespace-nowrap px-2");
});

test("a total that would run out of a head moved far to the right is set smaller", () => {
  const total = { label: "税込合計金額", amount: 123_456_789, note: "(消費税は参考)" };
  const sizeOf = (left: number) =>
    renderToStaticMarkup(<PaperDocument {...doc({ left, top: 34 })} total={total} />).match(
      /<(b|strong)[^>]*>¥123/,
    )![1];
  expect([sizeOf(15), sizeOf(40)]).toEqual(["strong", "b"]);
});

test("a name and its number stand in one row where both fit", () => {
  const column = { label: "品名・図番", mm: 50, joins: true };
  const [short, long] = ["ブラケットB\nTNK-2202 B", "ケーブルダクト1200用カバー\nSZ-333-1000 B"];
  expect([cellText(column, short), cellText(column, long)]).toEqual(["ブラケットB　TNK-2202 B", long]);
  expect(cellText({ ...column, joins: undefined }, short)).toBe(short);
  expect([short, long].map((text) => lineHeight({ cells: [text] }, [column]))).toEqual([ROW, ROW + 4.2]);
});

test("two short facts stand in one row, a long one has its own; an older paper has a row for each", () => {
  const facts = ["対象期間", "お支払期限", "支払条件", "確認"].map((label, at) => ({
    label,
    text: at === 2 ? "2026/12/18(金)（20日締め翌月20日払い・銀行休業日は前営業日）" : "2026/12/20(日)",
  }));
  const labels = (layout?: number) => factRows({ facts, layout }).map((row) => row.map(({ label }) => label));
  expect(labels()).toEqual([["対象期間", "お支払期限"], ["支払条件"], ["確認"]]);
  expect(labels(4)).toEqual(labels());
  expect(labels(3)).toEqual(facts.map(({ label }) => [label]));
  expect(factRows({ facts: facts.map((fact) => ({ ...fact, text: "　" })) })).toHaveLength(4);
  const room = (layout?: number) => pageRoom({ ...doc(), facts, layout }).first;
  expect(room() - room(3)).toBe(6);
  expect(renderToStaticMarkup(<PaperDocument {...doc()} facts={facts} />)).toContain('<td colSpan="3">');
});

test("a period and a day of payment with its terms share a row, as both fit in it; up to drawing 4 each has its own", () => {
  const facts = [
    { label: "対象期間", text: "2026/10/21 ~ 2026/11/20" },
    { label: "お支払期限", text: "2026/12/20(日)（20日締め翌月20日払い）" },
    { label: "確認", text: "未" },
    { label: "備考", text: "2026/12/20(日)（20日締め翌月20日払い・手形）" },
  ];
  const rows = (layout?: number) => factRows({ facts, layout }).map((row) => row.length);
  expect([rows(), rows(4)]).toEqual([
    [2, 1, 1],
    [1, 1, 1, 1],
  ]);
});

test("rows stand closer where that saves a sheet, and there alone; up to drawing 4 never (decision 145)", () => {
  const row = (num: number, layout?: number) => {
    const lines = Array.from({ length: num }, () => ({ cells: ["ブラケットA"] }));
    const of = pagesOf({ ...doc(), lines, layout });
    return [of.pages.length, of.row < ROW];
  };
  expect([row(20), row(28), row(34), row(50)]).toEqual([
    [1, false],
    [1, true],
    [2, false],
    [2, false],
  ]);
  expect(row(28, 4)).toEqual([2, false]);
  const looks = (num: number) =>
    renderToStaticMarkup(
      <PaperDocument {...doc()} lines={Array.from({ length: num }, () => ({ cells: ["ブラケットA"] }))} />,
    ).includes('class="sheet paper-dense"');
  expect([looks(20), looks(28)]).toEqual([false, true]);
});

test("お振込先 and 備考 stand beside each other where that is lower, each holder once; as ever up to drawing 4", () => {
  const bank = [
    { account: "城南信用金庫　羽田支店　普通 0012345", holder: "ヤマダセイキ(カ" },
    { account: "三菱UFJ銀行　蒲田支店　当座 1234567", holder: "ヤマダセイキ(カ" },
  ];
  const boxes = (more: object) =>
    boxesOf({ ...doc(), bank, notes: ["振込手数料は貴社にてご負担ください。"], ...more });
  const whole = bank.map(({ account, holder }) => `${account}　口座名義 ${holder}`);
  const beside = boxes({});
  expect(beside.bank).toEqual([bank[0]!.account, bank[1]!.account, "口座名義 ヤマダセイキ(カ"]);
  expect(boxes({ bank: [bank[0], { ...bank[1], holder: "ヤマダタロウ" }] }).bank).toHaveLength(4);
  expect(beside.height).toBeLessThan(boxes({ layout: 4 }).height);
  for (const more of [{ layout: 4 }, { notes: [] }, { notes: ["長い備考です。".repeat(40)] }])
    expect(boxes(more).bank).toEqual(whole);
});

test("what stands in brackets is small behind a title; up to drawing 4 it is as large (decision 145)", () => {
  const titleOf = (layout?: number, title = "支払通知書（仕入明細書）") =>
    renderToStaticMarkup(<PaperDocument {...doc()} title={title} layout={layout} />).match(/<h1.*<\/h1>/)![0];
  expect(titleOf()).toContain("支払通知書<small>（仕入明細書）</small></h1>");
  expect(titleOf(undefined, "納品書(控)")).toContain("納品書<small>(控)</small></h1>");
  expect([titleOf(4), titleOf(undefined, "納品書")].join()).not.toContain("<small>");
});

test("a number too long for its column is set smaller by itself; up to drawing 4 all of the column", () => {
  const columns = [{ label: "単価", mm: 20, align: "right" as const }];
  const lines = ["980/セット", "12,345.67/セット"].map((text) => ({ cells: [text] }));
  const small = (layout?: number) =>
    renderToStaticMarkup(<PaperDocument {...doc()} columns={columns} lines={lines} layout={layout} plain />)
      .match(/<td class="[^"]*">[^<]+/g)!
      .map((cell) => cell.includes("paper-small"));
  expect([small(), small(4)]).toEqual([
    [false, true],
    [true, true],
  ]);
});

test("a figure of the 鑑 that would break in two is set smaller, in one piece; not up to drawing 4", () => {
  const cells = (amount: number, layout?: number) =>
    renderToStaticMarkup(
      <PaperDocument {...doc()} summary={[{ label: "前回御請求額", amount }]} layout={layout} />,
    ).match(/前回御請求額<\/th>.*?<td[^>]*>(.*?)<\/td>/)![1];
  expect(cells(123_456_789)).toBe("123,456,789");
  expect(cells(-12_345_678)).toBe("△12,345,678");
  for (const [amount, text] of [
    [-140_000_000, "△140,000,000"],
    [1_148_214_296, "1,148,214,296"],
    [-1_148_214_296, "△1,148,214,296"],
    [999_999_999_999, "999,999,999,999"],
  ] as const) {
    expect(cells(amount)).toBe(`<small class="whitespace-nowrap">${text}</small>`);
    expect(cells(amount, 4)).toBe(text);
  }
});
