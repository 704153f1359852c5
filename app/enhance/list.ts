import { watchMore } from "./more";
import { start as selectAll } from "./select-all";

let started = false;

/** What lists, boards and papers have beyond other pages; fetched where there is one. */
export function start(root: ParentNode) {
  if (!started) watchMore();
  started = true;
  selectAll(root);
  for (const button of root.querySelectorAll<HTMLElement>("[data-print]")) {
    button.hidden = false;
    button.onclick = () => print();
  }
}
