import { forgetEdits } from "./guard";
import { morph, morpher } from "./morph";
import { markBusy } from "./pending";
import { progress } from "./progress";
import { showError } from "./snackbar";
import { revise } from "./watch";

const AGAIN = "もう一度押してください。入力した内容は残っています。";
const OFFLINE = `通信できませんでした。回線を確かめて、${AGAIN}`;
const FAILED = `処理できませんでした。少し待って、${AGAIN}`;

let currentAddress = address();
let onArrival: () => void = () => {};
/** Fields typed into while an answer was on its way, which knows nothing of that. */
export const editedMeanwhile = new Set<HTMLInputElement>();

export function setOnArrival(then: () => void) {
  onArrival = then;
}

/** Fetched before the answer comes, and before the post where a field was typed into. */
export const preloadMorph = () => void morpher().catch(() => {});

function address() {
  return location.pathname + location.search;
}

export const hasMoved = () => address() !== currentAddress;

export async function loadPage(
  href: string,
  init: RequestInit,
  button?: HTMLButtonElement | null,
  form?: HTMLFormElement,
) {
  editedMeanwhile.clear();
  const release = button ? markBusy(button) : () => {};
  const done = progress();
  preloadMorph();
  try {
    const send = (form as { upload?: typeof fetch } | undefined)?.upload ?? fetch;
    const answer = await send(href, { ...init, headers: { "X-Enhance": "1", Accept: "text/html" } });
    const goal =
      answer.headers.get("X-Location") ??
      (answer.redirected || !form || init.method === "get" ? answer.url : location.href);
    if (form && answer.status >= 500 && answer.status !== 507) showError(FAILED);
    else if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
      await show(await answer.text(), goal, form);
      revise(answer.headers.get("X-Revision") ?? undefined);
    } else if (init.method === "post" && goal === location.href) form!.submit();
    else location.assign(goal);
  } catch {
    if (form) showError(OFFLINE);
    else location.reload();
  }
  release();
  done();
}

async function show(html: string, goal: string, form?: HTMLFormElement) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const url = new URL(goal, location.href);
  const again = page.querySelector<HTMLElement>("[data-again]");
  if (form && again) {
    form.querySelector("[data-again]")?.remove();
    form.prepend(again);
    return again.focus();
  }
  const wrong = page.querySelector("[data-summary]");
  if (script(page) !== script(document) && !wrong) return location.assign(goal);
  // Fetched the first time: what is typed while it comes is kept below.
  await morpher();
  const moved = url.pathname !== currentAddress.split("?")[0];
  if (form && url.href !== location.href) history.pushState(null, "", url);
  currentAddress = address();
  document.title = page.title;
  forgetEdits();
  const active = document.activeElement as HTMLElement;
  const typed = [...editedMeanwhile]
    .filter((field) => !moved && field.type !== "file")
    .map((field) => ({ field, value: field.value, checked: field.checked }));
  await morph(
    page.body,
    (field) => !moved && (field.form !== form || field === active || (!!wrong && field.type === "file")),
  );
  onArrival();
  for (const { field, ...said } of typed) {
    Object.assign(field, said);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (moved && form) scrollTo(0, 0);
  document.querySelector("[data-checked]")?.scrollIntoView();
  const aim = wrong ? "[data-summary]" : moved ? "[autofocus],#main" : "_";
  const goto = document.querySelector<HTMLElement>(aim) ?? active;
  if (goto !== document.activeElement) goto.focus({ preventScroll: goto.id === "main" });
}

/** Another script is another release: the page is loaded whole. */
const script = (page: Document) => page.querySelector("script[src]")?.getAttribute("src");
