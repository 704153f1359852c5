import { fold, options } from "./combobox.find";
import { type Combo, close, isOpen, LIST, marked, onlyChoice, open, pick, step } from "./combobox.list";
import { offer } from "./datalist";

/** ARIA 1.2; the select keeps the value and is what the form sends. */
export function start(root: ParentNode) {
  for (const select of root.querySelectorAll<HTMLSelectElement>("select[data-combo]")) {
    if (!select.nextElementSibling?.matches("[role=combobox]")) makeCombo(select);
  }
  for (const input of root.querySelectorAll<HTMLInputElement>("input[list]"))
    input.oninput = () => void offer(input);
}

function makeCombo(select: HTMLSelectElement) {
  const input = document.createElement("input");
  const combo: Combo = { select, input, pick: (choice) => pick(select, choice) };
  input.className = select.className;
  // Sent along, so that a refused form can still show what was found by searching.
  input.name = `${select.name}_label`;
  input.autocomplete = "off";
  const given = ["aria-label", "aria-describedby", "aria-invalid"].map((name) => [
    name,
    select.getAttribute(name),
  ]);
  const fixed = Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": LIST,
  });
  for (const [name, value] of [...given, ...fixed]) if (value) input.setAttribute(name!, value);
  const caption = input.ariaLabel || select.labels?.[0]?.firstChild?.textContent;
  if (caption) input.ariaLabel = caption;
  select.className = "sr-only";
  select.tabIndex = -1;
  select.ariaHidden = "true";
  select.after(input);
  select.onfocus = () => input.focus();
  select.onchange = () => showChosen(combo);
  input.onfocus = () => input.select();
  input.onclick = () => void open(combo);
  input.oninput = (event) => {
    if (!(event as InputEvent).isComposing) void open(combo);
  };
  input.addEventListener("compositionend", () => void open(combo));
  input.onblur = () => commit(combo);
  input.onkeydown = (event) => onKey(combo, event);
  showChosen(combo);
  if (document.activeElement === select) input.focus();
}

function showChosen({ select, input }: Combo) {
  input.value = select.selectedOptions[0]?.label ?? "";
}

/** An exact label or the only one left is chosen, an empty field clears, anything else goes back. */
function commit(combo: Combo) {
  const typed = fold(combo.input.value);
  const choice =
    options(combo.select).find((one) => fold(one.label) === typed) ??
    (isOpen(combo) ? onlyChoice() : undefined);
  if (!typed) combo.pick({ value: "", label: "" });
  else if (choice) combo.pick(choice);
  showChosen(combo);
  close(combo);
}

function onKey(combo: Combo, event: KeyboardEvent) {
  if (event.isComposing || event.keyCode === 229) return;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    if (isOpen(combo)) step(combo, by);
    else void open(combo);
  } else if (isOpen(combo) && event.key === "Escape") {
    event.stopPropagation();
    showChosen(combo);
    close(combo);
  } else if (isOpen(combo) && marked() && (event.key === "Enter" || event.key === "Tab")) {
    if (event.key === "Enter") event.preventDefault();
    combo.pick(marked()!);
    showChosen(combo);
    close(combo);
  }
}
