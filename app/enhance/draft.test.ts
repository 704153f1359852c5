// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { called, every, find, show, type } from "./browser.testing";
import { start } from "./draft";
import { type Draft, liveDrafts, sentenceOf, worthKeeping } from "./draft.rules";

const NOW = Date.parse("2026-11-22T01:05:00Z");
const DAY = 86_400_000;
const draftWith = (key: string, more: Partial<Draft> = {}): Draft => ({
  key,
  seller_id: "yamada",
  seller: "山田製作所",
  at: NOW,
  sent: false,
  fields: [["lines[0].name", "蓋"]],
  ...more,
});

const form = (key = "k1", seller_id = "yamada") => `
  <div data-drafts hidden><ul></ul><template><li><p></p><button>続きから入力する</button><button>破棄する</button><button hidden>元に戻す</button></li></template></div>
  <select id="seller"><option value="yamada" selected>山田製作所</option></select>
  <form id="order" action="/order/new"><input type="hidden" name="idempotency_key" value="${key}"><input type="hidden" name="seller_id" value="${seller_id}">
    <input name="lines[0].name"><input name="note"><input name="order_date" value="2026/11/22">
    <button type="button" class="other">行</button><button name="__intent__" value="send">送信する</button></form>`;

const names = () => Object.keys(localStorage).filter((name) => name.startsWith("order.draft."));
const stored = (key: string) => JSON.parse(localStorage[`order.draft.keiri@yamada.${key}`]) as Draft;
const keep = (draft: Draft) => {
  localStorage[`order.draft.keiri@yamada.${draft.key}`] = JSON.stringify(draft);
};
const open = (html: string) => {
  show(html);
  start(find<HTMLFormElement>("#order"));
};

let posts: [string, string][][];
addEventListener("submit", (event) => {
  event.preventDefault();
  posts.push([...new FormData(event.target as HTMLFormElement)] as [string, string][]);
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  posts = [];
  localStorage.clear();
  document.documentElement.dataset.who = "keiri@yamada";
  history.replaceState(null, "", "/order/new?seller_id=yamada");
});

test("of what was not sent the newest three are kept, none older than a month", () => {
  const all = [
    draftWith("old", { at: NOW - 30 * DAY }),
    ...[3, 1, 2, 4].map((days) => draftWith(`d${days}`, { at: NOW - days * DAY })),
  ];
  expect(liveDrafts(all, NOW).map(({ key }) => key)).toEqual(["d1", "d2", "d3"]);
});

test("a draft is told by when, for whom, and what it begins with", () => {
  const fields: [string, string][] = [
    ["lines[0].name", " "],
    ["lines[1].product_id_label", "P-6 蓋　¥80/個"],
    ["lines[2].product_id_label", "P-7 軸　¥120/個"],
    ["lines[3].num_items", "4"],
    ["note", "急ぎ"],
  ];
  expect(sentenceOf(draftWith("a", { fields }))).toBe(
    "11/22 10:05 に入力した依頼（山田製作所・P-6 蓋 他2件）が、送信されずに残っています。",
  );
  expect(sentenceOf(draftWith("a", { sent: true, fields: [] }))).toMatch(
    /（山田製作所）が、送信されずに残っています。送信を押したあとの結果を確かめられていません/,
  );
});

test("what every form begins with is not worth keeping", () => {
  expect(
    worthKeeping([
      ["order_date", "2026/11/22"],
      ["lines[0].quantity", "  "],
      ["idempotency_key", "k"],
    ]),
  ).toBe(false);
  for (const name of ["order_id", "note", "lines[3].quantity"])
    expect(worthKeeping([[name, "5"]])).toBe(true);
});

test("what is typed is on the device soon after, under the form's own key", () => {
  open(form());
  type(find("[name='lines[0].name']"), "蓋");
  expect(names()).toEqual([]);
  vi.advanceTimersByTime(400);
  expect(stored("k1")).toMatchObject({
    key: "k1",
    seller_id: "yamada",
    seller: "山田製作所",
    sent: false,
    at: NOW + 400,
  });
  expect(stored("k1").fields).toContainEqual(["lines[0].name", "蓋"]);
});

test("a page left at once keeps what was typed, and one in which everything was taken out again keeps nothing", () => {
  open(form());
  type(find("[name=note]"), "急ぎ");
  dispatchEvent(new Event("pagehide"));
  expect(stored("k1").fields).toContainEqual(["note", "急ぎ"]);
  type(find("[name=note]"), "");
  dispatchEvent(new Event("pagehide"));
  expect(names()).toEqual([]);
});

test("a click in a form that nobody has typed in keeps nothing, though it begins with another order's lines", () => {
  open(form().replace('name="lines[0].name"', 'name="lines[0].name" value="蓋"'));
  find<HTMLElement>(".other").click();
  vi.advanceTimersByTime(1_000);
  expect(names()).toEqual([]);
});

test("what was sent stays, marked so, until the page that says so is here", async () => {
  open(form());
  type(find("[name=note]"), "急ぎ");
  addEventListener("submit", (event) => event.preventDefault(), { capture: true, once: true });
  called("送信する").click();
  expect(stored("k1").sent).toBe(true);
  document.body.append("確認の途中");
  await Promise.resolve();
  expect(names()).toHaveLength(1);
  history.replaceState(null, "", "/order/12");
  document.body.append("依頼書");
  await vi.waitUntil(() => names().length === 0);
});

test("a form under a new key puts away what was sent under the old one", () => {
  open(form());
  type(find("[name=note]"), "急ぎ");
  addEventListener("submit", (event) => event.preventDefault(), { capture: true, once: true });
  called("送信する").click();
  open(form("k1"));
  expect(names()).toHaveLength(1);
  type(find("[name=note]"), "急ぎ");
  called("送信する").click();
  open(form("k2"));
  expect(names()).toEqual([]);
});

test("what another tab holds is offered here, and this form's own is not", () => {
  keep(draftWith("k1"));
  keep(draftWith("k2", { fields: [["lines[0].name", "軸"]] }));
  keep(draftWith("gone", { at: NOW - 31 * DAY }));
  localStorage["order.draft.keiri@yamada.broken"] = "{";
  localStorage["order.draft.sato@sato.k9"] = JSON.stringify(draftWith("k9"));
  open(form());
  expect(every("[data-drafts] li p").map((each) => each.textContent)).toEqual([
    expect.stringContaining("山田製作所・軸"),
  ]);
  expect(find<HTMLElement>("[data-drafts]").hidden).toBe(false);
  expect(names().sort()).toEqual([
    "order.draft.keiri@yamada.k1",
    "order.draft.keiri@yamada.k2",
    "order.draft.sato@sato.k9",
  ]);
});

test("a draft that was thrown away comes back by its button", () => {
  keep(draftWith("k2"));
  open(form());
  called("破棄する").click();
  expect([names(), find<HTMLElement>("[data-drafts] p").textContent, document.activeElement]).toEqual([
    [],
    "下書きを破棄しました。",
    called("元に戻す"),
  ]);
  called("元に戻す").click();
  expect([stored("k2").key, called("元に戻す").hidden, called("続きから入力する").hidden]).toEqual([
    "k2",
    true,
    false,
  ]);
});

test("going on posts what was kept, and what was typed meanwhile is a draft of its own", () => {
  keep(
    draftWith("k2", {
      fields: [
        ["idempotency_key", "k2"],
        ["columns", "note"],
        ["lines[0].name", "軸"],
      ],
    }),
  );
  open(form());
  type(find("[name=note]"), "急ぎ");
  called("続きから入力する").click();
  const [given] = posts;
  expect(given!.filter(([name]) => name !== "__intent__")).toEqual([
    ["idempotency_key", "k2"],
    ["columns", "note"],
    ["lines[0].name", "軸"],
  ]);
  expect(stored("k1").fields).toContainEqual(["note", "急ぎ"]);
  expect(every("#order [name=__intent__]")).toHaveLength(1);
});

test("a draft for another factory leads to that factory's form, where it is put in", () => {
  const go = vi.spyOn(location, "assign").mockImplementation(() => {});
  keep(draftWith("k2", { seller_id: "sato" }));
  open(form());
  called("続きから入力する").click();
  expect([go.mock.calls, posts]).toEqual([[["/order/new?seller_id=sato#draft=k2"]], []]);
  history.replaceState(null, "", "/order/new?seller_id=sato#draft=k2");
  open(form("k3", "sato"));
  expect([posts[0]!.find(([name]) => name === "lines[0].name")?.[1], location.hash]).toEqual(["蓋", ""]);
});

test("a device without room goes on without a draft", () => {
  open(form());
  type(find("[name=note]"), "長".repeat(400_001));
  vi.advanceTimersByTime(400);
  expect(names()).toEqual([]);
});
