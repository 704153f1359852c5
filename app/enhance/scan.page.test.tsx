// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import type { CardSummary } from "~/lib/scan/scan";
import type { Looked, ScanResult } from "~/lib/scan/scan.schema";
import { ScanPage } from "~/routes/s.($token)/ScanPage";
import { type Asked, called, drawn, every, find, json, server, show } from "./browser.testing";
import { dropScans, forgetOthers, keepCards, queuedScans } from "./scan.store";

const station = {
  company_id: "yamada",
  processes: [
    { group_id: 1, label: "切断", role: "work" },
    { group_id: 2, label: "検査", role: "inspect" },
  ],
  workers: [
    { worker_id: 5, name: "井上", has_pin: false },
    { worker_id: 6, name: "上田", has_pin: true },
  ],
  reasons: [
    { reason_id: 2, kind: "pause", label: "昼休み" },
    { reason_id: 3, kind: "indirect", label: "清掃" },
    { reason_id: 4, kind: "indirect", label: "運搬" },
  ],
  running: [],
  conflicts: [],
  stay: 30,
  cards: [],
};
const card = (more: Partial<CardSummary> = {}): CardSummary => ({
  key: 7,
  id: "H-7",
  name: "ブラケット",
  buyer_name: "田中産業機械",
  drawing_no: null,
  num_items: "200",
  num_left: "200",
  is_unmanned: false,
  runs_unmanned: false,
  num_rest: "200",
  unit: "個",
  delivery_date: null,
  is_urgent: true,
  group_id: 1,
  status: "切断",
  state: "none",
  worker_ids: [],
  workers: "",
  next: "検査",
  drawing: null,
  revision_note: null,
  half: null,
  product_id: 3,
  cautions: [],
  own_items: [],
  ...more,
});
const memory = { worker_id: null, until: 0, group_id: null, pass: null, stay: null, usual: 30 };
const PAGE = drawn(
  <ScanPage
    {...({
      data: station,
      memory,
      card: null,
      act: null,
      pin: null,
      problem: null,
      refused: null,
      which: null,
      acting: null,
      tokens: [],
      code: null,
      client_id: "c",
      message: null,
      product: "KOBA",
      revision: 41,
    } as unknown as Parameters<typeof ScanPage>[0])}
  />,
);

type Sent = { client_id: string; act: string; card?: string } & Record<string, unknown>;
const items = ({ body }: Asked) => (JSON.parse(body.get("body")!) as { items: Sent[] }).items;
const looked = (found: CardSummary | null, more: Partial<Looked> = {}): Looked => ({
  kind: found && "card",
  key: found && found.key,
  label: "",
  card: found,
  cards: [],
  detail: null,
  shelf: false,
  ...more,
});

let look: (code: string) => Looked | Error;
let scans: (sent: Sent) => Partial<ScanResult> | Error;
let asked: Asked[];
const sent = () => asked.filter(({ url }) => url.pathname === "/s/scans").flatMap(items);
function listen() {
  asked = server((request) => {
    if (request.url.pathname === "/s/look") {
      const found = look(request.url.searchParams.get("code")!);
      return found instanceof Error ? found : json(found);
    }
    if (request.url.pathname === "/s/pin")
      return json(
        request.body.get("pin") === "4021" ? { pass: "pass-6" } : { detail: "暗証番号が違います。" },
      );
    if (request.url.pathname !== "/s/scans") return json({}, 404);
    const answers = items(request).map((item) => ({ item, answer: scans(item) }));
    const cut = answers.find(({ answer }) => answer instanceof Error);
    if (cut) return cut.answer as Error;
    return json({
      items: answers.map(({ item, answer }) => ({
        client_id: item.client_id,
        result: "done",
        detail: `「${item.act}」しました`,
        errors: {},
        card: null,
        ...answer,
      })),
    });
  });
}

/** The page as it is opened: its modules know the device from the first. */
async function open(online = true) {
  vi.resetModules();
  vi.stubGlobal("navigator", { onLine: online, locks: undefined, mediaDevices: undefined });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  Element.prototype.scrollIntoView = () => {};
  history.replaceState(null, "", "/s/");
  document.cookie = "koba-station=; Max-Age=0; Path=/s";
  show(PAGE);
  const { start } = await import("./scan.page");
  start();
}

const said = () => find<HTMLElement>("[data-said]").textContent;
const panel = () => find<HTMLElement>("[data-panel]");
const slot = (name: string) => find<HTMLElement>(`[data-slot=${name}]`).textContent;
const offered = () =>
  every<HTMLButtonElement>("[data-acts] button")
    .filter(({ hidden }) => !hidden)
    .map(({ value }) => value);
function read(text: string) {
  find("[name=code]").value = text;
  find("[data-reader]").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}
const press = (act: string) =>
  find("[data-acts]").dispatchEvent(
    new SubmitEvent("submit", {
      bubbles: true,
      cancelable: true,
      submitter: find<HTMLElement>(`[data-acts] [value=${act}]`),
    }),
  );
const until = (is: () => unknown) => vi.waitUntil(async () => is(), { timeout: 5_000 });
const isShown = () => until(() => !panel().hidden);

beforeEach(async () => {
  await dropScans((await queuedScans()).map(({ seq }) => seq!));
  await forgetOthers(null);
  look = (code) =>
    looked(code === "H-7" ? card() : null, code === "H-7" ? {} : { detail: `「${code}」はありません` });
  scans = () => ({});
  listen();
});

test("a card that is read is shown with what can be done with it", async () => {
  await open();
  read("H-7");
  await isShown();
  expect([slot("head"), slot("name"), slot("status"), slot("urgent"), slot("state")]).toEqual([
    "カード H-7・田中産業機械",
    "ブラケット",
    "切断",
    "至急",
    "未着手",
  ]);
  expect(offered()).toEqual(["start", "finish", "next"]);
  expect(called("次の工程へ（検査）").className).not.toContain("scan-first");
  expect(called("着手").className).toContain("scan-first");
});

test("what is not found is said, and no card of before stands ready", async () => {
  await open();
  read("H-7");
  await isShown();
  read("H-8");
  await until(() => panel().hidden);
  expect([said(), find("[data-said] > *").getAttribute("role")]).toEqual(["「H-8」はありません", "alert"]);
  read("https://example.com/?x");
  await until(() => said()!.includes("読み取れません"));
});

test("着手 is sent with who and where, confirmed, and can be taken back", async () => {
  await open();
  every("[data-worker]")
    .find((link) => link.textContent === "井上")!
    .click();
  every("[data-process]")
    .find((link) => link.textContent === "切断")!
    .click();
  expect(every("[data-none]").map((place) => place.textContent)).toEqual(["井上", "切断"]);
  read("H-7");
  await isShown();
  press("start");
  await until(() => said()!.includes("しました"));
  expect(sent()).toMatchObject([
    { act: "start", card: "H-7", worker_id: 5, group_id: 1, seen: { group_id: 1, status: "切断" } },
  ]);
  expect(panel().hidden).toBe(true);
  called("取消").click();
  await until(() => said() === "取り消しました。");
  expect(sent()[1]).toMatchObject({ act: "undo", undoes: sent()[0]!.client_id });
});

test("a card that stands elsewhere is moved first, by a press", async () => {
  await open();
  every("[data-process]")
    .find((link) => link.textContent === "検査")!
    .click();
  read("H-7");
  await isShown();
  press("start");
  await until(() => said()!.includes("「検査」に移しますか"));
  expect(sent()).toEqual([]);
  called("「検査」に移して着手").click();
  await until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ act: "start", move: true }]);
});

test("a refusal is shown with the ways on; the one that is pressed is sent with its reason", async () => {
  await open();
  scans = ({ override }) =>
    override ? {} : { result: "refused", detail: "手直し中です。", errors: { override: ["手直し中です。"] } };
  read("H-7");
  await isShown();
  press("start");
  await until(() => said()!.includes("手直し中です。"));
  expect([panel().hidden, said()]).toEqual([false, "手直し中です。それでも着手やめる"]);
  called("それでも着手").click();
  await until(() => document.querySelector("dialog"));
  find("dialog input").value = "急ぎ";
  called("登録").click();
  await until(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({ act: "start", override: "on", reason: "急ぎ" });
});

test("完了 and 中断 ask first, and what is put away sends nothing", async () => {
  look = () => looked(card({ state: "working" }));
  await open();
  read("H-7");
  await isShown();
  press("finish");
  await until(() => document.querySelector("dialog"));
  called("やめる").click();
  await until(() => !document.querySelector("dialog"));
  press("pause");
  await until(() => document.querySelector("dialog"));
  called("昼休み").click();
  await until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ act: "pause", reason_id: "2" }]);
});

test("an operation's code is done to the card that stands ready, or to the next that is read", async () => {
  look = (code) =>
    code.startsWith("o") ? { ...looked(null), kind: "operation", key: 1, label: "着手" } : looked(card());
  await open();
  read("o1.7h2m9qxw");
  await until(() => said() === "「着手」するカードを読み取ってください。");
  read("H-7");
  await until(() => sent().length === 1);
  read("H-7");
  await isShown();
  read("o1.7h2m9qxw");
  await until(() => sent().length === 2);
  expect(sent()).toMatchObject([
    { act: "start", card: "H-7", tokens: ["o1.7h2m9qxw"] },
    { act: "start", card: "H-7" },
  ]);
});

test("a worker with a PIN is taken by the right one alone", async () => {
  await open();
  const choose = () =>
    every("[data-worker]")
      .find((link) => link.textContent === "上田")!
      .click();
  const name = () => find<HTMLElement>("[data-choose=worker] [data-none]").textContent;
  choose();
  await until(() => document.querySelector("dialog"));
  find("dialog input").value = "1";
  called("決定").click();
  await until(() => said() === "暗証番号が違います。");
  expect(name()).toBe("選んでいません");
  choose();
  await until(() => document.querySelector("dialog"));
  find("dialog input").value = "4021";
  called("決定").click();
  await until(() => name() === "上田");
  read("H-7");
  await isShown();
  press("start");
  await until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ worker_id: 6, pass: "pass-6" }]);
});

test("without a network the card is the device's own, the scan waits, and 取消 takes it out again", async () => {
  await open(false);
  await keepCards("yamada", [card()]);
  read("H-7");
  await isShown();
  press("start");
  await until(() => said()!.includes("未送信"));
  expect([said(), find("[data-net]").textContent, sent()]).toEqual([
    "「ブラケット」に着手しました（未送信）取消",
    "オフライン・未送信1件",
    [],
  ]);
  read("H-7");
  await isShown();
  expect(slot("state")).toBe("作業中");
  expect((await queuedScans()).map(({ item }) => item.act)).toEqual(["start"]);
});

const openIndirect = () => find<HTMLElement>("a[data-indirect]").click();
const sheet = () => document.querySelector("dialog");
const tap = (text: string) =>
  every<HTMLElement>("dialog button,[data-said] button")
    .find((one) => one.textContent === text)!
    .click();

test("間接作業 begins and ends by two taps, through the queue; the page knows what is being done", async () => {
  await open();
  openIndirect();
  await until(() => said() === "先に、作業者を選んでください。");
  find<HTMLElement>("[data-worker='5']").click();
  openIndirect();
  await until(sheet);
  expect(every("dialog button").map((one) => one.textContent)).toEqual(["清掃", "運搬", "やめる"]);
  scans = () => ({ detail: "「清掃」を始めました（10:00）。" });
  tap("清掃");
  await until(() => said() === "「清掃」を始めました（10:00）。");
  expect(sent()[0]).toMatchObject({ act: "indirect_start", worker_id: 5, reason_id: "3" });
  expect(sent()[0]).not.toHaveProperty("queued");
  const doing = () => find("[data-doing]");
  expect([doing().textContent, doing().hidden]).toEqual(["井上さんは「清掃」をしています", false]);
  openIndirect();
  await until(sheet);
  expect(sheet()!.textContent).toContain("「清掃」をしています");
  tap("終わる");
  await until(() => sent().length === 2 && !sheet());
  expect(sent()[1]).toMatchObject({ act: "indirect_stop", worker_id: 5 });
  await until(() => doing().hidden);
});

test("cards at work are asked about, and the answer is sent with the same 間接作業", async () => {
  await open();
  find<HTMLElement>("[data-worker='5']").click();
  scans = ({ cards }) =>
    cards ? {} : { result: "refused", detail: "H-7 ブラケットを作業中です。", errors: { cards: ["選んで"] } };
  openIndirect();
  await until(sheet);
  tap("運搬");
  await until(() => said()!.startsWith("H-7 ブラケットを作業中です。"));
  tap("カードを中断して始める");
  await until(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({ act: "indirect_start", reason_id: "4", cards: "pause" });
  expect(sent()[1]!.client_id).not.toBe(sent()[0]!.client_id);
});

test("without a network 間接作業 waits with its time, and is sent once and in order when the line is back", async () => {
  await open(false);
  dispatchEvent(new Event("offline"));
  find<HTMLElement>("[data-worker='5']").click();
  await until(() => find("[data-net]").textContent!.startsWith("オフライン"));
  openIndirect();
  await until(sheet);
  tap("清掃");
  await until(() => sheet()?.textContent?.includes("作業中のカードがあれば"));
  tap("カードはそのまま続ける");
  await until(() => said() === "「清掃」を始めました（未送信）");
  openIndirect();
  await until(() => sheet()?.textContent?.includes("「清掃」をしています"));
  tap("終わる");
  await until(() => said() === "「清掃」を終わりました（未送信）");
  expect((await queuedScans()).map(({ item }) => item.act)).toEqual(["indirect_start", "indirect_stop"]);
  vi.stubGlobal("navigator", { onLine: true, locks: undefined, mediaDevices: undefined });
  dispatchEvent(new Event("online"));
  await vi.waitUntil(async () => (await queuedScans()).length === 0, { timeout: 5_000 });
  // The pages of the tests before this one hear of the line too, and send the same.
  const once = [...new Map(sent().map((one) => [one.client_id, one])).values()];
  expect(once.map(({ act, cards, queued }) => [act, cards, queued])).toEqual([
    ["indirect_start", "go_on", true],
    ["indirect_stop", undefined, true],
  ]);
  expect(sent().every(({ device_time }) => !Number.isNaN(Date.parse(String(device_time))))).toBe(true);
});

test("a card that nobody knows here can be scanned by its number, and says so", async () => {
  await open(false);
  read("H-99");
  await isShown();
  expect([slot("name"), slot("facts"), offered()]).toEqual([
    "読み取ったカード",
    "通信できないため、内容は表示できません。",
    ["start", "finish", "pause"],
  ]);
  press("start");
  await until(() => said()!.includes("カードは未確認"));
  called("取消").click();
  await until(() => said() === "取り消しました（送信していません）。");
  expect(await queuedScans()).toEqual([]);
});

test("without a network a code of nobody here is not readable, one of the factory's is", async () => {
  await open(false);
  read("w9.7h2m9qxw");
  await until(() => said()!.includes("読み取れません"));
  read("w5.7h2m9qxw");
  await until(() => find("[data-choose=worker] [data-none]").textContent === "井上");
});

test("a sign-in that has run out is said, and the card's facts are not shown", async () => {
  await open();
  vi.stubGlobal("fetch", async () => json({}, 401));
  read("H-7");
  await isShown();
  expect([find("[data-net]").textContent, slot("facts")]).toEqual([
    "ログインし直してください（未送信0件）",
    "ログインの期限が切れたため、内容は表示できません。",
  ]);
});

test("a product's code means its only card; of several the one that is chosen", async () => {
  const two = card({ key: 8, id: "H-8", name: "軸" });
  look = (code) =>
    code === "H-8"
      ? looked(two)
      : { ...looked(null), kind: "product", key: 3, label: "P-3 蓋", cards: [card(), two] };
  await open();
  read("m3.7h2m9qxw");
  await until(() => said()!.includes("どのカードですか。"));
  called("H-8　切断　残り200個").click();
  await isShown();
  expect(slot("name")).toBe("軸");
});
