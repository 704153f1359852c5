import { start as selectAll } from "./select-all";

/** What lists and papers have beyond other pages; fetched where there is one. */
export function start(root: ParentNode) {
  selectAll(root);
  for (const button of root.querySelectorAll<HTMLElement>("[data-print]")) {
    button.classList.remove("invisible");
    button.onclick = () => print();
  }
}
