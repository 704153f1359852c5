import { watchChunks } from "./move.chunks";
import { watchScans } from "./move.scan";

const ready = new WeakSet<Element>();
const once = (part: HTMLElement | null, then: (part: HTMLElement) => void) => {
  if (!part || ready.has(part)) return;
  ready.add(part);
  then(part);
};

/**
 * カード一括移動: what is asked of a partner is there where the place is a 外注 process; scans are heard; many cards
 * go in parts.
 */
export function start(root: ParentNode) {
  const told = root.querySelector<HTMLElement>("[data-step]");
  if (told && told.dataset.step !== step) queueMicrotask(() => lead(told));
  step = told?.dataset.step;
  once(root.querySelector("[data-partner]"), askPartner);
  once(root.querySelector("[data-scans]"), (form) => watchScans(form as HTMLFormElement));
  once(root.querySelector("[data-chunks]"), (form) => watchChunks(form as HTMLFormElement));
}

let step: string | undefined;

/**
 * What is to be confirmed, and what came of it, is said above the cards: nobody presses on below it unread.
 */
function lead(told: HTMLElement) {
  scrollTo(0, 0);
  told.focus({ preventScroll: true });
}

function askPartner(part: HTMLElement) {
  const usual = JSON.parse(part.dataset.partner!) as Record<string, string>;
  const form = part.closest("form")!;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement & HTMLSelectElement;
  const show = () => {
    const out = usual[field("to").value.split(".")[0]!];
    part.hidden = out === undefined;
    for (const set of part.querySelectorAll("fieldset")) set.disabled = part.hidden;
    if (out && !field("partner_id").value && !field("inside").checked) field("partner_id").value = out;
  };
  form.addEventListener("change", (event) => {
    if (event.target === field("to")) show();
    else if (event.target === field("partner_id") && field("partner_id").value)
      field("inside").checked = false;
    else if (event.target === field("inside") && field("inside").checked) field("partner_id").value = "";
  });
  show();
}
