import { normalizeNumber } from "~/lib/money/decimal";
import { dateIn } from "./date.read";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let pressed = false;

/** The server's own sentence, before the round trip; Ctrl+Enter or F12 saves. */
export function start() {
  addEventListener("pointerdown", () => (pressed = true), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (pressed = false), true);
  // The message would push the pressed button from under the pointer: it waits for the click.
  addEventListener("change", ({ target }) => {
    if (pressed)
      addEventListener("pointerup", () => setTimeout(() => check(target as Control)), { once: true });
    else check(target as Control);
  });
  addEventListener("input", ({ target }) => {
    if ((target as Control).ariaInvalid) check(target as Control);
  });
  // On the document: lines, on the window, has dropped its blank lines before.
  document.addEventListener("submit", refuse, true);
  // Enter presses the unseen first button: this presses the seen one, which shows 送信中….
  addEventListener("click", (event) => {
    const unseen = event.target as HTMLButtonElement;
    const save = "default" in unseen.dataset && unseen.form?.querySelector<HTMLElement>("[data-save]");
    if (!save) return;
    event.preventDefault();
    save.click();
  });
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key !== "F12" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
    const save = (event.target as Element).closest?.("form")?.querySelector<HTMLElement>("[data-save]");
    if (!save) return;
    event.preventDefault();
    (event.target as HTMLElement).blur();
    save.click();
  });
}

function refuse(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  const button = event.submitter as HTMLButtonElement | null;
  if (form.method !== "post" || button?.formNoValidate) return;
  const wrong = ([...form.elements] as Control[]).filter((control) => !check(control));
  if (!wrong[0]) return;
  event.preventDefault();
  event.stopPropagation();
  wrong[0].focus();
}

function check(control: Control): boolean {
  const place = document.getElementById(control.getAttribute?.("aria-describedby")?.split(" ").pop() ?? "");
  if (!place || !("error" in place.dataset) || control.disabled || !control.name || control.role) return true;
  const text = wrongWith(control);
  place.textContent = text;
  const twin = control.nextElementSibling;
  for (const one of twin?.role === "combobox" ? [control, twin] : [control])
    one.ariaInvalid = text ? "true" : null;
  return !text;
}

function wrongWith(control: Control): string {
  const { required, number, date, invalid } = control.dataset;
  const given = control.matches("[type=radio],[type=checkbox]")
    ? control.form!.querySelector(`[name="${control.name}"]:checked`)
    : control.value.trim();
  if (!given) return required ?? "";
  const readable =
    number !== undefined
      ? normalizeNumber(control.value) !== null
      : date
        ? dateIn(control as HTMLInputElement)
        : true;
  return readable ? "" : (invalid ?? "");
}
