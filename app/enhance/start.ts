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
  const bar = root.querySelector<HTMLElement>("[data-over]");
  if (bar) void import("./stay").then((stay) => stay.start(bar));
  const push = root.querySelector<HTMLElement>("[data-push]");
  if (push) void import("./push").then((one) => one.start(push));
  const unsent = root.querySelector<HTMLElement>("[data-unsent]");
  if (unsent) void import("./queue-left").then((queue) => queue.start(unsent));
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
  setTimeout(() => void import("./unread").then((dots) => dots.start()), 300_000);
}
