// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { type Asked, called, every, find, page, rest, server, show, type } from "./browser.testing";
import { forgetEdits, watchEdits } from "./guard";
import { morpher } from "./morph";
import { watchSubmits } from "./submit";

const SCRIPT = '<script type="module" src="/build/enhance/entry-1.js"></script>';
const FORM = `<main id="main" tabindex="-1"><form method="post" data-enhance="submit">
  <button data-default aria-hidden="true" class="unseen">登録する</button><input type="hidden" name="version" value="3">
  <input id="name" name="name"><input id="note" name="note" value="前の備考"><select name="unit"><option value="piece">個</option><option value="kg">kg</option></select>
  <p id="said"></p><details class="more"><summary>詳しく</summary></details>
  <button data-save name="go" value="save">登録する</button></form></main><form class="search" data-enhance="submit" action="/task/list"><input name="q"><input name="late"><button>絞り込む</button></form>
  <form class="plain" method="post" data-plain><button>締める</button></form><div id="snackbars"></div>`;
const answer = (body: string, title = "登録") =>
  `<!doctype html><html><head><title>${title}</title>${SCRIPT}</head><body>${body}</body></html>`;

// Fetched before the first answer comes, as the page does.
await morpher();
let arrived = 0;
watchSubmits(() => {
  arrived += 1;
});
watchEdits();
let left = 0;
addEventListener("submit", (event) => {
  if (!event.defaultPrevented) left += 1;
  event.preventDefault();
});
let asked: Asked[];
const go = vi.spyOn(location, "assign").mockImplementation(() => {});
const reload = vi.spyOn(location, "reload").mockImplementation(() => {});

beforeEach(() => {
  document.head.innerHTML = SCRIPT.replace("<script", '<script data-idle="1"').replace(
    'type="module"',
    'type="text/plain"',
  );
  history.replaceState(null, "", "/task/new");
  show(FORM);
  [arrived, left] = [0, 0];
  forgetEdits();
  go.mockClear();
  reload.mockClear();
});

const save = () => find<HTMLButtonElement>("[data-save]");
const told = () => every("#snackbars .snackbar").map((each) => each.textContent);
/** Answers once it is let. */
function held(html: string, headers: Record<string, string> = {}) {
  let come: () => void = () => {};
  const wait = new Promise<void>((done) => {
    come = done;
  });
  asked = server(async () => {
    await wait;
    return page(html, headers);
  });
  return async () => {
    come();
    await rest(20);
  };
}

test("a form is posted with its button and what was typed; the button says so meanwhile, and a second press does nothing", async () => {
  const come = held(answer(FORM));
  type(find("#name"), "蓋");
  save().click();
  save().click();
  expect([save().textContent, save().getAttribute("aria-disabled")]).toEqual(["送信中…", "true"]);
  await come();
  expect(asked).toHaveLength(1);
  expect([
    asked[0]!.method,
    asked[0]!.url.pathname,
    String(asked[0]!.body),
    asked[0]!.headers.get("X-Enhance"),
  ]).toEqual([
    "POST",
    "/task/new",
    `version=3&name=${encodeURIComponent("蓋")}&note=${encodeURIComponent("前の備考")}&unit=piece&go=save`,
    "1",
  ]);
  expect([save().textContent, save().hasAttribute("aria-disabled"), arrived]).toEqual(["登録する", false, 1]);
});

test("pressed by Enter, it is the button that is seen that says so", async () => {
  const come = held(answer(FORM));
  find<HTMLButtonElement>(".unseen").click();
  expect(save().textContent).toBe("送信中…");
  await come();
});

test("a refused form shows its sentences with all that was typed, the focus on the summary", async () => {
  const refused = FORM.replace(
    '<p id="said">',
    '<div data-summary tabindex="-1">1件</div><p id="said">品名を入力してください',
  ).replace('name="name"', 'name="name" value="蓋"');
  const come = held(answer(refused));
  const field = find("#name");
  type(field, "蓋");
  save().click();
  await come();
  expect([find("#said").textContent, find("#name") === field, field.value, document.activeElement]).toEqual([
    "品名を入力してください",
    true,
    "蓋",
    find("[data-summary]"),
  ]);
});

test("what is typed while an answer is on its way stays", async () => {
  const come = held(answer(FORM.replace('value="前の備考"', 'value="サーバの備考"')));
  save().click();
  type(find("#note"), "待つ間に");
  await come();
  expect(find("#note").value).toBe("待つ間に");
});

test("what is typed in another form of the page stays when this one is answered", async () => {
  const come = held(answer(FORM));
  type(find("[name=q]"), "蓋");
  save().click();
  await come();
  expect(find("[name=q]").value).toBe("蓋");
});

test("what is folded out stays so", async () => {
  const come = held(answer(FORM));
  find<HTMLDetailsElement>(".more").open = true;
  save().click();
  await come();
  expect(find<HTMLDetailsElement>(".more").open).toBe(true);
});

test("another page comes at its own address, with its title, seen from the top", async () => {
  const up = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const come = held(answer('<main id="main" tabindex="-1"><h1>カード</h1></main>', "カード 12"), {
    "X-Location": "/task/12",
  });
  save().click();
  await come();
  expect([
    location.pathname,
    document.title,
    find("h1").textContent,
    document.activeElement,
    up.mock.calls,
  ]).toEqual(["/task/12", "カード 12", "カード", find("#main"), [[0, 0]]]);
});

test("of a list's conditions those left empty stay out of the address", async () => {
  asked = server(() => page(answer(FORM)));
  type(find("[name=q]"), "蓋");
  called("絞り込む").click();
  await rest(20);
  expect([asked[0]!.method, decodeURIComponent(asked[0]!.url.pathname + asked[0]!.url.search)]).toEqual([
    "GET",
    "/task/list?q=蓋",
  ]);
  expect(decodeURIComponent(location.pathname + location.search)).toBe("/task/list?q=蓋");
});

test("without a connection, and from a server that fails, the form stays and says what to do", async () => {
  for (const [said, sentence] of [
    [new TypeError("cut"), "通信できませんでした"],
    [page("<h1>500</h1>", {}, 503), "処理できませんでした"],
  ] as const) {
    server(() => said);
    type(find("#name"), "蓋");
    save().click();
    await rest(20);
    expect([told(), find("#name").value, save().textContent, arrived]).toEqual([
      [expect.stringContaining(sentence)],
      "蓋",
      "登録する",
      0,
    ]);
    expect(told()[0]).toContain("入力した内容は残っています。");
  }
});

test("a session that ended asks above the form, which stays as it was typed", async () => {
  server(() => page(answer('<div data-again tabindex="-1">ログインし直してください</div>'), {}, 401));
  for (let turn = 0; turn < 2; turn++) {
    type(find("#name"), "蓋");
    save().click();
    await rest(20);
  }
  expect([
    every("[data-again]").length,
    find("form").firstElementChild,
    find("#name").value,
    arrived,
  ]).toEqual([1, find("[data-again]"), "蓋", 0]);
});

test("a page of another release is loaded whole, but a refused form keeps what was typed", async () => {
  server(() => page(answer("<h1>新しい</h1>").replace("entry-1", "entry-2"), { "X-Location": "/task/12" }));
  save().click();
  await rest(20);
  expect([go.mock.calls, every("h1")]).toEqual([[["/task/12"]], []]);
  server(() =>
    page(
      answer(
        FORM.replace('<p id="said">', '<div data-summary tabindex="-1"></div><p id="said">直してください'),
      ).replace("entry-1", "entry-2"),
    ),
  );
  save().click();
  await rest(20);
  expect([go.mock.calls.length, find("#said").textContent]).toEqual([1, "直してください"]);
});

test("an answer that is no page, as a file, is opened", async () => {
  server(
    () => new Response("a,b", { headers: { "Content-Type": "text/csv", "X-Location": "/task/list.csv" } }),
  );
  save().click();
  await rest(20);
  expect(go.mock.calls).toEqual([["/task/list.csv"]]);
});

test("a form that the browser is to post itself is left to it", () => {
  asked = server(() => page(""));
  called("締める").click();
  expect([left, asked, called("送信中…").textContent]).toEqual([1, [], "送信中…"]);
});

test("a press on what an island is about to take over leaves its words as they were drawn", () => {
  show('<div data-island="chat"><form method="post" data-plain><button>全て既読にする</button></form></div>');
  called("全て既読にする").click();
  expect([left, called("全て既読にする").getAttribute("aria-disabled")]).toEqual([1, "true"]);
});

const asks = () => {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

test("typed values are not left behind unasked; a page without them, a list's conditions and what was sent ask nothing", async () => {
  expect(asks()).toBe(false);
  type(find("[name=q]"), "蓋");
  expect(asks()).toBe(false);
  type(find("#name"), "蓋");
  expect(asks()).toBe(true);
  const come = held(answer(FORM));
  save().click();
  expect(asks()).toBe(true);
  await come();
  expect(asks()).toBe(false);
});

test("the password of a sign-in is nothing to ask about", () => {
  find("form").insertAdjacentHTML("beforeend", '<input type="password" name="password">');
  type(find("#name"), "蓋");
  expect(asks()).toBe(false);
});

test("an answer that takes its time shows that it is on its way; one that comes soon does not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let come: (answer: Response) => void = () => {};
  server(
    () =>
      new Promise<Response>((done) => {
        come = done;
      }),
  );
  save().click();
  vi.advanceTimersByTime(399);
  expect(every("#progress")).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(every("#progress")).toHaveLength(1);
  vi.useRealTimers();
  come(page(answer(FORM)));
  await rest(20);
  expect(every("#progress")).toEqual([]);
});

test("what is said goes by itself, but not while it is pointed at", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { showError } = await import("./snackbar");
  showError("だめでした");
  const bar = find("#snackbars .snackbar");
  bar.dispatchEvent(new Event("pointerenter"));
  vi.advanceTimersByTime(20_000);
  expect(told()).toEqual(["だめでした"]);
  bar.dispatchEvent(new Event("pointerleave"));
  vi.advanceTimersByTime(8_000);
  expect(told()).toEqual([]);
  vi.useRealTimers();
});
