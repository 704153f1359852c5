// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { find, json, rest, server, show } from "./browser.testing";
import { start } from "./read";

const visible = (state: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const form = () => find<HTMLFormElement>("form");
beforeEach(() => {
  show(
    `<form method="post" action="/accounting/delivery/7/read"><input type="hidden" name="version" value="3"><button>確認しました</button></form>`,
  );
  visible("visible");
});

test("a page that is seen confirms itself, once, and its button goes", async () => {
  const asked = server(() => json({}));
  start(form());
  start(form());
  await rest(5);
  expect(asked.map(({ url, method, body }) => [url.pathname, method, body.get("version")])).toEqual([
    ["/accounting/delivery/7/read", "POST", "3"],
  ]);
  expect(form().hidden).toBe(true);
  visible("visible");
  await rest(5);
  expect(asked).toHaveLength(1);
});

test("a page in the background waits until it is looked at", async () => {
  const asked = server(() => json({}));
  visible("hidden");
  start(form());
  await rest(5);
  expect([asked.length, form().hidden]).toEqual([0, false]);
  visible("visible");
  await rest(5);
  expect([asked.length, form().hidden]).toEqual([1, true]);
});

test("what could not be confirmed is left to a press of the button", async () => {
  for (const answer of [json({}, 503), new TypeError("cut")]) {
    delete form().dataset.read;
    server(() => answer);
    start(form());
    await rest(5);
    expect(form().hidden).toBe(false);
  }
});
