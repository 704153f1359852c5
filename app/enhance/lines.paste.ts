import { options, type Choice } from "./combobox.list";
import { fill, settled } from "./fill";
import { cells, rows, type Cell } from "./lines.rows";

/**
 * Rows copied in Excel fill the grid from `from` on; `grow` makes a line more, or none where the grid is full, and `number` counts them.
 * A cell without a value leaves what stands; what can't be chosen and lines that have no place are told.
 */
export async function paste(from: Cell, text: string, grow: (grid: HTMLElement) => Element | undefined, number: (grid: HTMLElement) => void) {
  const row = from.closest("tr")!;
  // Who was in the list before it became a combobox is still there.
  const cell = from.matches("[data-combo]") ? (from.nextElementSibling as Cell) : from;
  const grid = row.closest<HTMLElement>("[data-lines]")!;
  const [top, left] = [rows(grid).indexOf(row), cells(row).indexOf(cell)];
  const lines = text.split(/\r?\n/).map((line) => line.split("\t").map((value) => value.trim()));
  for (let short = top + lines.length - rows(grid).length; short > 0 && grow(grid); short--);
  number(grid);
  const into = rows(grid).slice(top, top + lines.length);
  const written = into.flatMap((line, down) => lines[down]!.map((value, right) => ({ cell: cells(line)[left + right], value })));
  const asked = new Map<string, Promise<Choice | undefined>>();
  const ready = await Promise.all(written.map(async ({ cell, value }) => ({ cell, value, choice: cell && value ? await choiceOf(cell, value, asked) : null })));
  for (const { cell, value, choice } of ready) if (cell && value) write(cell, value, choice);
  const rest = lines.length - into.length;
  if (rest > 0) grid.querySelector(":scope > [data-error]")!.textContent = `明細は${grid.dataset.max}行までです。貼り付けた${lines.length}行のうち、最後の${rest}行は入っていません。`;
}

const selectOf = (cell: Cell) => {
  const own = cell.role === "combobox" ? cell.previousElementSibling : cell;
  return own instanceof HTMLSelectElement ? own : null;
};

/** The choice that a cell's text means: its label, its value, or the code that its label begins with; null where any text may stand. */
async function choiceOf(cell: Cell, text: string, asked: Map<string, Promise<Choice | undefined>>): Promise<Choice | null | undefined> {
  const select = selectOf(cell);
  if (!select) return null;
  const meant = (some: Choice[]) => some.find(({ label, value }) => label === text || value === text) ?? some.find(({ label }) => label.startsWith(`${text} `));
  const near = meant(options(select));
  const source = select.dataset.source;
  if (near || !source) return near;
  const far = asked.get(text) ?? fetch(source + encodeURIComponent(text)).then((it) => it.json()).then(meant).catch(() => undefined);
  asked.set(text, far);
  return far;
}

function write(cell: Cell, text: string, choice: Choice | null | undefined) {
  const select = selectOf(cell) ?? cell;
  if (choice && ![...(select as HTMLSelectElement).options].some(({ value }) => value === choice.value)) {
    (select as HTMLSelectElement).add(new Option(choice.label, choice.value));
  }
  select.value = choice === null ? text : (choice?.value ?? "");
  settled(select);
  if (choice) fill(select, choice.fill);
  const place = select.closest("[data-field]")?.querySelector("[data-error]");
  if (choice === undefined && place) place.textContent = `「${text}」は選べません`;
}
