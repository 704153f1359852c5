// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { find, rest, show } from "./browser.testing";

const changed = vi.fn();
const compareRevision = vi.fn();
const report = vi.fn();
const reveal = vi.fn();
vi.mock("./revision", () => ({ changed, compareRevision }));
vi.mock("./report", () => ({ report }));
vi.mock("./password", () => ({ start: reveal }));

document.head.innerHTML = `<meta name="revision" content="41">`;
document.documentElement.dataset.who = "yamada.taro@yamada";
const { revise, watchErrors, watchPasswords, watchTabs } = await import("./watch");
watchTabs();
watchErrors();
watchPasswords();
const settled = () => rest(20);
beforeEach(() => {
  vi.clearAllMocks();
  localStorage.revision = "40";
});

test("the page says whose it is, and hears when that changes in another tab", async () => {
  expect(localStorage.who).toBe("yamada.taro@yamada");
  const write = (key: string) => onstorage!.call(window, new StorageEvent("storage", { key }));
  write("theme");
  await settled();
  expect(changed).not.toHaveBeenCalled();
  write("who");
  await vi.waitUntil(() => changed.mock.calls.length > 0);
  expect(changed.mock.calls).toEqual([["yamada.taro@yamada"]]);
});

test("the page's own revision is remembered, unless a later one was seen", async () => {
  revise();
  expect(localStorage.revision).toBe("41");
  localStorage.revision = "43";
  revise();
  await settled();
  expect([localStorage.revision, compareRevision.mock.calls.length]).toEqual(["43", 0]);
});

test("an answer of another revision is looked into", async () => {
  revise("41");
  await settled();
  expect(compareRevision).not.toHaveBeenCalled();
  revise("42");
  await settled();
  expect(compareRevision.mock.calls).toEqual([["42", "41"]]);
});

test("errors that nobody caught are reported, a broken promise too", async () => {
  const error = new ErrorEvent("error", { message: "壊れた" });
  const rejection = new Event("unhandledrejection");
  dispatchEvent(error);
  await vi.waitUntil(() => report.mock.calls.length === 1);
  dispatchEvent(rejection);
  await vi.waitUntil(() => report.mock.calls.length === 2);
  expect(report.mock.calls.map(([event]) => [error, rejection].indexOf(event))).toEqual([0, 1]);
});

test("what helps with a password comes when one is about to be typed", async () => {
  show(
    `<input id="name"><input type="password" id="pass"><label data-reveal="pass"><i id="word"></i></label>`,
  );
  find("#name").dispatchEvent(new Event("focusin", { bubbles: true }));
  await settled();
  expect(reveal).not.toHaveBeenCalled();
  find("#pass").dispatchEvent(new Event("focusin", { bubbles: true }));
  await settled();
  find("#word").dispatchEvent(new Event("click", { bubbles: true }));
  await settled();
  expect(reveal.mock.calls.map(([root]) => root === document)).toEqual([true, true]);
});
