// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { find, show } from "./browser.testing";
import { start } from "./stay";

const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
beforeEach(() => {
  vi.useFakeTimers();
  assign.mockClear();
});
afterEach(() => vi.useRealTimers());
const bar = (seconds: number) =>
  show(`<div id="bar" data-over="${seconds}"><p data-left>残り30分（14:35まで）</p></div>`);
const left = () => find<HTMLElement>("[data-left]").textContent;

test("the minutes left are counted down, and at the end the page is left", () => {
  bar(150);
  start(find<HTMLElement>("#bar"));
  vi.advanceTimersByTime(1_000);
  expect(left()).toBe("残り3分（14:35まで）");
  vi.advanceTimersByTime(60_000);
  expect([left(), assign.mock.calls.length]).toEqual(["残り2分（14:35まで）", 0]);
  vi.advanceTimersByTime(90_000);
  expect([left(), assign.mock.calls]).toEqual(["残り0分（14:35まで）", [["/task/kanban"]]]);
  vi.advanceTimersByTime(60_000);
  expect(assign).toHaveBeenCalledOnce();
});

test("a bar that came with an answer counts instead of the one before it", () => {
  bar(10);
  start(find<HTMLElement>("#bar"));
  bar(1_800);
  start(find<HTMLElement>("#bar"));
  vi.advanceTimersByTime(60_000);
  expect([left(), assign.mock.calls.length]).toEqual(["残り29分（14:35まで）", 0]);
});
