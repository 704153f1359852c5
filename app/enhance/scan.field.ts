import { readText } from "~/lib/code/token";

/** Milliseconds without a key after which a reader is done. */
const PAUSE_MS = 300;
/** Milliseconds a key: a reader is faster than any hand; a typed number waits for Enter. */
const READER_MS = 45;

/** Always ready for a reader. On a touch screen the keyboard stays down until 番号で探す is pressed. */
export function watchField(form: HTMLFormElement, read: (text: string) => void): () => void {
  const field = form.elements.namedItem("code") as HTMLInputElement;
  const touch = matchMedia("(pointer: coarse)").matches;
  let timer: ReturnType<typeof setTimeout>;
  let began = 0;
  if (touch) field.inputMode = "none";
  const take = () => {
    clearTimeout(timer);
    const text = field.value.trim();
    field.value = "";
    if (touch) field.inputMode = "none";
    if (text) read(text);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (touch && event.submitter && !field.value) {
      field.inputMode = "text";
      field.blur();
      return field.focus();
    }
    take();
  });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const now = performance.now();
    if (field.value.length <= 1) began = now;
    const pace = (now - began) / Math.max(1, field.value.length - 1);
    const code = readText(field.value);
    if (code && code.kind !== "number" ? true : field.value.length >= 3 && pace < READER_MS)
      timer = setTimeout(take, PAUSE_MS);
  });
  const ready = () => {
    const at = document.activeElement;
    if (!at || at === document.body || (at as HTMLElement).closest("[data-acts]"))
      field.focus({ preventScroll: true });
  };
  addEventListener("click", () => setTimeout(ready));
  addEventListener("focus", ready);
  ready();
  return () => field.focus({ preventScroll: true });
}
