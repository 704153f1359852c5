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
import { element } from "./scan.dialog";
import type { Line } from "./scan.drain";
import { find, root } from "./scan.root";

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

export function showDoing(text: string) {
  const place = root.querySelector<HTMLElement>("[data-doing]");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
}

export function showChosen(kind: "worker" | "process", name: string | undefined, key: number | null) {
  const details = find<HTMLDetailsElement>(`[data-choose=${kind}]`);
  const place = details.querySelector<HTMLElement>("[data-none]")!;
  place.textContent = name ?? place.dataset.none!;
  details.open = false;
  for (const one of details.querySelectorAll<HTMLElement>(`[data-${kind}]`))
    one.setAttribute("aria-current", String(key !== null && one.dataset[kind] === String(key)));
}
