import { merge } from "./board.merge";
import { start as snackbar } from "./snackbar";
import { revise } from "./watch";

const EVERY = 30_000;

export const board = () => document.querySelector<HTMLElement>(".board");

export const dragging = { busy: false };

export function columnQuery(columns: string[]): string {
  const query = new URLSearchParams(location.search);
  if (!columns.includes("*")) for (const id of new Set(columns)) query.append("group_id", id);
  return String(query);
}

export function keepFresh() {
  const look = () => void (document.visibilityState === "visible" && refreshChanged().catch(() => {}));
  setInterval(look, EVERY);
  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
}

let isAsking = false;

export async function refreshChanged() {
  const place = board();
  if (!place || isAsking || dragging.busy) return;
  isAsking = true;
  try {
    const answer = await fetch(`/task/kanban/pulse?since=${place.dataset.board}`);
    if (!answer.ok || answer.redirected) return;
    revise(answer.headers.get("X-Revision") ?? undefined);
    const { today, columns } = (await answer.json()) as { today: string; columns: string[] };
    const wanted = today === place.dataset.day ? columns : ["*"];
    if (wanted.length > 0) await refreshColumns(wanted);
  } finally {
    isAsking = false;
  }
}

export async function refreshColumns(columns: string[]) {
  const answer = await fetch(`/task/kanban/column?${columnQuery(columns)}`);
  if (answer.ok && !answer.redirected) mergeColumns(await answer.text(), columns);
}

/** What did not change is not touched, so that scroll, focus and open menus stay. */
export function mergeColumns(html: string, columns: string[]) {
  const place = board();
  const now = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLElement>("[data-board]");
  if (!place || !now || dragging.busy) return;
  const active = document.activeElement!;
  const home = active.closest(".card")?.id;
  const kept = [...now.querySelectorAll<HTMLElement>("[data-column]")];
  for (const old of [...place.children] as HTMLElement[]) {
    const id = old.dataset.column!;
    if (
      (columns.includes("*") || columns.includes(id)) &&
      !kept.some((column) => column.dataset.column === id)
    )
      old.remove();
  }
  for (const column of kept) {
    const old = document.getElementById(column.id);
    if (old) merge(old, column);
    else
      place.insertBefore(
        column,
        ([...place.children] as HTMLElement[]).find((one) => +one.dataset.sort! > +column.dataset.sort!) ??
          null,
      );
  }
  const hidden = place.closest<HTMLElement>("[hidden]");
  if (hidden && place.querySelector(".card")) {
    hidden.hidden = false;
    document.querySelector("[data-nothing]")?.remove();
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='#column-']")) {
    const column = document.getElementById(link.hash.slice(1));
    if (column)
      link.textContent = `${column.getAttribute("aria-label")} ${column.querySelector("[data-count]")!.textContent}`;
  }
  const strip = now.querySelector("[data-strip]");
  const shown = document.querySelector("[data-strip]");
  if (strip && shown && !shown.contains(active)) merge(shown, strip);
  Object.assign(place.dataset, { board: now.dataset.board, day: now.dataset.day });
  const told = now.querySelector("[data-snackbar]");
  if (told) {
    const bars = document.getElementById("snackbars")!;
    bars.replaceChildren(told);
    snackbar(bars);
  }
  if (home && !active.isConnected)
    document.getElementById(home)?.querySelector<HTMLElement>(".card-link")?.focus({ preventScroll: true });
}
