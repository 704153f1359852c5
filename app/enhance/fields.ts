import { start as date } from "./date";
import { start as list } from "./list";
import { start as number } from "./number";
import { start as required } from "./required";

let started = false;

export function start(root: ParentNode) {
  if (root.querySelector("[data-lines],[data-combo],[list],[data-shrink]"))
    void import("./grid").then((grid) => grid.start(root));
  if (root.querySelector("[data-bulk],[data-print]")) list(root);
  for (const hint of root.querySelectorAll<HTMLElement>("[data-keys]")) hint.hidden = false;
  if (started) return;
  started = true;
  required();
  number();
  date();
}
