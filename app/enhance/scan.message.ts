import type { Word } from "~/lib/scan/ask";
import { button, element } from "./scan.dialog";
import { find, root } from "./scan.root";
import { signal } from "./signal";

let timers: ReturnType<typeof setTimeout>[] = [];

function showMessage(
  look: string,
  text: string,
  buttons: HTMLElement[],
  forget: [number, () => void][] = [],
) {
  for (const timer of timers) clearTimeout(timer);
  for (const old of root.querySelectorAll(".scan-wrong,[data-nojs]")) old.remove();
  const box = element("div", look, "", element("p", "", text), ...buttons);
  if (look.includes("wrong")) box.setAttribute("role", "alert");
  find("[data-said]").replaceChildren(box);
  timers = forget.map(([ms, then]) => setTimeout(then, ms));
  return box;
}

export const clearMessage = () => {
  for (const old of root.querySelectorAll("[data-said] > *,.scan-wrong,[data-nojs]")) old.remove();
};

/** Green for three seconds, with 取消 for ten. */
export function showDone(text: string, undo: (() => void) | null, sure = true) {
  signal(true);
  const box: HTMLElement = showMessage(
    sure ? "scan-done scan-big" : "scan-note scan-big grid gap-2",
    text,
    undo ? [button("取消", undo)] : [],
    [
      [3_000, () => box.classList.remove("scan-big")],
      [10_000, () => box.remove()],
    ],
  );
}

export function showProblem(text: string, words: { word: Word; press: () => void }[] = []) {
  signal(false);
  const buttons = words.map(({ word, press }) => button(word.text, press));
  showMessage("scan-wrong", text, buttons.length > 0 ? [...buttons, button("やめる", clearMessage)] : []);
}

export const showNote = (text: string, buttons: HTMLElement[] = []) =>
  showMessage("scan-note grid gap-2", text, buttons);
