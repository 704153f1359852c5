import { settled } from "./fill";
import { add, cells, rows, total, type Cell } from "./lines.rows";

/** Rows copied in Excel fill the grid from the cell they are pasted into, with new lines as needed. */
export function pasteRows(event: ClipboardEvent) {
  const row = (event.target as Element).closest?.("tr");
  const grid = row?.closest<HTMLElement>("[data-lines]");
  const text = event.clipboardData?.getData("text/plain").replace(/\r?\n$/, "") ?? "";
  if (!grid || !row || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  const top = rows(grid).indexOf(row);
  const left = cells(row).indexOf(event.target as Cell);
  text.split(/\r?\n/).forEach((line, down) => {
    const into = rows(grid)[top + down] ?? add(grid);
    if (into) line.split("\t").forEach((value, right) => write(cells(into)[left + right], value.trim()));
  });
  total(grid);
}

function write(cell: Cell | undefined, text: string) {
  const own = cell?.role === "combobox" ? cell.previousElementSibling : cell;
  const select = own instanceof HTMLSelectElement ? own : null;
  const target = select ?? cell;
  if (!target) return;
  target.value = select ? ([...select.options].find((one) => one.label === text || one.value === text)?.value ?? "") : text;
  settled(target);
}
