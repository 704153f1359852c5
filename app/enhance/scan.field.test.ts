// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { find, show } from "./browser.testing";
import { watchField, watchPace } from "./scan.field";

vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
const media = vi.fn(() => ({ matches: false }));
vi.stubGlobal("matchMedia", media);
const CODE = "c1k.7h2m9qxw";
let heard: string[];
let focusField: () => void;
const field = () => find("[name=code]");

function begin(touch = false) {
  heard = [];
  media.mockReturnValue({ matches: touch });
  show(
    `<form><input name="code"><button>番号で探す</button></form><section data-acts><button id="act">着手</button></section><input id="other">`,
  );
  focusField = watchField(find<HTMLFormElement>("form"), (text) => heard.push(text));
}
/** `pace`: milliseconds from key to key. */
function keys(text: string, pace: number) {
  for (const key of text) {
    field().value += key;
    field().dispatchEvent(new InputEvent("input", { bubbles: true }));
    vi.advanceTimersByTime(pace);
  }
}
function submit(submitter: HTMLElement | null = null) {
  const event = new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter });
  find("form").dispatchEvent(event);
  return event;
}
beforeEach(() => begin());

test("a reader's code is taken once it falls silent, and the field is empty for the next", () => {
  keys(CODE, 10);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(300);
  expect([heard, field().value]).toEqual([[CODE], ""]);
  vi.advanceTimersByTime(1_000);
  expect(heard).toHaveLength(1);
});

test("a number from a reader is taken, one typed by hand waits for Enter", () => {
  keys("20261", 10);
  vi.advanceTimersByTime(300);
  expect(heard).toEqual(["20261"]);
  keys("20262", 200);
  vi.advanceTimersByTime(2_000);
  expect([heard, field().value]).toEqual([["20261"], "20262"]);
  expect(submit().defaultPrevented).toBe(true);
  expect([heard, field().value]).toEqual([["20261", "20262"], ""]);
});

test("a reader that ends with Enter is taken at once, and once; an empty field says nothing", () => {
  keys(` ${CODE} `, 10);
  submit();
  vi.advanceTimersByTime(1_000);
  submit();
  expect(heard).toEqual([CODE]);
});

test("on a touch screen the keyboard stays down until 番号で探す is pressed", () => {
  begin(true);
  expect(field().inputMode).toBe("none");
  submit(find<HTMLElement>("form button"));
  expect([field().inputMode, document.activeElement === field(), heard]).toEqual(["text", true, []]);
  keys("2026", 200);
  submit(find<HTMLElement>("form button"));
  expect([heard, field().inputMode]).toEqual([["2026"], "none"]);
});

test("the field is ready from the first, and after a big button, but takes no other field's cursor", () => {
  expect(document.activeElement).toBe(field());
  find<HTMLElement>("#act").focus();
  find<HTMLElement>("#act").click();
  dispatchEvent(new Event("click"));
  vi.advanceTimersByTime(1);
  expect(document.activeElement).toBe(field());
  find<HTMLElement>("#other").focus();
  dispatchEvent(new Event("focus"));
  expect(document.activeElement?.id).toBe("other");
  focusField();
  expect(document.activeElement).toBe(field());
});

test("a code that falls into a number is told from what a hand, a pad or a paste puts there", () => {
  show(`<input name="code">`);
  const isRead = watchPace(field());
  expect(isRead()).toBe(false);
  keys("1001", 10);
  expect(isRead()).toBe(true);
  field().value += "5";
  expect(isRead()).toBe(false);
  field().value = "";
  keys("1001", 120);
  expect(isRead()).toBe(false);
  field().value = "";
  keys("12", 10);
  expect(isRead()).toBe(false);
  field().value = "1001";
  field().dispatchEvent(new InputEvent("input", { bubbles: true }));
  vi.advanceTimersByTime(2_000);
  expect(isRead()).toBe(false);
});
