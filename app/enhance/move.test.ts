// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { type Asked, every, find, json, page, rest, server, show, type } from "./browser.testing";
import { start } from "./move";

const row = (id: number, version = 1, extra = "") =>
  `<tr><td><input type="checkbox" name="ids" value="${id}.${version}" ${extra}></td><td data-at="first">K-${id}</td></tr>`;
const PICK = `<div data-step="pick" tabindex="-1">移動するカード</div>
  <form method="get" action="/task/move" data-scans><input type="hidden" name="last" value="K-1"><input id="scan" name="scan"><button>追加</button></form><div></div>
  <form id="f"><p data-listed>1件</p><div data-bulk data-rows><table><tbody>${row(1)}</tbody></table></div>
    <select name="to"><option value="3.0">切断</option><option value="9.0">外注</option></select>
    <div data-partner='{"9":"77"}' hidden><fieldset disabled><select name="partner_id"><option value=""></option><option value="77">佐藤</option><option value="78">鈴木</option></select>
      <input type="checkbox" name="inside"></fieldset></div></form>`;

const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
beforeEach(() => {
  history.replaceState(null, "", "/task/move");
  assign.mockClear();
  show(PICK);
  start(document);
});

const field = (name: string) => find<HTMLInputElement>(`[name=${name}]`);
const heard = (good: boolean, text: string, rows: string) =>
  page(`<form data-scans><input type="hidden" name="last" value="K-2"></form>
  <div data-heard="${good ? "good" : "bad"}"><p role="status">${text}</p></div><p data-listed>2件</p><div data-rows><table><tbody>${rows}</tbody></table></div>`);
async function scan(text: string) {
  type(field("scan"), text);
  find("[data-scans]").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  await rest(5);
}
const ticks = () => every<HTMLInputElement>("[data-rows] [name=ids]").map((box) => [box.value, box.checked]);

test("a card that is read adds its row; the ticks of the others stay, and the next can be read at once", async () => {
  field("ids").checked = true;
  const asked = server(() => heard(true, "K-2 を追加しました", row(2) + row(1, 2)));
  await scan(" K-2 ");
  expect([asked[0]!.url.search, field("scan").value, document.activeElement]).toEqual([
    "?last=K-1&scan=K-2",
    "",
    field("scan"),
  ]);
  expect([ticks(), find("[data-heard]").textContent!.trim(), find("[data-listed]").textContent]).toEqual([
    [
      ["2.1", false],
      ["1.1", true],
    ],
    "K-2 を追加しました",
    "2件",
  ]);
  expect([location.search, field("last").value]).toEqual(["?last=K-1&scan=K-2", "K-2"]);
});

test("one that stands there already is ticked; one that may not be moved says why", async () => {
  server(() =>
    Object.defineProperty(heard(true, "K-1", row(1, 2)), "url", {
      value: "http://localhost:3000/task/move?last=K-1",
    }),
  );
  await scan("K-1");
  expect(ticks()).toEqual([["1.1", true]]);
  server(() => heard(false, "K-9 は見つかりません", row(1)));
  await scan("K-9");
  expect([ticks().length, find("[data-heard]").textContent!.trim()]).toEqual([1, "K-9 は見つかりません"]);
});

test("cards read faster than the server answers come one after another", async () => {
  let open = 0,
    most = 0;
  const asked = server(async ({ url }) => {
    most = Math.max(most, ++open);
    await rest(5);
    open--;
    return heard(true, "", row(Number(url.searchParams.get("scan")!.slice(2))));
  });
  for (const id of [2, 3]) {
    type(field("scan"), `K-${id}`);
    find("[data-scans]").dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  }
  await vi.waitUntil(() => ticks().length === 3);
  expect([asked.map(({ url }) => url.searchParams.get("scan")), most, ticks().map(([id]) => id)]).toEqual([
    ["K-2", "K-3"],
    1,
    ["3.1", "2.1", "1.1"],
  ]);
});

test("without a connection a reading is told as lost, and the list stays", async () => {
  server(() => new TypeError("cut"));
  await scan("K-2");
  await vi.waitUntil(() => document.querySelector("[role=alert]"));
  expect([find("[role=alert]").textContent, ticks()]).toEqual([
    "通信できませんでした。回線を確かめて、もう一度読み取ってください。",
    [["1.1", false]],
  ]);
});

test("an answer of another page is opened", async () => {
  server(() => page("<h1>ログイン</h1>"));
  await scan("K-2");
  expect(assign).toHaveBeenCalledOnce();
});

function change(name: string, value: string | boolean) {
  if (typeof value === "boolean") field(name).checked = value;
  else field(name).value = value;
  field(name).dispatchEvent(new Event("change", { bubbles: true }));
}

test("a partner is asked for where the place is 外注, the usual one offered; partner and 頼まずに shut each other out", () => {
  const asks = () =>
    !find<HTMLElement>("[data-partner]").hidden && !find<HTMLFieldSetElement>("fieldset").disabled;
  expect([asks(), field("partner_id").value]).toEqual([false, ""]);
  change("to", "9.0");
  expect([asks(), field("partner_id").value]).toEqual([true, "77"]);
  change("inside", true);
  expect(field("partner_id").value).toBe("");
  change("partner_id", "78");
  expect([field("inside").checked, field("partner_id").value]).toEqual([false, "78"]);
  change("to", "3.0");
  expect(asks()).toBe(false);
  change("to", "9.0");
  expect(field("partner_id").value).toBe("78");
});

test("what is to be confirmed is led to, once for each step", async () => {
  const told = find<HTMLElement>("[data-step]");
  told.dataset.step = "confirm";
  start(document);
  await rest();
  expect(document.activeElement).toBe(told);
  field("scan").focus();
  start(document);
  await rest();
  expect(document.activeElement).toBe(field("scan"));
});

const MANY = 120;
const CONFIRM = `<form class="many" method="post" data-chunks="/task/move/chunk"><input type="hidden" name="idempotency_key" value="key"><input type="hidden" name="to" value="3.0">
  ${Array.from({ length: MANY }, (_, at) => `<input type="hidden" name="ids" value="${at}.1">`).join("")}<button name="go" value="move.divide">移動する</button></form>
  <table><tr><td><a href="/task/60">K-60</a></td><td>蓋</td></tr></table>`;
let posted: FormData[];
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  posted.push(new FormData(event.target as HTMLFormElement));
});

async function moveMany(answer: (asked: Asked) => Response | Error) {
  posted = [];
  show(CONFIRM);
  start(document);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = server(answer);
  find<HTMLButtonElement>(".many button").click();
  expect([find<HTMLButtonElement>(".many button").disabled, posted]).toEqual([true, []]);
  for (let turn = 0; turn < 100 && posted.length === 0; turn++) await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const results = JSON.parse(posted[0]!.get("results") as string) as {
    key: number;
    ok: boolean;
    detail: string;
    name: string | null;
  }[];
  return { asked, results, go: posted[0]!.get("go"), ids: posted[0]!.getAll("ids") };
}
const done = ({ body }: Asked) =>
  json({ results: { items: body.getAll("ids").map((id) => ({ key: parseInt(id), ok: true, detail: "" })) } });

test("more than fifty cards go in parts under keys of their own, and what came of all is shown as of one", async () => {
  const { asked, results, go, ids } = await moveMany(done);
  expect(
    asked.map(({ body }) => [
      body.get("idempotency_key"),
      body.getAll("ids").length,
      body.get("include"),
      body.get("rest"),
      body.get("to"),
    ]),
  ).toEqual([
    ["key.0", 50, "all", "divide", "3.0"],
    ["key.50", 50, "all", "divide", "3.0"],
    ["key.100", 20, "all", "divide", "3.0"],
  ]);
  expect([results.length, results.every(({ ok }) => ok), go, ids]).toEqual([MANY, true, "show", []]);
});

test("a part whose answer is lost is posted again under the same key", async () => {
  let turn = 0;
  const { asked, results } = await moveMany((request) =>
    ++turn === 2 ? new TypeError("cut") : turn === 3 ? json({}, 503) : done(request),
  );
  expect(asked.map(({ body }) => body.get("idempotency_key"))).toEqual([
    "key.0",
    "key.50",
    "key.50",
    "key.50",
    "key.100",
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(MANY);
});

test("a line that stays cut: what may have gone says so, what was not tried says so", async () => {
  let turn = 0;
  const { asked, results } = await moveMany((request) =>
    ++turn === 1 ? done(request) : new TypeError("cut"),
  );
  expect(asked).toHaveLength(5);
  expect(
    [0, 60, 110].map((at) => [results[at]!.ok, results[at]!.detail.slice(0, 14), results[at]!.name ?? null]),
  ).toEqual([
    [true, "", null],
    [false, "通信できず、移動できたか確かめ".slice(0, 14), "蓋"],
    [false, "通信できなかったため、移動していません。".slice(0, 14), null],
  ]);
});

test("a refused part says why at each of its cards, and the next are moved all the same", async () => {
  let turn = 0;
  const { results } = await moveMany((request) =>
    ++turn === 2 ? json({ reply: { error: { to: ["この工程はありません"] } } }, 422) : done(request),
  );
  expect([results[49]!.ok, results[50]!.detail, results[100]!.ok]).toEqual([
    true,
    "この工程はありません",
    true,
  ]);
});
