import { merge } from "./board.merge";
import { start as snackbar } from "./snackbar";

export const board = () => document.querySelector<HTMLElement>(".board");

export const dragging = { busy: false };

export function columnQuery(columns: string[]): string {
  const query = new URLSearchParams(location.search);
  if (!columns.includes("*")) for (const id of new Set(columns)) query.append("group_id", id);
  return String(query);
}

/** The last entry of the log that a column was drawn with, where that is later than the board's. */
const drawnWith = new WeakMap<Element, number>();
export const entryOf = (place: HTMLElement, column: Element | null) =>
  (column && drawnWith.get(column)) ?? +place.dataset.board!;

export async function refreshColumns(columns: string[]): Promise<boolean> {
  const answer = await fetch(`/task/kanban/column?${columnQuery(columns)}`);
  return answer.ok && !answer.redirected && mergeColumns(await answer.text(), columns);
}

/**
 * What did not change is not touched, so that scroll, focus and open menus stay; nor is a column that was
 * drawn later than this answer: answers may overtake each other. Says whether the answer was laid.
 */
export function mergeColumns(html: string, columns: string[]): boolean {
  const place = board();
  const now = new DOMParser().parseFromString(html, "text/html").querySelector<HTMLElement>("[data-board]");
  if (!place || !now || dragging.busy) return false;
  const entry = +now.dataset.board!;
  const active = document.activeElement!;
  const home = active.closest(".card")?.id;
  const kept = [...now.querySelectorAll<HTMLElement>("[data-column]")];
  for (const old of [...place.children] as HTMLElement[]) {
    const id = old.dataset.column!;
    if (
      (columns.includes("*") || columns.includes(id)) &&
      !kept.some((column) => column.dataset.column === id) &&
      entryOf(place, old) <= entry
    )
      old.remove();
  }
  for (const column of kept) {
    const old = document.getElementById(column.id);
    if (old && entryOf(place, old) > entry) continue;
    if (old) merge(old, column);
    else
      place.insertBefore(
        column,
        ([...place.children] as HTMLElement[]).find((one) => +one.dataset.sort! > +column.dataset.sort!) ??
          null,
      );
    drawnWith.set(document.getElementById(column.id)!, entry);
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
  if (columns.includes("*")) place.dataset.day = now.dataset.day;
  const told = now.querySelector("[data-snackbar]");
  if (told) {
    const bars = document.getElementById("snackbars")!;
    bars.replaceChildren(told);
    snackbar(bars);
  }
  if (home && !active.isConnected)
    document.getElementById(home)?.querySelector<HTMLElement>(".card-link")?.focus({ preventScroll: true });
  return true;
}
