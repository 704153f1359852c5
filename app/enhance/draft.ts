import { type Draft, liveDrafts, sentenceOf, worthKeeping } from "./draft.kept";

const WAIT = 400;
const LONGEST = 400_000;

let head = "";
let due: ReturnType<typeof setTimeout> | undefined;
let started = false;
/** What was sent, while no answer is here. */
let pressed = "";

/**
 * What is typed into an order stays on this device until it is sent, for this person and company alone, each
 * form by its own key: what
 * another tab holds is left alone. Sent again, the same key makes no second order.
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
  offer(
    form,
    drafts.filter(({ key }) => key !== keyOf(form)),
  );
  const wanted = drafts.find(({ key, seller_id }) => key === asked && seller_id === sellerOf(form));
  if (wanted) putBack(form, wanted);
  if (started) return;
  started = true;
  for (const type of ["input", "change", "click"]) addEventListener(type, changed);
  addEventListener("pagehide", save);
  addEventListener("submit", sends);
}

const current = () => document.querySelector<HTMLFormElement>("form#order");
const field = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement).value;
const keyOf = (form: HTMLFormElement) => field(form, "idempotency_key");
const sellerOf = (form: HTMLFormElement) => field(form, "seller_id");
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

/** A button in the form says something only once there is something to keep. */
function changed({ type, target }: Event) {
  const form = (target as Element).closest?.("form");
  if (form?.id !== "order" || (type === "click" && localStorage[head + keyOf(form)] === undefined)) return;
  clearTimeout(due);
  due = setTimeout(save, WAIT);
}

function save() {
  const form = due === undefined ? null : current();
  clearTimeout(due);
  due = undefined;
  if (form) keep(form);
}

function keep(form: HTMLFormElement, sent = false) {
  const fields = [...new FormData(form)].filter((one): one is [string, string] => typeof one[1] === "string");
  const seller = document.querySelector<HTMLSelectElement>("#seller")?.selectedOptions[0]?.label ?? "";
  const draft: Draft = { key: keyOf(form), seller_id: sellerOf(form), seller, at: Date.now(), sent, fields };
  const text = JSON.stringify(draft);
  if (!worthKeeping(fields)) return localStorage.removeItem(head + draft.key);
  try {
    if (text.length <= LONGEST) localStorage[head + draft.key] = text;
  } catch {
    // A device without room keeps what it has.
  }
}

/** Until the page that says it was sent is here, nobody knows; then there is nothing left to keep. */
function sends({ target, submitter, defaultPrevented }: SubmitEvent) {
  const form = target as HTMLFormElement;
  if (form.id !== "order" || (submitter as HTMLButtonElement | null)?.value !== "send") return;
  clearTimeout(due);
  due = undefined;
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
        if (draft.seller_id === sellerOf(form)) return putBack(form, draft);
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
 * The server draws the form anew from what was kept, as it does from what is posted: lines, columns and what
 * was found by searching.
 */
function putBack(form: HTMLFormElement, draft: Draft) {
  // What was typed in the meantime is a draft of its own.
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
