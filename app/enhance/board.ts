import { board, dragging } from "./board.fresh";
import { watchKeys } from "./board.keys";
import { listen } from "./board.live";
import { openMenu, watchCardMenu } from "./board.menu";
import { move, watchMoves } from "./board.move";
import { keepFresh } from "./board.pulse";
import { sequencedBefore, sortedBefore } from "./board.spot";
import { watchMore } from "./more";

let started = false;
let lastPath = location.pathname;

function showFound() {
  if (lastPath === location.href) return;
  lastPath = location.href;
  const fold = document.querySelector<HTMLInputElement>("#conditions");
  if (fold) fold.checked = fold.defaultChecked;
  const place = board()!;
  const column = location.search ? place.querySelector(".card")?.closest(".board-column") : null;
  const [box, all] = [column?.getBoundingClientRect(), place.getBoundingClientRect()];
  if (box && box.right > all.right) place.scrollLeft += box.left - all.left;
}

export function start() {
  showFound();
  if (started) return;
  started = true;
  watchMoves();
  watchKeys();
  watchHand();
  watchCardMenu();
  watchMore();
  listen();
  keepFresh();
  // What fits no sheet is printed as the tables by process.
  addEventListener("keydown", (event) => {
    const print =
      (event.ctrlKey || event.metaKey) &&
      event.key === "p" &&
      document.querySelector<HTMLElement>("a[href^='/task/kanban/print']");
    if (!print) return;
    event.preventDefault();
    print.click();
  });
  addEventListener(
    "change",
    ({ target }) =>
      (target as Element).matches("form[action='/task/kanban'] [type=checkbox]") &&
      (target as HTMLInputElement).form!.requestSubmit(),
  );
}

function watchHand() {
  let held: PointerEvent | undefined;
  let asked = false;
  const come = (event: Event) => {
    if (event.type === "pointerdown") held = event as PointerEvent;
    if (asked || !(event.target as Element).closest(".board")) return;
    asked = true;
    void import("./board.drag").then(
      (drag) =>
        drag.start(
          { board, hand: dragging, before: sortedBefore, spot: sequencedBefore, move, openMenu },
          held,
        ),
      () => (asked = false),
    );
  };
  const forget = () => (held = undefined);
  addEventListener("pointerover", come);
  addEventListener("pointerdown", come);
  addEventListener("pointerup", forget);
  addEventListener("pointercancel", forget);
}
