import { board, columnQuery, mergeColumns, refreshColumns } from "./board.fresh";
import { isSequenced, neighbourText, sortedBefore } from "./board.spot";
import { showError } from "./snackbar";

function count(cell: HTMLElement, by: number) {
  const shown = cell.closest("[data-column]")!.querySelector("[data-count]")!;
  shown.textContent = String(+shown.textContent! + by);
}

const pendingMoves = new Map<string, Promise<void>>();

/**
 * The card moves at once, and comes back with the reason if it is refused. `at`: the card it was put before.
 */
export function move(card: HTMLElement, cell: HTMLElement, at?: HTMLElement | null) {
  if (
    (cell === card.parentElement &&
      (at === undefined || (at === card.nextElementSibling && isSequenced(card)))) ||
    pendingMoves.has(card.id)
  )
    return;
  pendingMoves.set(
    card.id,
    send(card, cell, at).finally(() => pendingMoves.delete(card.id)),
  );
}

async function send(card: HTMLElement, cell: HTMLElement, at?: HTMLElement | null) {
  const from = card.parentElement!;
  const place = at === undefined ? "" : neighbourText(cell, card, at);
  const next = card.nextSibling;
  const go = (to: HTMLElement, anchor: Node | null) => {
    const focused = card.contains(document.activeElement);
    count(card.parentElement!, -1);
    to.insertBefore(card, anchor && anchor.parentNode === to ? anchor : null);
    count(to, 1);
    if (focused) card.querySelector<HTMLElement>(".card-link")!.focus({ preventScroll: true });
  };
  go(cell, at === undefined ? sortedBefore(cell, card) : at);
  card.classList.add("card-gone");
  const [was, is] = [from.dataset, cell.dataset];
  const columns = [was.group!, is.group!];
  const body = new URLSearchParams({
    key: card.id.slice(5),
    version: card.dataset.v!,
    group_id: is.group!,
    part: columnQuery(columns),
  });
  if (+(is.lane ?? 0)) body.set("subgroup_id", is.lane!);
  if (place) body.set(cell === from ? "way" : "place", place);
  const acting = document.querySelector<HTMLInputElement>("[name=acting_for]");
  if (acting) body.set("acting_for", acting.value);
  let lead: string | undefined;
  let why = "通信できませんでした。カードを元の場所に戻しました。回線を確かめて、もう一度移動してください。";
  try {
    const answer = await fetch(board()!.dataset.drop!, {
      method: "POST",
      body,
      headers: { "X-Enhance": "1" },
    });
    const text = await answer.text();
    if (answer.ok && text.includes("data-board")) {
      card.classList.remove("card-gone");
      mergeColumns(text, columns);
      return;
    }
    const said = answer.status < 500 ? JSON.parse(text) : null;
    lead = said?.to;
    why = said ? said.detail : "うまく処理できませんでした。カードを元の場所に戻しました。";
  } catch {}
  card.classList.remove("card-gone");
  // Meanwhile the columns may have been drawn again.
  if (card.isConnected && from.isConnected) go(from, next);
  if (lead) return location.assign(lead);
  showError(why);
  void refreshColumns(["*"]).catch(() => {});
}

export function watchMoves() {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      const card = form.closest<HTMLElement>(".card[data-v]");
      if (!card || form.getAttribute("action") !== board()?.dataset.drop) return;
      const to = `.board [data-group="${(form.elements.namedItem("group_id") as HTMLInputElement).value}"]`;
      const cell = document.querySelector<HTMLElement>(`${to}:not([data-lane]),${to}[data-lane="0"]`);
      if (!cell) return;
      event.preventDefault();
      const running = pendingMoves.get(card.id);
      if (running)
        void running.then(() =>
          document.getElementById(card.id)?.querySelector<HTMLElement>("form button")?.click(),
        );
      else move(card, cell);
    },
    true,
  );
}
