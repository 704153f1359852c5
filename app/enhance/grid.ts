import { start as combobox } from "./combobox";
import { start as lines } from "./lines";
import { start as photos } from "./photos";

export function start(root: ParentNode) {
  lines(root);
  combobox(root);
  photos(root);
  if (root.querySelector("[data-drafts]")) {
    void import("./draft").then((draft) =>
      draft.start(document.querySelector<HTMLFormElement>("form#order")!),
    );
  }
  // An imported file or a preview is not saved yet.
  const sheet = root.querySelector("[data-lines]")?.closest("[data-edited]");
  sheet?.querySelector("[type=hidden]")?.dispatchEvent(new Event("change", { bubbles: true }));
}
