// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { every, json, server, show } from "./browser.testing";
import { start } from "./unread";

let counts = { chat: 2, notice: 1 };
let asked = server(() => json(counts));
const setAppBadge = vi.fn(async () => {});
const fromWorker: (() => void)[] = [];
vi.useFakeTimers();
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const dots = () => every("[data-dot]").map((dot) => [dot.dataset.dot, dot.hidden]);

Object.assign(navigator, {
  setAppBadge,
  serviceWorker: { addEventListener: (_: string, run: () => void) => fromWorker.push(run) },
});
const DOTS = `<b data-dot="chat" hidden></b><b data-dot="notice" hidden></b><b data-dot="chat" hidden></b>`;
show(DOTS);
start();
await wait(0);
beforeEach(async () => {
  await wait(2_000);
  asked = server(() => json(counts));
});

test("the dots and the app's icon show what is unread, and what is read goes", async () => {
  expect([dots(), setAppBadge.mock.lastCall]).toEqual([
    [
      ["chat", false],
      ["notice", false],
      ["chat", false],
    ],
    [3],
  ]);
  counts = { chat: 0, notice: 1 };
  dispatchEvent(new Event("focus"));
  await wait(1_000);
  expect([dots().map(([, hidden]) => hidden), setAppBadge.mock.lastCall]).toEqual([[true, false, true], [1]]);
  expect(asked[0]!.url.pathname).toBe("/chat/badges");
});

test("a word in the chat, a push and a return to the page ask once together, five quiet minutes once", async () => {
  dispatchEvent(new Event("unread"));
  for (const run of fromWorker) run();
  dispatchEvent(new Event("focus"));
  await wait(999);
  expect(asked).toHaveLength(0);
  await wait(1);
  expect(asked).toHaveLength(1);
  await wait(300_000);
  expect(asked).toHaveLength(2);
});

test("a page out of sight asks nothing; a session that has ended leaves the dots", async () => {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await wait(300_000);
  expect(asked).toHaveLength(0);
  state.mockRestore();
  const before = dots();
  server(() => Object.defineProperty(json({ chat: 9, notice: 9 }), "redirected", { value: true }));
  dispatchEvent(new Event("focus"));
  await wait(1_000);
  expect(dots()).toEqual(before);
});
