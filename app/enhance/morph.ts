type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether what a person typed into a field stays, where the server's page has the same field unchanged. */
type Keep = (field: Field) => boolean;

/** No page waits for it to be shown. */
export const morpher = () => import("idiomorph");

/**
 * Makes the page's body equal to `to`, changing as few nodes as possible, so that focus, scroll and typed
 * values stay.
 */
export async function morph(to: HTMLElement, keep: Keep) {
  const { Idiomorph } = await morpher();
  // A password that was wrong is what is typed again: the focus goes there, while the sentence is read out as
  // an alert.
  const retry = to.querySelector("[type=password][autofocus]");
  if (retry) {
    to.querySelector("[data-summary]")?.removeAttribute("data-summary");
    retry.setAttribute("data-summary", "");
  }
  Idiomorph.morph(document.body, to, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeMorphed: (from: Node, next: Node) =>
        !(
          from instanceof HTMLElement &&
          from.matches("input,textarea,select") &&
          keep(from as Field) &&
          from.cloneNode(true).isEqualNode(next)
        ),
      // What a person folded out stays folded out; a menu closes.
      beforeAttributeUpdated: (name: string, from: Element, change: string) =>
        !(name === "open" && change === "remove" && !from.hasAttribute("data-menu")),
    },
  });
}
