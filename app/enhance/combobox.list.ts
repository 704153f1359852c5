export type Choice = { value: string; label: string; fill?: Record<string, string> };
export type Combo = { select: HTMLSelectElement; input: HTMLInputElement; pick: (choice: Choice) => void };

export const LIST = "combo-list";
const LOOK = "fixed z-50 max-h-64 overflow-auto rounded border border-muted/75 bg-surface py-1";
const ITEM = "cursor-pointer px-3 py-1 touch:py-3 aria-selected:bg-accent-soft";

let list: HTMLElement | undefined;
let visible: Choice[] = [];
let active = -1;
let asked = 0;

export const marked = () => visible[active];
export const onlyChoice = () => (visible.length === 1 ? visible[0] : undefined);

/** Close enough to the server's searchKey for a short list, at a tenth of its size. */
export function fold(text: string) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s/g, "")
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 96));
}

export function isOpen({ input }: Combo) {
  return input.ariaExpanded === "true";
}

export function options(select: HTMLSelectElement): Choice[] {
  return [...select.options]
    .filter((one) => one.value)
    .map((one) => ({
      value: one.value,
      label: one.label,
      fill: one.dataset.fill ? JSON.parse(one.dataset.fill) : undefined,
    }));
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

export async function findChoices(typed: string, own: Choice[], source?: string): Promise<Choice[] | null> {
  const turn = ++asked;
  const key = fold(typed);
  const near = own.filter((choice) => fold(choice.label).includes(key));
  if (!source || !key) return near;
  await new Promise((done) => setTimeout(done, 150));
  if (turn !== asked) return null;
  const answer = await fetch(source + encodeURIComponent(typed))
    .then((it) => it.json())
    .catch(() => near);
  return turn === asked ? answer : null;
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
  asked++;
  list?.remove();
  input.ariaExpanded = "false";
  input.removeAttribute("aria-activedescendant");
}
