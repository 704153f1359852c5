/** Whether a card has its place in a column that is kept by hand. */
export const placed = (card: HTMLElement) => card.dataset.state!.includes("o");
const find = (cell: HTMLElement, card: HTMLElement, fits: (one: HTMLElement) => boolean) =>
  ([...cell.children] as HTMLElement[]).find((one) => one !== card && one.dataset.at && fits(one)) ?? null;

/**
 * Before which card this one comes to lie by itself: by urgency and date, after those of the same day and
 * those put by hand.
 */
export const before = (cell: HTMLElement, card: HTMLElement) =>
  find(cell, card, (one) => !placed(one) && one.dataset.at! > card.dataset.at!);

/**
 * The same where cards are put by hand, no further down than those that have their place; undefined where
 * they are not.
 */
export const spot = (cell: HTMLElement, card: HTMLElement, fits: (one: HTMLElement) => boolean) =>
  cell.dataset.manual === undefined ? undefined : find(cell, card, (one) => !placed(one) || fits(one));

/** Where that is, said by the neighbours that are seen. */
export function beside(cell: HTMLElement, card: HTMLElement, at: HTMLElement | null) {
  let last = (at ? at.previousElementSibling : cell.lastElementChild) as HTMLElement | null;
  if (last === card) last = card.previousElementSibling as HTMLElement | null;
  return last ? last.id.replace("card-", "after.") : (at?.id.replace("card-", "before.") ?? "last");
}
