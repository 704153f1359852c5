import { amountProblem, lineAmount } from "~/lib/money/amount";
import { addDecimal } from "~/lib/money/decimal";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { start as combos } from "./combobox";

export type Cell = HTMLInputElement | HTMLSelectElement;

export function rows(grid: Element) {
  return [...grid.querySelectorAll<HTMLTableRowElement>("tbody tr")];
}

function fields(row: Element) {
  return [...row.querySelectorAll<Cell>("[name]:not(button,[role])")];
}

export function cells(row: Element) {
  return [...row.querySelectorAll<Cell>("input:not([type=hidden]),select:not([data-combo])")];
}

export function blank(row: Element) {
  return [...row.querySelectorAll<Cell>("[type=text],[data-combo]")].every(({ value }) => !value.trim());
}

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
  if (target.name.endsWith("].id")) return;
  if (from instanceof HTMLSelectElement) target.innerHTML = from.innerHTML;
  if ("checked" in from) (target as HTMLInputElement).checked = from.checked;
  target.value = from.value;
}

/** `#` stands for the number in the blank line's names. */
export function number(grid: HTMLElement) {
  const all = rows(grid);
  all.forEach((row, index) => {
    for (const element of row.querySelectorAll("*")) {
      for (const name of ["name", "id", "aria-describedby", "list", "aria-label"]) {
        const value = element.getAttribute(name);
        if (value)
          element.setAttribute(
            name,
            value.replace(/\[(\d+|#)\]/, `[${index}]`).replace(/^(\d+|#)(?=行目)/, String(index + 1)),
          );
      }
    }
    row.querySelector("[data-number-of-line]")!.textContent = String(index + 1);
    row.querySelector<HTMLButtonElement>("[data-line=remove]")!.disabled =
      all.length <= Number(grid.dataset.min);
  });
  grid.querySelector("[data-count]")!.textContent = String(all.length);
  total(grid);
}

const cell = (row: Element, name?: string) => (name ? row.querySelector<Cell>(`[name$="].${name}"]`) : null);

function fieldOf(row: Element, name: string) {
  const text = cell(row, name)?.value.replaceAll(",", "") ?? "";
  return /^-?\d+(\.\d{1,3})?$/.test(text) ? text : "";
}

/** Two units agree where one is empty: it follows the other. */
function same(row: Element, names?: string) {
  return (
    new Set(
      names
        ?.split(" ")
        .map((name) => cell(row, name)?.value)
        .filter(Boolean),
    ).size < 2
  );
}

const PENDING = "確認で計算";

const numberText = (amount: number | string) =>
  Number(amount).toLocaleString("ja-JP", { maximumFractionDigits: 3 });

export function total(grid: HTMLElement) {
  const sums: Record<string, string> = {};
  const pending = new Set<string>();
  for (const row of rows(grid)) {
    for (const place of row.querySelectorAll<HTMLOutputElement>("[data-amount]")) {
      const [quantity, price] = place.dataset.amount!.split(" ").map((name) => fieldOf(row, name));
      const later = cell(row, place.dataset.waits)?.value;
      const known =
        quantity && price && !later && same(row, place.dataset.same) && !amountProblem(quantity, price);
      const amount = known ? lineAmount(quantity, price, grid.dataset.rounding as Rounding) : null;
      const waits = amount === null && (later || place.dataset.same !== undefined) && quantity !== "";
      if (waits) pending.add(place.dataset.column!);
      place.value = waits ? PENDING : amount === null ? "" : numberText(amount);
      sums[place.dataset.column!] = addDecimal(sums[place.dataset.column!] ?? "0", String(amount ?? 0));
    }
  }
  for (const place of grid.querySelectorAll<HTMLOutputElement>("[data-total]")) {
    const name = place.dataset.total!;
    (place.nextElementSibling as HTMLElement).hidden = pending.has(name);
    place.value = pending.has(name)
      ? PENDING
      : numberText(sums[name] ?? addDecimal("0", ...rows(grid).map((row) => fieldOf(row, name) || "0")));
  }
}
