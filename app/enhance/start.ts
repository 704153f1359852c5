import { cacheStylesheet } from "./css-cache";
import { start as fields } from "./fields";
import { watchEdits } from "./guard";
import { watchMenus } from "./menu";
import { watchProgress } from "./progress";
import { start as markRead } from "./read";
import { start as snackbar } from "./snackbar";
import { watchSubmits } from "./submit";
import { revise, watchErrors, watchTabs } from "./watch";

function startParts(root: ParentNode) {
  fields(root);
  snackbar(root);
  const read = root.querySelector<HTMLFormElement>("form[data-read]");
  if (read) markRead(read);
  if (root.querySelector("[data-rare]")) void import("./rare").then((rare) => rare.start(root));
}

export function start() {
  watchErrors();
  watchSubmits(() => startParts(document));
  watchProgress();
  watchEdits();
  watchMenus();
  cacheStylesheet();
  startParts(document);
  revise();
  watchTabs();
  setTimeout(() => void import("./rare").then((rare) => rare.dots()), 300_000);
}
