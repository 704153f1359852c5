import { cacheStylesheet } from "./css-cache";
import { start as fields } from "./fields";
import { watchEdits } from "./guard";
import { watchMenus } from "./menu";
import { watchProgress } from "./progress";
import { start as snackbar } from "./snackbar";
import { watchSubmits } from "./submit";
import { revise, watchErrors, watchTabs } from "./watch";

/**
 * Everything that looks at parts of a page: run on the page as it arrives and on each page morphed into its
 * place.
 */
function parts(root: ParentNode) {
  fields(root);
  snackbar(root);
  if (root.querySelector("[data-rare]")) void import("./rare").then((rare) => rare.start(root));
}

export function start() {
  watchErrors();
  watchSubmits(() => parts(document));
  watchProgress();
  watchEdits();
  watchMenus();
  cacheStylesheet();
  parts(document);
  revise();
  watchTabs();
  setTimeout(() => void import("./rare").then((rare) => rare.dots()), 300_000);
}
