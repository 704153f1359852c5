import { watchDrag } from "./board.drag";
import { board, keepFresh } from "./board.fresh";
import { watchCardMenu } from "./board.menu";
import { watchMoves } from "./board.move";
import { watchMore } from "./more";

let started = false;
let asked = location.pathname;

/** What the conditions found may lie in a column that is out of sight: the board begins with the first that holds some. */
function showFound() {
  if (asked === location.href) return;
  asked = location.href;
  const fold = document.querySelector<HTMLInputElement>("#conditions");
  if (fold) fold.checked = fold.defaultChecked;
  const place = board()!;
  const column = location.search ? place.querySelector(".card")?.closest(".board-column") : null;
  const [box, all] = [column?.getBoundingClientRect(), place.getBoundingClientRect()];
  if (box && box.right > all.right) place.scrollLeft += box.left - all.left;
}

/** What the board has beyond other pages: cards go by hand, by key or by button at once, ⋯ opens in place, and columns stay fresh. */
export function start() {
  showFound();
  if (started) return;
  started = true;
  watchMoves();
  watchDrag();
  watchCardMenu();
  watchMore();
  keepFresh();
}
