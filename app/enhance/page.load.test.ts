// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { find, page, rest, server, show } from "./browser.testing";
import { watchSubmits } from "./submit";

const SCRIPT = '<script type="module" src="/build/enhance/entry-1.js"></script>';
const FORM = `<form class="search" data-enhance="submit" action="/task/list">
  <input type="checkbox" name="late"><input type="checkbox" name="urgent"><button>絞り込む</button></form>`;
const gate = vi.hoisted(() => {
  // The page one is on, noted before its module is read.
  history.replaceState(null, "", "/task/list");
  const one = { arrive: () => {}, there: Promise.resolve() };
  one.there = new Promise((done) => {
    one.arrive = done;
  });
  return one;
});
vi.mock("./morph", async (original) => {
  const real = await original<typeof import("./morph")>();
  return {
    morpher: () => gate.there.then(real.morpher),
    morph: (...given: Parameters<typeof real.morph>) => gate.there.then(() => real.morph(...given)),
  };
});

test("a box ticked between the first answer and what draws it stays ticked", async () => {
  document.head.innerHTML = SCRIPT.replace('type="module"', 'type="text/plain"');
  show(FORM);
  const drawn = `${FORM.replace('"late"', '"late" checked')}<p>2件</p>`;
  server(() => page(`<!doctype html><html><head>${SCRIPT}</head><body>${drawn}</body></html>`));
  watchSubmits(() => {});
  find("[name=late]").click();
  find<HTMLFormElement>("form").requestSubmit();
  await rest();
  expect(document.querySelector("p")).toBeNull();
  find("[name=urgent]").click();
  gate.arrive();
  await vi.waitFor(() => expect(document.querySelector("p")?.textContent).toBe("2件"));
  await rest(0);
  expect([find("[name=late]").checked, find("[name=urgent]").checked]).toEqual([true, true]);
});
