export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  look: string,
  text = "",
  ...inner: Node[]
): HTMLElementTagNameMap[K] {
  const one = document.createElement(tag);
  one.className = look;
  one.append(text, ...inner);
  return one;
}
export function button(text: string, press: () => void, look = "scan-button"): HTMLButtonElement {
  const one = element("button", look, text);
  one.type = "button";
  one.onclick = press;
  return one;
}
export function ask<T>(
  title: string,
  fill: (sheet: HTMLElement, answer: (value: T | null) => void) => void,
): Promise<T | null> {
  return new Promise((done) => {
    const sheet = element("dialog", "scan-sheet");
    const answer = (value: T | null) => {
      sheet.remove();
      done(value);
    };
    sheet.setAttribute("aria-label", title);
    sheet.append(element("h2", "", title));
    fill(sheet, answer);
    sheet.append(button("やめる", () => answer(null)));
    sheet.addEventListener("cancel", () => answer(null));
    document.body.append(sheet);
    sheet.showModal();
  });
}
export function pad(
  field: () => HTMLInputElement,
  changed: () => void,
  keys = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", "←"],
): HTMLElement {
  let fresh: HTMLInputElement | null = null;
  const press = (key: string) => {
    const at = field();
    // The first key replaces the suggestion.
    if (at !== fresh && key !== "←") at.value = "";
    fresh = at;
    at.value = key === "←" ? at.value.slice(0, -1) : at.value + key;
    changed();
  };
  return element("div", "scan-pad", "", ...keys.map((key) => button(key, () => press(key))));
}
