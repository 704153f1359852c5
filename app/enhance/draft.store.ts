import { field, keyOf, textFields } from "./draft.push";
import { type Draft, worthKeeping } from "./draft.rules";

const MAX_CHARACTERS = 400_000;

let head = "";

export const storeName = (form: HTMLFormElement) => head + keyOf(form);
export const sellerOf = (form: HTMLFormElement) => field(form, "seller_id").value;

/** Of this person and company alone. */
export function openStore() {
  head = `order.draft.${document.documentElement.dataset.who}.`;
}

const names = () => Object.keys(localStorage).filter((name) => name.startsWith(head));

export function storedDrafts(): Draft[] {
  return names().flatMap((name) => {
    try {
      return [JSON.parse(localStorage[name]) as Draft];
    } catch {
      return [];
    }
  });
}

export function keepOnly(drafts: Draft[]) {
  for (const name of names())
    if (!drafts.some(({ key }) => head + key === name)) localStorage.removeItem(name);
}

export const dropDraft = (key: string) => localStorage.removeItem(head + key);

export function putBack(draft: Draft) {
  localStorage[head + draft.key] = JSON.stringify(draft);
}

export function keepForm(form: HTMLFormElement, sent = false) {
  const fields = textFields(form);
  const seller = document.querySelector<HTMLSelectElement>("#seller")?.selectedOptions[0]?.label ?? "";
  const draft: Draft = { key: keyOf(form), seller_id: sellerOf(form), seller, at: Date.now(), sent, fields };
  if (!worthKeeping(fields)) return dropDraft(draft.key);
  const text = JSON.stringify(draft);
  try {
    if (text.length <= MAX_CHARACTERS) localStorage[storeName(form)] = text;
  } catch {
    // A device without room keeps what it has.
  }
}
