import { offerDrafts } from "./draft.offer";
import { current, forgive, keyOf, watchPush } from "./draft.push";
import { type Draft, liveDrafts } from "./draft.rules";
import { dropDraft, keepForm, keepOnly, openStore, sellerOf, storedDrafts, storeName } from "./draft.store";

const SAVE_MS = 400;

let saveTimer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let pressed = "";

/**
 * Kept on the device for this person and company, each form by its own key; sent again, the same key makes no
 * second order.
 */
export function start(form: HTMLFormElement) {
  openStore();
  if (pressed !== storeName(form)) localStorage.removeItem(pressed);
  pressed = "";
  const asked = location.hash.startsWith("#draft=") ? location.hash.slice(7) : "";
  if (asked) history.replaceState(history.state, "", location.pathname + location.search);
  const drafts = liveDrafts(storedDrafts(), Date.now());
  keepOnly(drafts);
  // The first time, one of this form's own key is what did not reach the server before the page was left.
  offerDrafts(
    form,
    drafts.filter(({ key }) => !started || key !== keyOf(form)),
    (draft) => restoreDraft(form, draft),
  );
  const wanted = drafts.find(({ key, seller_id }) => key === asked && seller_id === sellerOf(form));
  if (wanted) restoreDraft(form, wanted);
  forgive();
  if (started) return;
  started = true;
  for (const type of ["input", "change", "click"]) addEventListener(type, changed);
  addEventListener("pagehide", save);
  addEventListener("submit", sends);
  // Last, so that the device has it before the server is asked.
  watchPush(dropDraft, () => saveTimer !== undefined);
}

function changed({ type, target }: Event) {
  const form = (target as Element).closest?.("form");
  if (form?.id !== "order" || (type === "click" && localStorage[storeName(form)] === undefined)) return;
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, SAVE_MS);
}

function save() {
  const form = saveTimer === undefined ? null : current();
  clearTimeout(saveTimer);
  saveTimer = undefined;
  if (form) keepForm(form);
}

/** Kept until the page that says it was sent is here. */
function sends({ target, submitter, defaultPrevented }: SubmitEvent) {
  const form = target as HTMLFormElement;
  if (form.id !== "order" || (submitter as HTMLButtonElement | null)?.value !== "send") return;
  clearTimeout(saveTimer);
  saveTimer = undefined;
  keepForm(form, true);
  const name = (pressed = storeName(form));
  const look = new MutationObserver(() => {
    if (location.pathname === "/order/new") return;
    look.disconnect();
    localStorage.removeItem(name);
  });
  if (defaultPrevented) look.observe(document, { childList: true, subtree: true });
}

/**
 * The server draws the form from the draft, as it does from a refused post: lines, columns and search
 * results.
 */
function restoreDraft(form: HTMLFormElement, draft: Draft) {
  save();
  form.addEventListener(
    "formdata",
    ({ formData }) => {
      for (const name of [...formData.keys()]) formData.delete(name);
      for (const [name, value] of draft.fields) formData.append(name, value);
    },
    { once: true },
  );
  const button = document.createElement("button");
  const columns = draft.fields.find(([name]) => name === "columns")?.[1] ?? "";
  Object.assign(button, {
    name: "__intent__",
    value: JSON.stringify({ type: "update", payload: { name: "columns", value: columns } }),
  });
  Object.assign(button, { formNoValidate: true, hidden: true });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}
