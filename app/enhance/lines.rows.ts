import { isOwnCell, lineNumbers } from "~/components/form/lines.cloned";
import { start as combos } from "./combobox";
import { type Cell, fields, rows } from "./lines.cells";
import { total } from "./lines.total";

export function insertLine(grid: HTMLElement, after?: Element, like?: Element) {
  if (rows(grid).length >= Number(grid.dataset.max)) return;
  const fresh = grid
    .querySelector("template")!
    .content.firstElementChild!.cloneNode(true) as HTMLTableRowElement;
  if (after) after.after(fresh);
  else grid.querySelector("tbody")!.append(fresh);
  if (like) fields(like).forEach((from, index) => copyCell(fields(fresh)[index]!, from));
  combos(fresh);
  return fresh;
}

export function addLine(grid: HTMLElement, after?: Element, like?: Element) {
  const fresh = insertLine(grid, after, like);
  if (fresh) number(grid);
  return fresh;
}

function copyCell(target: Cell, from: Cell) {
  if (isOwnCell(target.name)) return;
  if (from instanceof HTMLSelectElement) target.innerHTML = from.innerHTML;
  if ("checked" in from) (target as HTMLInputElement).checked = from.checked;
  target.value = from.value;
}

/** `#` stands for the number in the blank line's names. */
export function number(grid: HTMLElement) {
  const all = rows(grid);
  const own = (row: Element) => row.querySelector<HTMLInputElement>("[name$='].line_no']")?.value;
  const { last } = grid.dataset;
  const numbers = lineNumbers(
    all.map((row) => ({ line_no: own(row) })),
    last === undefined ? last : Number(last),
  );
  all.forEach((row, index) => {
    const called = String(numbers[index]);
    for (const element of row.querySelectorAll("[name],[id],[aria-label]")) {
      for (const name of ["name", "id", "aria-describedby", "list", "aria-label"]) {
        const value = element.getAttribute(name);
        const numbered = value?.replace(/\[(\d+|#)\]/, `[${index}]`).replace(/^(\d+|#)(?=行目)/, called);
        if (numbered && numbered !== value) element.setAttribute(name, numbered);
      }
    }
    row.querySelector("[data-number-of-line]")!.textContent = called;
    row.querySelector<HTMLButtonElement>("[data-line=remove]")!.disabled =
      all.length <= Number(grid.dataset.min);
  });
  // A sheet that sums nothing has no row of totals.
  const count = grid.querySelector("[data-count]");
  if (count) count.textContent = String(all.length);
  total(grid);
}
