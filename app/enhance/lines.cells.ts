export type Cell = HTMLInputElement | HTMLSelectElement;

export function rows(grid: Element) {
  return [...grid.querySelectorAll<HTMLTableRowElement>("tbody tr")];
}

export function fields(row: Element) {
  return [...row.querySelectorAll<Cell>("[name]:not(button,[role])")];
}

export function cells(row: Element) {
  return [...row.querySelectorAll<Cell>("input:not([type=hidden]),select:not([data-combo])")];
}

export function blank(row: Element) {
  return [...row.querySelectorAll<Cell>("[type=text],[data-combo]")].every(({ value }) => !value.trim());
}
