type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a typed value stays, where the server's page has the same field unchanged. */
type Keep = (field: Field) => boolean;

export const morpher = () => import("idiomorph");

/** As few nodes as possible change, so that focus, scroll and typed values stay. */
export async function morph(to: HTMLElement, keep: Keep) {
  const { Idiomorph } = await morpher();
  // Only a wrong password is typed again: focus goes there while the error is read out.
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
      // What was unfolded stays unfolded; a menu closes.
      beforeAttributeUpdated: (name: string, from: Element, change: string) =>
        !(name === "open" && change === "remove" && !from.hasAttribute("data-menu")),
    },
  });
}
