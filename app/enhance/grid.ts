import { start as combobox } from "./combobox";
import { start as lines } from "./lines";

/** What only pages with a grid of lines or a combobox need: a file of its own, fetched when there is one. */
export function start(root: ParentNode) {
  lines(root);
  combobox(root);
  if (root.querySelector("[data-drafts]")) {
    void import("./draft").then((draft) =>
      draft.start(document.querySelector<HTMLFormElement>("form#order")!),
    );
  }
  // A file that was read in, or what was only looked through, is not saved yet.
  const sheet = root.querySelector("[data-lines]")?.closest("[data-edited]");
  sheet?.querySelector("[type=hidden]")?.dispatchEvent(new Event("change", { bubbles: true }));
}
