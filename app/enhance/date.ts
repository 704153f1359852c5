import { dateIn } from "~/enhance/date.read";
import { formatDate } from "~/lib/time/date";

/** R7-4: what is typed is echoed, and written out on leaving the field. "Today" is the server's. */
export function start() {
  addEventListener("input", (event) => {
    if (!(event as InputEvent).isComposing) echo(event.target);
  });
  addEventListener("focusout", ({ target }) => tidyDate(target));
  addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-cal]");
    if (button) void import("./calendar").then(({ open }) => open(button));
  });
}

function tidyDate(target: unknown) {
  const date = echo(target);
  if (!date) return;
  const field = target as HTMLInputElement;
  field.value = positionPanel(field) ? date.replaceAll("-", "/") : formatDate(date);
}

function echo(target: unknown) {
  if (!(target instanceof HTMLInputElement) || !target.dataset.date) return null;
  const date = dateIn(target);
  const output = positionPanel(target);
  if (output) output.value = date ? formatDate(date) : "";
  return date;
}

function positionPanel(field: HTMLInputElement) {
  const echoes = [...field.parentElement!.children].filter((one) => one instanceof HTMLOutputElement);
  return echoes[0] ?? null;
}
