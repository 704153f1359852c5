import { watchChunks } from "./chunks";
import { closingJob } from "./closing.chunks";
import { moveJob } from "./move.chunks";
import { watchScans } from "./move.scan";

const started = new WeakSet<Element>();
const startOnce = (part: HTMLElement | null, then: (part: HTMLElement) => void) => {
  if (!part || started.has(part)) return;
  started.add(part);
  then(part);
};

export function start(root: ParentNode) {
  const told = root.querySelector<HTMLElement>("[data-step]");
  if (told && told.dataset.step !== lastStep) queueMicrotask(() => scrollToResult(told));
  lastStep = told?.dataset.step;
  startOnce(root.querySelector("[data-partner]"), askPartner);
  startOnce(root.querySelector("[data-scans]"), (form) => watchScans(form as HTMLFormElement));
  startOnce(root.querySelector("[data-chunks]"), (form) =>
    watchChunks(form as HTMLFormElement, moveJob(form.dataset.chunks!)),
  );
  startOnce(root.querySelector("[data-closing] form[method=post]"), (form) =>
    watchChunks(form as HTMLFormElement, closingJob),
  );
}

let lastStep: string | undefined;

/** Confirmation and result stand above the cards, so that nobody presses on unread. */
function scrollToResult(told: HTMLElement) {
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
