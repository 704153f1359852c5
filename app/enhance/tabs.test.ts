// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { every, find, page, rest, server, show } from "./browser.testing";
import { report } from "./report";
import { changed, compareRevision } from "./revision";

const FORM = `<form method="post"><input name="name" value="前の名"><select name="unit"><option value="">-</option><option value="kg">kg</option></select>
  <input type="checkbox" name="late"><input type="hidden" name="version" value="1"></form><form><input name="q"></form><div id="snackbars"></div>`;
const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
const told = () => every("#snackbars .snackbar").map((each) => each.textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  sessionStorage.clear();
  show(FORM);
  reload.mockClear();
});
const loaded = () => {
  vi.advanceTimersByTime(10_000);
  return reload.mock.calls.length;
};

test("a page older than the server is loaded anew, once for each revision", () => {
  compareRevision("200", "100");
  expect([loaded(), localStorage.revision, sessionStorage.revision]).toEqual([1, "200", "200"]);
  compareRevision("200", "100");
  expect(loaded()).toBe(1);
  compareRevision("300", "100");
  expect([loaded(), localStorage.revision]).toEqual([2, "300"]);
});

test("the same revision, or one before, loads nothing, and the latest seen is kept", () => {
  localStorage.revision = "300";
  compareRevision("200", "200");
  compareRevision("150", "200");
  expect([loaded(), localStorage.revision]).toEqual([0, "300"]);
});

test("what is said can be read before the page goes", () => {
  find("#snackbars").innerHTML = '<div class="snackbar">保存しました</div>';
  compareRevision("200", "100");
  vi.advanceTimersByTime(4_000);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(reload).toHaveBeenCalledOnce();
});

test("a typed form is never taken away; a list's conditions and what a browser put in are none", () => {
  const typed: (() => void)[] = [
    () => {
      find("[name=name]").value = "新しい名";
    },
    () => {
      find<HTMLSelectElement>("[name=unit]").value = "kg";
    },
    () => {
      find("[name=late]").checked = true;
    },
    () => {
      find("form").insertAdjacentHTML("beforebegin", "<div data-summary></div>");
    },
    () => {
      find("form").insertAdjacentHTML("beforebegin", "<div data-island><textarea></textarea></div>");
      find<HTMLTextAreaElement>("textarea").value = "お世話に";
    },
    () => {
      find("form").insertAdjacentHTML("beforebegin", '<div class="card-lift"></div>');
    },
  ];
  for (const [at, happen] of typed.entries()) {
    show(FORM);
    happen();
    compareRevision(String(200 + at), "100");
    expect(loaded()).toBe(0);
  }
  show(FORM);
  find("[name=q]").value = "蓋";
  find("[name=version]").value = "2";
  compareRevision("400", "100");
  expect(loaded()).toBe(1);
});

test("what is no revision is said on the console and believed nowhere", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  for (const sent of ["soon", "", " "]) compareRevision(sent, "100");
  expect([error.mock.calls.length, loaded(), localStorage.revision]).toEqual([3, 0, undefined]);
  error.mockRestore();
});

test("signed in or out in another tab: a page follows, one that holds what was typed says so and stays", () => {
  localStorage.who = "keiri@yamada";
  changed("keiri@yamada");
  expect(reload).not.toHaveBeenCalled();
  localStorage.who = "keiri@tanaka";
  changed("keiri@yamada");
  expect(reload).toHaveBeenCalledOnce();
  find("[name=name]").value = "新しい名";
  changed("keiri@yamada");
  expect(told()).toEqual([expect.stringContaining("利用者か会社が変わりました")]);
  delete localStorage.who;
  changed("keiri@yamada");
  expect([told(), reload.mock.calls.length]).toEqual([
    [expect.stringContaining("別のタブでログアウトしました")],
    1,
  ]);
});

test("a page of nobody, as the sign-in, follows nobody", () => {
  localStorage.who = "keiri@yamada";
  changed(undefined);
  expect(reload).not.toHaveBeenCalled();
});

test("an error is told to the server once, with the page it came from; ten of a page are enough", async () => {
  vi.useRealTimers();
  const bodies: string[] = [];
  const asked = server(() => page("", {}, 204));
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (to: string, init: RequestInit) => {
    bodies.push(String(init.body));
    return fetch(to, init);
  });
  history.replaceState(null, "", "/task/12");
  const thrown = new Error("壊れました");
  for (let turn = 0; turn < 2; turn++) report(new ErrorEvent("error", { error: thrown }));
  report({ reason: new Error("Request failed with status code 422") } as PromiseRejectionEvent);
  report(new ErrorEvent("error", { message: "" }));
  report({ reason: "言葉だけ" } as PromiseRejectionEvent);
  await rest();
  expect(asked.map(({ url, method }) => `${method} ${url.pathname}`)).toEqual([
    "POST /errors",
    "POST /errors",
  ]);
  expect(
    bodies
      .map((body) => JSON.parse(body) as { message: string; stack: string })
      .map(({ message, stack }) => [message, stack.split("\n")[0]]),
  ).toEqual([
    ["壊れました", "/task/12"],
    ["言葉だけ", "/task/12"],
  ]);
  for (let turn = 0; turn < 20; turn++) report({ reason: `${turn}` } as PromiseRejectionEvent);
  expect(asked).toHaveLength(10);
});
