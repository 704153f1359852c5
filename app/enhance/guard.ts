let watching = false;

function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
  event.returnValue = true;
}

function edited(event: Event) {
  const form = (event.target as HTMLInputElement).form;
  if (
    watching ||
    form?.dataset.enhance !== "submit" ||
    form.method !== "post" ||
    form.querySelector("[type=password]")
  )
    return;
  watching = true;
  addEventListener("beforeunload", ask);
}

export function forgetEdits() {
  watching = false;
  removeEventListener("beforeunload", ask);
}

/** Pages without typed values keep no such listener: going back stays instant. */
export function watchEdits() {
  // A script's own writing, as a pasted sheet, sends change alone.
  for (const type of ["input", "change"]) addEventListener(type, edited);
  addEventListener("submit", (event) => event.defaultPrevented || forgetEdits());
}
