import { move } from "./board.move";
import { isSequenced, sequencedBefore } from "./board.spot";

/** Arrow keys walk among cards, with Shift they move one. */
export function watchKeys() {
  addEventListener("keydown", (event) => {
    const card = (event.target as Element).closest<HTMLElement>(".board .card");
    if (
      !card ||
      !(event.target as Element).matches(".card-link") ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    const focus = (one: Element | null | undefined) => one?.querySelector<HTMLElement>(".card-link")?.focus();
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const [above, below] = [card.previousElementSibling, card.nextElementSibling];
    const sibling = { ArrowDown: below, ArrowUp: above }[event.key];
    if (sibling && event.shiftKey && card.dataset.v) {
      const next = sibling === above ? above : below!.nextElementSibling;
      const cell = card.parentElement!;
      if (sibling === above || isSequenced(card))
        move(
          card,
          cell,
          sequencedBefore(cell, card, (one) => one === next),
        );
    } else if (sibling) focus(sibling);
    else if (side) {
      const cells = [...document.querySelectorAll<HTMLElement>(".board [data-cards]")];
      const at = cells.indexOf(card.parentElement!) + side;
      const to = cells[at];
      if (event.shiftKey && to && card.dataset.v) move(card, to);
      else focus(cells.slice(...(side > 0 ? [at] : [0, at + 1])).at(side > 0 ? 0 : -1));
    } else return;
    event.preventDefault();
  });
}
