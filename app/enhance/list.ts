import { watchMore } from "./more";
import { start as selectAll } from "./select-all";

let started = false;

/** What lists and boards have beyond other pages; fetched where there is one. */
export function start(root: ParentNode) {
  if (!started) watchMore();
  started = true;
  selectAll(root);
}
