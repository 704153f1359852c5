// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { find, press, show } from "./browser.testing";
import { watchMenus } from "./menu";

const menu = (id: string, links: string[]) =>
  `<details id="${id}" name="menu" data-menu><summary id="${id}-tab">タブ</summary>${links.map((link) => `<a id="${link}" href="/x">${link}</a>`).join("")}</details>`;
watchMenus();
beforeEach(() =>
  show(
    `<nav><a id="home" href="/">ホーム</a>${menu("task", ["board", "list"])}${menu("chat", ["rooms"])}</nav><p id="page">本文</p>`,
  ),
);
const isOpen = (id: string) => find<HTMLDetailsElement>(`#${id}`).open;
const at = () => document.activeElement?.id;
/** Focused by a script the browser tells nothing of it here: presses do. */
const pressAt = (id: string, key: string) => {
  find<HTMLElement>(`#${id}`).focus();
  return press(find(`#${id}`), key);
};

test("arrows open a menu and walk through it, around its ends", () => {
  expect(pressAt("task-tab", "ArrowDown").defaultPrevented).toBe(true);
  expect([isOpen("task"), at()]).toEqual([true, "board"]);
  pressAt("list", "ArrowDown");
  expect(at()).toBe("task-tab");
  pressAt("task-tab", "ArrowUp");
  expect(at()).toBe("list");
});

test("arrows to the side lead to the tab beside, and close the menu", () => {
  pressAt("task-tab", "ArrowDown");
  pressAt("board", "ArrowRight");
  expect([isOpen("task"), at()]).toEqual([false, "chat-tab"]);
  pressAt("chat-tab", "ArrowRight");
  expect(at()).toBe("home");
});

test("Escape closes a menu and leads back to its tab", () => {
  pressAt("task-tab", "ArrowDown");
  pressAt("board", "Escape");
  expect([isOpen("task"), at()]).toEqual([false, "task-tab"]);
});

test("a press elsewhere closes menus, one inside does not", () => {
  find<HTMLDetailsElement>("#task").open = true;
  find<HTMLDetailsElement>("#chat").open = true;
  find<HTMLElement>("#task summary").dispatchEvent(new Event("focusin", { bubbles: true }));
  expect([isOpen("task"), isOpen("chat")]).toEqual([true, false]);
  find<HTMLElement>("#page").click();
  expect(isOpen("task")).toBe(false);
});
