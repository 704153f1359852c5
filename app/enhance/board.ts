import { watchDrag } from "./board.drag";
import { keepFresh } from "./board.fresh";
import { watchCardMenu } from "./board.menu";
import { watchMoves } from "./board.move";
import { watchMore } from "./more";

let started = false;

/** What the board has beyond other pages: cards go by hand, by key or by button at once, ⋯ opens in place, and columns stay fresh. */
export function start() {
  if (started) return;
  started = true;
  watchMoves();
  watchDrag();
  watchCardMenu();
  watchMore();
  keepFresh();
}
