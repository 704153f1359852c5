import { type Choice, findChoices, options, stopSearch } from "./combobox.find";
import { fill } from "./fill";

export type Combo = { select: HTMLSelectElement; input: HTMLInputElement; pick: (choice: Choice) => void };

export const LIST = "combo-list";
const LOOK = "fixed z-50 max-h-64 overflow-auto rounded border border-muted/75 bg-surface py-1";
const ITEM = "cursor-pointer px-3 py-1 touch:py-3 aria-selected:bg-accent-soft";

let list: HTMLElement | undefined;
let visible: Choice[] = [];
let active = -1;

export const marked = () => visible[active];
export const onlyChoice = () => (visible.length === 1 ? visible[0] : undefined);

export function isOpen({ input }: Combo) {
  return input.ariaExpanded === "true";
}

export async function open(combo: Combo) {
  const { select, input } = combo;
  const settled = input.value === select.selectedOptions[0]?.label;
  const found = await findChoices(settled ? "" : input.value, options(select), select.dataset.source);
  if (!found || document.activeElement !== input) return;
  visible = found.slice(0, 50);
  list?.remove();
  list = document.createElement("ul");
  list.id = LIST;
  list.role = "listbox";
  list.ariaLabel = input.ariaLabel;
  list.className = LOOK;
  list.append(...visible.map((choice, index) => item(combo, choice, index)));
  if (!visible.length) list.append("　該当するものがありません　");
  document.body.append(list);
  positionList(list, input.getBoundingClientRect());
  input.ariaExpanded = "true";
  mark(combo, settled ? visible.findIndex((choice) => choice.value === select.value) : 0);
}

function item(combo: Combo, choice: Choice, index: number) {
  const line = document.createElement("li");
  line.id = `${LIST}-${index}`;
  line.role = "option";
  line.className = ITEM;
  line.textContent = choice.label;
  line.onpointerdown = (event) => event.preventDefault();
  line.onclick = () => {
    combo.pick(choice);
    close(combo);
  };
  return line;
}

function positionList({ style }: HTMLElement, { left, width, top, bottom }: DOMRect) {
  style.left = `${left}px`;
  style.minWidth = `${width}px`;
  if (innerHeight - bottom > 264 || top < 264) style.top = `${bottom + 2}px`;
  else style.bottom = `${innerHeight - top + 2}px`;
}

function mark({ input }: Combo, index: number) {
  active = Math.min(Math.max(index, -1), visible.length - 1);
  [...list!.children].forEach((line, at) => {
    line.ariaSelected = String(at === active);
  });
  list!.children[active]?.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", active < 0 ? "" : `${LIST}-${active}`);
}

export function step(combo: Combo, by: number) {
  mark(combo, active + by);
}

export function close({ input }: Combo) {
  stopSearch();
  list?.remove();
  input.ariaExpanded = "false";
  input.removeAttribute("aria-activedescendant");
}

export function pick(select: HTMLSelectElement, choice: Choice) {
  if (select.value === choice.value) return;
  if (![...select.options].some((one) => one.value === choice.value))
    select.add(new Option(choice.label, choice.value));
  select.value = choice.value;
  fill(select, choice.fill);
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}
