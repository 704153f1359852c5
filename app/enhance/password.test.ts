// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { find, show } from "./browser.testing";
import { start } from "./password";

beforeEach(() => {
  show(
    `<input type="password" id="f-pass"><label data-reveal="f-pass"><input type="checkbox" id="reveal"></label><span data-caps="f-pass" hidden>CapsLock がオンです</span><input id="name">`,
  );
  start(document);
});
const keyUp = (id: string, caps: boolean) => {
  const event = new KeyboardEvent("keyup", { key: "a", bubbles: true });
  event.getModifierState = (key) => caps && key === "CapsLock";
  find(`#${id}`).dispatchEvent(event);
};
const tick = (checked: boolean) => {
  find("#reveal").checked = checked;
  find("#reveal").dispatchEvent(new Event("change"));
};

test("パスワードを表示 shows and hides what was typed, also where it was ticked before this was loaded", () => {
  find("#reveal").checked = true;
  start(document);
  expect(find("#f-pass").type).toBe("text");
  tick(true);
  expect(find("#f-pass").type).toBe("text");
  tick(false);
  expect(find("#f-pass").type).toBe("password");
});

test("CapsLock is told of at the password, not at another field", () => {
  const hint = find<HTMLElement>("[data-caps]");
  keyUp("name", true);
  expect(hint.hidden).toBe(true);
  keyUp("f-pass", true);
  expect(hint.hidden).toBe(false);
  keyUp("f-pass", false);
  expect(hint.hidden).toBe(true);
});
