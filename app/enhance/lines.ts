import { blank, type Cell, cellAfter, cells, entries, rows } from "./lines.cells";
import { addLine, insertLine, number } from "./lines.rows";
import { total } from "./lines.total";

let started = false;
let isTotalDue = false;

export function start(root: ParentNode) {
  for (const hint of root.querySelectorAll<HTMLElement>("[data-lines-hint]")) hint.hidden = false;
  if (started) return;
  started = true;
  addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-line]");
    if (!button) return;
    event.preventDefault();
    act(button.closest<HTMLElement>("[data-lines]")!, button.dataset.line!, button.closest("tr"));
  });
  addEventListener("keydown", onKey);
  addEventListener("paste", onPaste);
  // Full-width digits become a number only on leaving the field.
  for (const type of ["input", "change", "focusout"]) {
    addEventListener(type, ({ target }) => {
      const grid = (target as Element).closest<HTMLElement>("[data-lines]");
      if (!grid || isTotalDue) return;
      isTotalDue = true;
      queueMicrotask(() => {
        isTotalDue = false;
        total(grid);
      });
    });
  }
  addEventListener("submit", dropBlank, true);
}

function onPaste(event: ClipboardEvent) {
  const cell = event.target as Cell;
  const text = event.clipboardData!.getData("text/plain").replace(/\r?\n$/, "");
  if (!cell.closest?.("[data-lines] tr") || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  void import("./lines.paste").then(({ paste }) => paste(cell, text, insertLine, number));
}

function act(grid: HTMLElement, what: string, row: HTMLTableRowElement | null) {
  const all = rows(grid);
  const at = row ? all.indexOf(row) : all.length - 1;
  if (what === "remove") {
    if (all.length <= Number(grid.dataset.min)) return;
    row!.remove();
    number(grid);
    cells(all[at + 1] ?? all[at - 1] ?? grid)[0]?.focus();
  } else {
    const fresh = addLine(grid, all[at], what === "duplicate" ? row! : undefined);
    if (fresh) cells(fresh)[0]?.focus();
  }
}

function onKey(event: KeyboardEvent) {
  const cell = event.target as Cell;
  const row = cell.closest?.("tr");
  const grid = row?.closest<HTMLElement>("[data-lines]");
  if (!grid || !row || event.isComposing || event.keyCode === 229 || cell.tagName === "BUTTON") return;
  if (event.ctrlKey && (event.key === "d" || event.key === "Delete")) {
    event.preventDefault();
    return act(grid, event.key === "d" ? "duplicate" : "remove", row);
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter") {
    event.preventDefault();
    const next = cellAfter(grid, cell, event.shiftKey);
    if (next) return focus(next);
    if (event.shiftKey) return;
    const fresh = blank(row) ? null : addLine(grid);
    if (fresh) focus(entries(fresh)[0]!);
    else grid.closest("form")?.querySelector<HTMLElement>("[data-save]")?.focus();
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || event.defaultPrevented || !cell.matches("input:not([role])")) return;
  const other = rows(grid)[rows(grid).indexOf(row) + step];
  if (other) focus(cells(other)[cells(row).indexOf(cell)]!);
}

function focus(cell: Cell) {
  cell.focus();
  if (cell instanceof HTMLInputElement && cell.type === "text") cell.select();
}

function dropBlank(event: SubmitEvent) {
  for (const grid of (event.target as Element).querySelectorAll<HTMLElement>("[data-lines]")) {
    const all = rows(grid);
    const last = Math.max(all.findLastIndex((row) => !blank(row)) + 1, Number(grid.dataset.min));
    if (last >= all.length) continue;
    for (const row of all.slice(last)) row.remove();
    number(grid);
  }
}
