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

/** Where Enter goes: what every line needs, where the sheet says so; Tab goes everywhere. */
export function entries(row: Element) {
  const marked = [...row.querySelectorAll("[data-entry]")].flatMap(cells);
  return marked.length > 0 ? marked : cells(row);
}

/** What is not in the master is named in the next cell. */
export function cellAfter(grid: HTMLElement, cell: Cell, back: boolean) {
  const all = rows(grid).flatMap(cells);
  const way = new Set(rows(grid).flatMap(entries));
  const at = all.indexOf(cell);
  if (back) return all.slice(0, at).findLast((other) => way.has(other));
  const unnamed = cell.role === "combobox" && cell.value === "";
  return all.slice(at + 1).find((other) => unnamed || way.has(other));
}
