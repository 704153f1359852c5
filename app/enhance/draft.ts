import { current, field, forgive, keyOf, textFields, watchPush } from "./draft.push";
import { type Draft, liveDrafts, sentenceOf, worthKeeping } from "./draft.rules";

const SAVE_MS = 400;
const MAX_CHARACTERS = 400_000;

let head = "";
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let started = false;
let pressed = "";

/**
 * Kept on the device for this person and company, each form by its own key; sent again, the same key makes no
 * second order.
 */
export function start(form: HTMLFormElement) {
  head = `order.draft.${document.documentElement.dataset.who}.`;
  if (pressed !== head + keyOf(form)) localStorage.removeItem(pressed);
  pressed = "";
  const asked = location.hash.startsWith("#draft=") ? location.hash.slice(7) : "";
  if (asked) history.replaceState(history.state, "", location.pathname + location.search);
  const drafts = liveDrafts(stored(), Date.now());
  for (const name of names())
    if (!drafts.some(({ key }) => head + key === name)) localStorage.removeItem(name);
  // The first time, one of this form's own key is what did not reach the server before the page was left.
  offer(
    form,
    drafts.filter(({ key }) => !started || key !== keyOf(form)),
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
  watchPush(
    (key) => localStorage.removeItem(head + key),
    () => saveTimer !== undefined,
  );
}

const sellerOf = (form: HTMLFormElement) => field(form, "seller_id").value;
const names = () => Object.keys(localStorage).filter((name) => name.startsWith(head));

function stored(): Draft[] {
  return names().flatMap((name) => {
    try {
      return [JSON.parse(localStorage[name]) as Draft];
    } catch {
      return [];
    }
  });
}

function changed({ type, target }: Event) {
  const form = (target as Element).closest?.("form");
  if (form?.id !== "order" || (type === "click" && localStorage[head + keyOf(form)] === undefined)) return;
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, SAVE_MS);
}

function save() {
  const form = saveTimer === undefined ? null : current();
  clearTimeout(saveTimer);
  saveTimer = undefined;
  if (form) keep(form);
}

function keep(form: HTMLFormElement, sent = false) {
  const fields = textFields(form);
  const seller = document.querySelector<HTMLSelectElement>("#seller")?.selectedOptions[0]?.label ?? "";
  const draft: Draft = { key: keyOf(form), seller_id: sellerOf(form), seller, at: Date.now(), sent, fields };
  const text = JSON.stringify(draft);
  if (!worthKeeping(fields)) return localStorage.removeItem(head + draft.key);
  try {
    if (text.length <= MAX_CHARACTERS) localStorage[head + draft.key] = text;
  } catch {
    // A device without room keeps what it has.
  }
}

/** Kept until the page that says it was sent is here. */
function sends({ target, submitter, defaultPrevented }: SubmitEvent) {
  const form = target as HTMLFormElement;
  if (form.id !== "order" || (submitter as HTMLButtonElement | null)?.value !== "send") return;
  clearTimeout(saveTimer);
  saveTimer = undefined;
  keep(form, true);
  const name = (pressed = head + keyOf(form));
  const look = new MutationObserver(() => {
    if (location.pathname === "/order/new") return;
    look.disconnect();
    localStorage.removeItem(name);
  });
  if (defaultPrevented) look.observe(document, { childList: true, subtree: true });
}

function offer(form: HTMLFormElement, drafts: Draft[]) {
  const place = document.querySelector<HTMLElement>("[data-drafts]");
  const list = place?.querySelector("ul");
  const like = place?.querySelector("template")?.content.firstElementChild;
  if (!place || !list || !like) return;
  place.hidden = drafts.length === 0;
  list.replaceChildren(
    ...drafts.map((draft) => {
      const item = like.cloneNode(true) as HTMLElement;
      const [text, on, away, back] = [...item.children] as [
        HTMLElement,
        HTMLButtonElement,
        HTMLButtonElement,
        HTMLButtonElement,
      ];
      const sentence = (text.textContent = sentenceOf(draft));
      on.onclick = () => {
        if (draft.seller_id === sellerOf(form)) return restoreDraft(form, draft);
        location.assign(
          `/order/new?${new URLSearchParams({ seller_id: draft.seller_id })}#draft=${draft.key}`,
        );
      };
      const show = (gone: boolean) => {
        text.textContent = gone ? "下書きを破棄しました。" : sentence;
        [on.hidden, away.hidden, back.hidden] = [gone, gone, !gone];
      };
      away.onclick = () => {
        localStorage.removeItem(head + draft.key);
        show(true);
        back.focus();
      };
      back.onclick = () => {
        localStorage[head + draft.key] = JSON.stringify(draft);
        show(false);
        on.focus();
      };
      return item;
    }),
  );
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
