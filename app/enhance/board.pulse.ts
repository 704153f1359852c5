import { board, dragging, entryOf, refreshColumns } from "./board.fresh";
import { revise } from "./watch";

const EVERY = 30_000;

export function keepFresh() {
  const look = () => void (document.visibilityState === "visible" && refreshChanged().catch(() => {}));
  setInterval(look, EVERY);
  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
}

let isAsking = false;
let askAgain = false;

export async function refreshChanged() {
  const place = board();
  if (!place || dragging.busy) return;
  if (isAsking) {
    askAgain = true;
    return;
  }
  isAsking = true;
  try {
    const answer = await fetch(`/task/kanban/pulse?since=${place.dataset.board}`);
    if (!answer.ok || answer.redirected) return;
    revise(answer.headers.get("X-Revision") ?? undefined);
    const { at, today, columns } = (await answer.json()) as {
      at: number;
      today: string;
      columns: string[];
    };
    const wanted =
      today === place.dataset.day
        ? columns.filter((id) => entryOf(place, document.getElementById(`column-${id}`)) < at)
        : ["*"];
    if (wanted.length === 0 || (await refreshColumns(wanted))) place.dataset.board = String(at);
  } finally {
    isAsking = false;
  }
  if (askAgain) {
    askAgain = false;
    await refreshChanged();
  }
}
