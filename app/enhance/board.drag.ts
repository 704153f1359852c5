import type { board, dragging } from "./board.fresh";
import type { openMenu } from "./board.menu";
import type { move } from "./board.move";
import type { sequencedBefore, sortedBefore } from "./board.spot";

type BoardParts = {
  board: typeof board;
  hand: typeof dragging;
  before: typeof sortedBefore;
  spot: typeof sequencedBefore;
  move: typeof move;
  openMenu: typeof openMenu;
};
type Grip = {
  card: HTMLElement;
  x: number;
  y: number;
  touch: boolean;
  timer: number;
  ghost?: HTMLElement;
  over?: HTMLElement;
  at?: HTMLElement | null;
  far?: boolean;
  at_x?: number;
  at_y?: number;
};
let dragState: BoardParts;
const land = document.createElement("div");
land.className = "card-land";
let grip: Grip | undefined;

function lift() {
  const { card } = grip!;
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("id");
  ghost.classList.add("card-lift");
  Object.assign(ghost.style, {
    width: `${box.width}px`,
    left: `${box.left - grip!.x}px`,
    top: `${box.top - grip!.y}px`,
  });
  document.body.append(ghost);
  card.classList.add("card-gone");
  dragState.board()!.style.scrollSnapType = "none";
  grip!.ghost = ghost;
  dragState.hand.busy = true;
  requestAnimationFrame(drift);
  if (grip!.touch) navigator.vibrate?.(20);
}

function follow(x: number, y: number) {
  const { card, ghost } = grip!;
  ghost!.style.translate = `${x}px ${y}px`;
  const under = document.elementFromPoint(x, y);
  const column = under?.closest(".board [data-column]");
  const cell =
    (under?.closest("[data-cell]") ?? column)?.querySelector<HTMLElement>("[data-cards]") ?? undefined;
  if (cell !== grip!.over) {
    grip!.over?.classList.remove("cell-over");
    land.remove();
    grip!.over = cell;
    if (cell && cell !== card.parentElement) cell.classList.add("cell-over");
  }
  if (cell) {
    const at = (grip!.at = dragState.spot(cell, card, (one) => {
      const { top, height } = one.getBoundingClientRect();
      return y < top + height / 2;
    }));
    const next = at === undefined ? dragState.before(cell, card) : at;
    if (
      (at !== undefined || cell !== card.parentElement) &&
      (land.parentElement !== cell || land.nextSibling !== next)
    )
      cell.insertBefore(land, next);
  }
  grip!.at_x = x;
  grip!.at_y = y;
}

function drift() {
  if (!grip?.ghost) return;
  const { at_x: x, at_y: y } = grip;
  if (x !== undefined && y !== undefined) {
    const place = dragState.board()!;
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const [low, high] = [Math.min(bottom, innerHeight) - 40, Math.max(top, 0) + 40];
    const was = [place.scrollLeft, place.scrollTop, scrollY].join();
    place.scrollLeft += x > right - 40 ? 12 : x < left + 40 ? -12 : 0;
    const down = y > low ? 12 : y < high ? -12 : 0;
    place.scrollTop += down;
    scrollBy(0, down);
    if ([place.scrollLeft, place.scrollTop, scrollY].join() !== was) follow(x, y);
  }
  requestAnimationFrame(drift);
}

function endDrag(drop: boolean) {
  if (!grip) return;
  const { card, ghost, over, at, timer } = grip;
  clearTimeout(timer);
  grip = undefined;
  if (!ghost) return;
  ghost.remove();
  land.remove();
  over?.classList.remove("cell-over");
  card.classList.remove("card-gone");
  dragState.board()!.style.scrollSnapType = "";
  dragState.hand.busy = false;
  // The click that ends it opens no card.
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, true), 50);
  if (drop && over) dragState.move(card, over, at);
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

function pickUp(event: PointerEvent) {
  const card = (event.target as Element).closest<HTMLElement>(".board .card[data-v]");
  if (
    !card ||
    event.button ||
    !event.isPrimary ||
    (event.target as Element).closest("button,.dots,.card-act")
  )
    return;
  const touch = event.pointerType !== "mouse";
  grip = { card, x: event.clientX, y: event.clientY, touch, timer: touch ? window.setTimeout(lift, 350) : 0 };
}

/** By mouse after a small move, by touch after a long press; a long press without a move opens the menu. */
export function start(given: BoardParts, held?: PointerEvent) {
  dragState = given;
  addEventListener("pointerdown", pickUp);
  if (held) pickUp(held);
  addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (!grip) return;
    const moved = Math.hypot(x - grip.x, y - grip.y);
    if (!grip.ghost) {
      if (moved < 6) return;
      if (grip.touch) return endDrag(false);
      lift();
    }
    grip.far ||= moved > 6;
    follow(x, y);
  });
  addEventListener("pointerup", () => {
    const dropped = grip;
    endDrag(true);
    if (dropped?.ghost && dropped.touch && !dropped.far) dragState.openMenu(dropped.card);
  });
  addEventListener("pointercancel", () => endDrag(false));
  addEventListener("keydown", ({ key }) => key === "Escape" && endDrag(false));
  addEventListener(
    "dragstart",
    (event) => (event.target as Element).closest?.(".board .card") && event.preventDefault(),
  );
  addEventListener("contextmenu", (event) => grip?.touch && event.preventDefault());
  addEventListener("touchmove", (event) => grip?.ghost && event.preventDefault(), { passive: false });
}
