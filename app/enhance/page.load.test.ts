// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { find, page, rest, server, show } from "./browser.testing";
import { watchSubmits } from "./submit";

const SCRIPT = '<script type="module" src="/build/enhance/entry-1.js"></script>';
const FORM = `<form class="search" data-enhance="submit" action="/task/list">
  <input type="checkbox" name="late"><input type="checkbox" name="urgent"><button>絞り込む</button></form>`;
let arrive: (() => void) | undefined;
vi.mock("idiomorph", async (original) => {
  await new Promise<void>((done) => {
    arrive = done;
  });
  return original();
});

test("a box ticked between the first answer and what draws it stays ticked", async () => {
  document.head.innerHTML = SCRIPT.replace('type="module"', 'type="text/plain"');
  show(FORM);
  const drawn = `${FORM.replace('"late"', '"late" checked')}<p>2件</p>`;
  server(() => page(`<!doctype html><html><head>${SCRIPT}</head><body>${drawn}</body></html>`));
  watchSubmits(() => {});
  find("[name=late]").click();
  find<HTMLFormElement>("form").requestSubmit();
  await vi.waitFor(() => expect(arrive).toBeDefined());
  find("[name=urgent]").click();
  arrive!();
  await vi.waitFor(() => expect(document.querySelector("p")?.textContent).toBe("2件"));
  await rest(0);
  expect([find("[name=late]").checked, find("[name=urgent]").checked]).toEqual([true, true]);
});
