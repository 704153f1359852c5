export const root = document.querySelector<HTMLElement>("[data-scan]")!;
export const find = <E extends HTMLElement = HTMLElement>(selector: string) =>
  root.querySelector<E>(selector)!;
