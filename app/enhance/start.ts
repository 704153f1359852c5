import { cacheStylesheet } from "./css-cache";
import { start as fields } from "./fields";
import { watchEdits } from "./guard";
import { watchMenus } from "./menu";
import { watchProgress } from "./progress";
import { start as snackbar } from "./snackbar";
import { watchSubmits } from "./submit";
import { revise, watchErrors, watchPasswords } from "./watch";

/** Everything that looks at parts of a page: run on the page as it arrives and on each page morphed into its place. */
function parts(root: ParentNode) {
  fields(root);
  snackbar(root);
  // A stay with a company is over by the server's clock: its page does not stay on the screen, unless something was typed into it.
  const over = root.querySelector<HTMLElement>("[data-over]");
  if (over) setTimeout(() => location.assign("/task/kanban"), +over.dataset.over! * 1_000);
}

export function start() {
  watchErrors();
  watchPasswords();
  watchSubmits(() => parts(document));
  watchProgress();
  watchEdits();
  watchMenus();
  cacheStylesheet();
  parts(document);
  revise();
}
