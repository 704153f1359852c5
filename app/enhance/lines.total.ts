import { amountProblem, lineAmount } from "~/lib/money/amount";
import { addDecimal } from "~/lib/money/decimal";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { type Cell, rows } from "./lines.cells";

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
