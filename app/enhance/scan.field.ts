import { readText } from "~/lib/code/token";

/** Milliseconds without a key after which a reader is done. */
const PAUSE_MS = 300;
/** Milliseconds a key: a reader is faster than any hand; a typed number waits for Enter. */
const READER_MS = 45;

/** Whether what stands in a field came faster than by any hand. */
export function watchPace(field: HTMLInputElement): () => boolean {
  let began = Number.NEGATIVE_INFINITY;
  let last = { value: "", at: 0 };
  field.addEventListener("input", () => {
    const { value } = field;
    const isKeyed = value.length === last.value.length + 1;
    last = { value, at: performance.now() };
    if (value.length <= 1) began = last.at;
    else if (!isKeyed) began = Number.NEGATIVE_INFINITY;
  });
  return () => {
    const { length } = field.value;
    return length >= 3 && field.value === last.value && (last.at - began) / (length - 1) < READER_MS;
  };
}

/** Always ready for a reader. On a touch screen the keyboard stays down until 番号で探す is pressed. */
export function watchField(form: HTMLFormElement, read: (text: string) => void): () => void {
  const field = form.elements.namedItem("code") as HTMLInputElement;
  const touch = matchMedia("(pointer: coarse)").matches;
  const isFast = watchPace(field);
  let timer: ReturnType<typeof setTimeout>;
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
    const code = readText(field.value);
    if ((code && code.kind !== "number") || isFast()) timer = setTimeout(take, PAUSE_MS);
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
