import { start as combobox } from "./combobox";
import { start as lines } from "./lines";

/** What only pages with a grid of lines or a combobox need: a file of its own, fetched when there is one. */
export function start(root: ParentNode) {
  lines(root);
  combobox(root);
}
