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

/**
 * Asks before typed values are left behind; a page without them keeps no such listener, so that going back
 * stays instant.
 */
export function watchEdits() {
  // What a script writes, as a pasted sheet, says change alone.
  for (const type of ["input", "change"]) addEventListener(type, edited);
  addEventListener("submit", (event) => event.defaultPrevented || forgetEdits());
}
