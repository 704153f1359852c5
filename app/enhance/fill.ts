/** Writes what comes with a choice into the other cells of its line, or fields of its form. */
export function fill(from: HTMLElement, values: Record<string, string> = {}) {
  const scope = from.closest("tr") ?? from.closest("form");
  for (const [name, value] of Object.entries(values)) {
    const field = scope?.querySelector<HTMLInputElement>(`[name="${name}"],[name$="].${name}"]`);
    if (!field) continue;
    field.value = value;
    isFilled(field);
  }
}

/** A value written by us is tidied and counted as one that a person typed and left. */
export function isFilled(field: Element) {
  for (const event of ["focusout", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
