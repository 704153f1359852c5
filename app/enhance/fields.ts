import { start as combobox } from "./combobox";
import { start as date } from "./date";
import { start as lines } from "./lines";
import { start as number } from "./number";
import { start as required } from "./required";
import { start as selectAll } from "./select-all";

/** Everything about fields, grids and lists. Lines before required: blank lines at the end go before they are complained about. */
export function start(root: ParentNode) {
  lines(root);
  required();
  number();
  date();
  combobox(root);
  selectAll(root);
}
