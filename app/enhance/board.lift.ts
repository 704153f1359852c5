import { grip, hold, parts } from "./board.grip";

const land = document.createElement("div");
land.className = "card-land";

export function lift() {
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
  parts.board()!.style.scrollSnapType = "none";
  grip!.ghost = ghost;
  parts.hand.busy = true;
  requestAnimationFrame(drift);
  if (grip!.touch) navigator.vibrate?.(20);
}

export function follow(x: number, y: number) {
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
    const at = (grip!.at = parts.spot(cell, card, (one) => {
      const { top, height } = one.getBoundingClientRect();
      return y < top + height / 2;
    }));
    const next = at === undefined ? parts.before(cell, card) : at;
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
    const place = parts.board()!;
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

export function endDrag(drop: boolean) {
  if (!grip) return;
  const { card, ghost, over, at, timer } = grip;
  clearTimeout(timer);
  hold(undefined);
  if (!ghost) return;
  ghost.remove();
  land.remove();
  over?.classList.remove("cell-over");
  card.classList.remove("card-gone");
  parts.board()!.style.scrollSnapType = "";
  parts.hand.busy = false;
  // The click that ends it opens no card.
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, true), 50);
  if (drop && over) parts.move(card, over, at);
}

function stop(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
