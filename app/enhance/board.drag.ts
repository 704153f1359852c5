import { type BoardParts, grip, hold, setParts } from "./board.grip";
import { endDrag, follow, lift } from "./board.lift";

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
  hold({ card, x: event.clientX, y: event.clientY, touch, timer: touch ? window.setTimeout(lift, 350) : 0 });
}

/** By mouse after a small move, by touch after a long press; a long press without a move opens the menu. */
export function start(given: BoardParts, held?: PointerEvent) {
  setParts(given);
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
    if (dropped?.ghost && dropped.touch && !dropped.far) given.openMenu(dropped.card);
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
