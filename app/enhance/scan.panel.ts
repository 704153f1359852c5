import type { Word } from "~/lib/scan/ask";
import {
  actLabel,
  type CardSummary,
  factsText,
  misplaced,
  offered,
  stateText,
  warningText,
} from "~/lib/scan/scan";
import type { Memory } from "~/lib/scan/station";
import { type Act } from "~/lib/vocabulary/scan";
import { button, element } from "./scan.dialog";
import type { Line } from "./scan.queue";
import { signal } from "./signal";

export const root = document.querySelector<HTMLElement>("[data-scan]")!;
const find = <E extends HTMLElement = HTMLElement>(selector: string) => root.querySelector<E>(selector)!;
const slot = (name: string, text: string) => {
  const place = find(`[data-slot=${name}]`);
  place.textContent = text;
  return place;
};

export function showCard(
  card: CardSummary | null,
  known: boolean,
  memory: Memory,
  processLabel: string | undefined,
  unseen: string,
  acts = card ? offered(card, memory.worker_id) : [],
) {
  find("[data-panel]").hidden = !card;
  if (!card) return;
  slot("head", `カード ${card.id}${card.buyer_name && `・${card.buyer_name}`}`);
  slot("name", card.name);
  slot("facts", known ? factsText(card) : unseen);
  slot("status", card.status);
  slot("state", known ? stateText(card) : "");
  const drawing = find<HTMLImageElement>("[data-slot=drawing]");
  drawing.hidden = !card.drawing || !navigator.onLine;
  if (!drawing.hidden) drawing.src = `/file/${card.drawing}/thumb`;
  find("[data-slot=words]").classList.toggle("pr-24", !drawing.hidden);
  slot("urgent", card.is_urgent ? "至急" : "");
  const place = acts.includes("start") ? misplaced(card, memory.group_id, processLabel) : null;
  slot("place", place ?? "").hidden = !place || !known;
  const caution = warningText(card, memory.group_id);
  slot("caution", caution).hidden = !caution;
  find("[data-slot=off]").hidden = card.state !== "off";
  find<HTMLAnchorElement>("[data-slot=link]").href = `/task/${card.key}`;
  find("[data-acts]").hidden = acts.length === 0;
  for (const one of root.querySelectorAll<HTMLButtonElement>("[data-acts] button")) {
    const act = one.value as Act;
    one.hidden = !acts.includes(act);
    one.className = act === acts[0] ? "scan-button scan-first" : "scan-button";
    one.textContent = actLabel(act, card);
  }
}

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

export function showLine(line: Line, left: number, others: number) {
  const place = find("[data-net]");
  const waiting = left > 0 ? `未送信${left}件` : "";
  place.toggleAttribute("data-off", line !== "online" || left > 0);
  place.textContent =
    line === "signed out"
      ? ""
      : line === "online"
        ? waiting || "オンライン"
        : ["オフライン", waiting].filter(Boolean).join("・");
  if (line === "signed out") {
    const link = element("a", "text-warn", `ログインし直してください（${waiting || "未送信0件"}）`);
    link.href = "/login?return_to=/s/";
    place.append(link);
  }
  if (others > 0) place.append(`（別の会社の未送信${others}件）`);
}

export function showChosen(kind: "worker" | "process", name: string | undefined, key: number | null) {
  const details = find<HTMLDetailsElement>(`[data-choose=${kind}]`);
  const place = details.querySelector<HTMLElement>("[data-none]")!;
  place.textContent = name ?? place.dataset.none!;
  details.open = false;
  for (const one of details.querySelectorAll<HTMLElement>(`[data-${kind}]`))
    one.setAttribute("aria-current", String(key !== null && one.dataset[kind] === String(key)));
}
