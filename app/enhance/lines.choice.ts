import { type Choice, options } from "./combobox.find";
import { fill, isFilled } from "./fill";
import type { Cell } from "./lines.cells";
import { uncounted } from "./lines.match";

const selectOf = (cell: Cell) => {
  const own = cell.role === "combobox" ? cell.previousElementSibling : cell;
  return own instanceof HTMLSelectElement ? own : null;
};

export async function choiceOf(
  cell: Cell,
  text: string,
  asked: Map<string, Promise<Choice | undefined>>,
): Promise<Choice | null | undefined> {
  const select = selectOf(cell);
  if (!select) return null;
  const meant = (some: Choice[]) =>
    some.find(({ label, value }) => label === text || value === text) ??
    some.find(({ label }) => label.startsWith(`${text} `));
  const near = meant(options(select));
  const source = select.dataset.source;
  if (near || !source) return near;
  const far =
    asked.get(text) ??
    fetch(source + encodeURIComponent(text))
      .then((it) => it.json())
      .then(meant)
      .catch(() => undefined);
  asked.set(text, far);
  return far;
}

export function writeCell(cell: Cell, text: string, choice: Choice | null | undefined) {
  const select = selectOf(cell) ?? cell;
  if (choice && ![...(select as HTMLSelectElement).options].some(({ value }) => value === choice.value)) {
    (select as HTMLSelectElement).add(new Option(choice.label, choice.value));
  }
  select.value =
    choice === null ? ("number" in select.dataset ? uncounted(text) : text) : (choice?.value ?? "");
  isFilled(select);
  if (choice) fill(select, choice.fill);
  const place = select.closest("[data-field]")?.querySelector("[data-error]");
  if (choice === undefined && place) place.textContent = `「${text}」は選べません`;
}
