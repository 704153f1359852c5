import { worthKeeping } from "./draft.rules";

const PUSH_MS = 10_000;
const BLUR_MS = 1_000;
/** What a page that is left may still send. */
const MAX_LEAVING = 20_000;

let pushTimer: ReturnType<typeof setTimeout> | undefined;
let isPushing = false;
/** Refused, or the session is over: what stands here stays on the device. */
let isStuck = false;
let forget: (key: string) => void = () => {};
let isTyping: () => boolean = () => false;

export const current = () => document.querySelector<HTMLFormElement>("form#order");
export const field = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement;
export const keyOf = (form: HTMLFormElement) => field(form, "idempotency_key").value;
export const textFields = (form: HTMLFormElement) =>
  [...new FormData(form)].filter((one): one is [string, string] => typeof one[1] === "string");

export function forgive() {
  isStuck = false;
}

/** To the server's 下書き: ten seconds after a change, sooner when a field or the page is left. */
export function watchPush(done: (key: string) => void, typing: () => boolean) {
  [forget, isTyping] = [done, typing];
  for (const type of ["input", "change"])
    addEventListener(type, ({ target }) => {
      if ((target as Element).closest?.("form")?.id === "order") pushTimer ??= setTimeout(push, PUSH_MS);
    });
  addEventListener("focusout", () => {
    if (pushTimer === undefined) return;
    clearTimeout(pushTimer);
    pushTimer = setTimeout(push, BLUR_MS);
  });
  addEventListener("blur", () => push());
  addEventListener("pagehide", () => push(true));
  addEventListener("submit", ({ target }) => {
    if ((target as HTMLFormElement).id !== "order") return;
    clearTimeout(pushTimer);
    pushTimer = undefined;
  });
}

/** What is typed meanwhile waits for the next time. */
async function push(leaving = false) {
  const form = pushTimer === undefined || isPushing || isStuck ? null : current();
  if (!form?.elements.namedItem("draft_key")) return;
  clearTimeout(pushTimer);
  pushTimer = undefined;
  const fields = textFields(form);
  if (!worthKeeping(fields)) return;
  isPushing = true;
  try {
    const answer = await fetch("/order/draft/save", {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "application/json" },
      keepalive: leaving && JSON.stringify(fields).length < MAX_LEAVING,
    });
    const { key, version, problem } = await answer.json();
    if (answer.ok) {
      field(form, "draft_key").value = key;
      field(form, "draft_version").value = version;
      if (!isTyping() && pushTimer === undefined) forget(keyOf(form));
      say(`下書きを保存しました（${new Date().toLocaleTimeString("ja-JP", { timeStyle: "short" })}）。`);
    } else {
      isStuck = answer.status < 500;
      say(problem ?? "ログインの有効期限が切れています。入力した内容はこの端末に残っています。", "text-bad");
    }
  } catch {
    say("通信できないため、入力した内容はこの端末に残しています。", "text-bad");
  }
  isPushing = false;
}

function say(text: string, tone = "text-muted") {
  const place = document.querySelector("[data-saved]");
  if (!place) return;
  place.textContent = text;
  place.className = `text-note ${tone}`;
}
