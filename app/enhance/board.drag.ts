import { board, hand } from "./board.fresh";
import { openMenu } from "./board.menu";
import { before, move } from "./board.move";

type Grip = { card: HTMLElement; x: number; y: number; touch: boolean; timer: number; ghost?: HTMLElement; over?: HTMLElement; far?: boolean };
const land = document.createElement("div");
land.className = "card-land";
let grip: Grip | undefined;

function lift() {
  const { card } = grip!;
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("id");
  ghost.classList.add("card-lift");
  Object.assign(ghost.style, { width: `${box.width}px`, left: `${box.left - grip!.x}px`, top: `${box.top - grip!.y}px` });
  document.body.append(ghost);
  card.classList.add("card-gone");
  board()!.style.scrollSnapType = "none";
  grip!.ghost = ghost;
  hand.busy = true;
  if (grip!.touch) navigator.vibrate?.(20);
}

/** The card follows the pointer; the place where it would lie opens under it; near an edge the board moves on. */
function follow(x: number, y: number) {
  const { card, ghost } = grip!;
  ghost!.style.translate = `${x}px ${y}px`;
  const under = document.elementFromPoint(x, y);
  const column = under?.closest(".board [data-column]");
  const cell = (under?.closest("[data-cell]") ?? column)?.querySelector<HTMLElement>("[data-cards]") ?? undefined;
  if (cell !== grip!.over) {
    grip!.over?.classList.remove("cell-over");
    land.remove();
    grip!.over = cell;
    if (cell && cell !== card.parentElement) {
      cell.classList.add("cell-over");
      cell.insertBefore(land, before(cell, card));
    }
  }
  const place = board()!;
  const { left, right } = place.getBoundingClientRect();
  place.scrollLeft += x > right - 40 ? 12 : x < left + 40 ? -12 : 0;
}

function letGo(drop: boolean) {
  if (!grip) return;
  const { card, ghost, over, timer } = grip;
  clearTimeout(timer);
  grip = undefined;
  if (!ghost) return;
  ghost.remove();
  land.remove();
  over?.classList.remove("cell-over");
  card.classList.remove("card-gone");
  board()!.style.scrollSnapType = "";
  hand.busy = false;
  // The click that ends it opens no card.
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, true), 50);
  if (drop && over) move(card, over);
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}

/** By mouse once it has moved a little, by touch after a long press; a long press that goes nowhere opens the menu. */
export function watchDrag() {
  addEventListener("pointerdown", (event) => {
    const card = (event.target as Element).closest<HTMLElement>(".board .card[data-v]");
    if (!card || event.button || !event.isPrimary || (event.target as Element).closest("button,.dots,.card-act")) return;
    const touch = event.pointerType !== "mouse";
    grip = { card, x: event.clientX, y: event.clientY, touch, timer: touch ? window.setTimeout(lift, 350) : 0 };
  });
  addEventListener("pointermove", ({ clientX: x, clientY: y }) => {
    if (!grip) return;
    const moved = Math.hypot(x - grip.x, y - grip.y);
    if (!grip.ghost) {
      if (moved < 6) return;
      if (grip.touch) return letGo(false);
      lift();
    }
    grip.far ||= moved > 6;
    follow(x, y);
  });
  addEventListener("pointerup", () => {
    const held = grip;
    letGo(true);
    if (held?.ghost && held.touch && !held.far) openMenu(held.card);
  });
  addEventListener("pointercancel", () => letGo(false));
  addEventListener("keydown", ({ key }) => key === "Escape" && letGo(false));
  addEventListener("dragstart", (event) => (event.target as Element).closest?.(".board .card") && event.preventDefault());
  addEventListener("contextmenu", (event) => grip?.touch && event.preventDefault());
  addEventListener("touchmove", (event) => grip?.ghost && event.preventDefault(), { passive: false });
}
