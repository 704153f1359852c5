export const isSequenced = (card: HTMLElement) => card.dataset.state!.includes("o");
const findAfter = (cell: HTMLElement, card: HTMLElement, fits: (one: HTMLElement) => boolean) =>
  ([...cell.children] as HTMLElement[]).find((one) => one !== card && one.dataset.at && fits(one)) ?? null;

/** The card this one sorts before: after those of the same urgency and date, and those put by hand. */
export const sortedBefore = (cell: HTMLElement, card: HTMLElement) =>
  findAfter(cell, card, (one) => !isSequenced(one) && one.dataset.at! > card.dataset.at!);

export const sequencedBefore = (cell: HTMLElement, card: HTMLElement, fits: (one: HTMLElement) => boolean) =>
  cell.dataset.manual === undefined
    ? undefined
    : findAfter(cell, card, (one) => !isSequenced(one) || fits(one));

export function neighbourText(cell: HTMLElement, card: HTMLElement, at: HTMLElement | null) {
  let last = (at ? at.previousElementSibling : cell.lastElementChild) as HTMLElement | null;
  if (last === card) last = card.previousElementSibling as HTMLElement | null;
  return last ? last.id.replace("card-", "after.") : (at?.id.replace("card-", "before.") ?? "last");
}
