export function fill(from: HTMLElement, values: Record<string, string> = {}) {
  const scope = from.closest("tr") ?? from.closest("form");
  for (const [name, value] of Object.entries(values)) {
    const field = scope?.querySelector<HTMLInputElement>(`[name="${name}"],[name$="].${name}"]`);
    if (!field) continue;
    field.value = value;
    isFilled(field);
  }
}

/** Treated as typed and left: formatted, and counted as an edit. */
export function isFilled(field: Element) {
  for (const event of ["focusout", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
