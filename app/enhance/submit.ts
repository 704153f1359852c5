import { forgetEdits } from "./guard";
import { morph, morpher } from "./morph";
import { markBusy } from "./pending";
import { progress } from "./progress";
import { showError } from "./snackbar";
import { revise } from "./watch";

const INPUT_KEPT = "入力した内容は残っています。";
const OFFLINE = `通信できませんでした。回線を確かめて、もう一度押してください。${INPUT_KEPT}`;
const BUSY = "前の操作の途中だったため、この操作は行っていません。画面を確かめて、もう一度押してください。";
const FAILED = `処理できませんでした。少し待って、もう一度押してください。${INPUT_KEPT}`;

let currentAddress = address();
let running: string | undefined;
/** A search waits here; another press is reported. */
let next: (() => void) | undefined;
/** Fields typed into while an answer was on its way, which knows nothing of that. */
const editedMeanwhile = new Set<HTMLInputElement>();
let onArrival: () => void = () => {};

export function watchSubmits(then: () => void) {
  onArrival = then;
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const button = event.submitter as HTMLButtonElement | null;
    const method = (button?.getAttribute("formmethod") ?? form.method).toLowerCase();
    const wanted = form.dataset.enhance === "submit" || method === "post";
    const url = new URL(
      button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
      location.href,
    );
    if (event.defaultPrevented || !wanted || form.target || url.origin !== location.origin) return;
    if ("plain" in form.dataset)
      return button ? addEventListener("pagehide", markBusy(button), { once: true }) : undefined;
    event.preventDefault();
    const data = new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    const press = `${method} ${url} ${query(data)}`;
    if (running === press) return;
    if (running) {
      if (method === "get") next ??= () => form.isConnected && form.requestSubmit();
      else (next = () => showError(BUSY))();
      return;
    }
    running = press;
    if (method === "get") url.search = query(data);
    const body =
      method === "get"
        ? undefined
        : form.enctype.startsWith("multi")
          ? data
          : new URLSearchParams(data as never);
    const pressed = button?.matches("[aria-hidden]")
      ? form.querySelector<HTMLButtonElement>("[data-save]")
      : button;
    void loadPage(url.href, { method, body }, pressed, form);
  });
  addEventListener("input", ({ target }) => running && editedMeanwhile.add(target as HTMLInputElement));
  addEventListener(
    "focusin",
    ({ target }) => (target as HTMLInputElement).form?.dataset.enhance && preloadMorph(),
  );
  addEventListener("popstate", () => {
    if (address() !== currentAddress) void loadPage(location.href, {});
  });
}

/** Fetched before the answer comes, and before the post where a field was typed into. */
const preloadMorph = () => void morpher().catch(() => {});

function address() {
  return location.pathname + location.search;
}

function query(data: FormData) {
  const pairs = [...data].filter(([, value]) => value !== "") as [string, string][];
  return String(new URLSearchParams(pairs));
}

async function loadPage(
  href: string,
  init: RequestInit,
  button?: HTMLButtonElement | null,
  form?: HTMLFormElement,
) {
  running ??= href;
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
    if (form && answer.status >= 500 && answer.status !== 507) {
      showError(FAILED);
    } else if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
      await show(await answer.text(), goal, form);
      revise(answer.headers.get("X-Revision") ?? undefined);
    } else if (init.method === "post" && goal === location.href) {
      form!.submit();
    } else {
      location.assign(goal);
    }
  } catch {
    if (form) showError(OFFLINE);
    else location.reload();
  }
  running = undefined;
  release();
  done();
  const after = next;
  next = undefined;
  after?.();
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
  const goto =
    document.querySelector<HTMLElement>(wrong ? "[data-summary]" : moved ? "[autofocus],#main" : "_") ??
    active;
  if (goto !== document.activeElement) goto.focus({ preventScroll: goto.id === "main" });
}

/** Another script is another release: the page is loaded whole. */
function script(page: Document) {
  return page.querySelector("script[src]")?.getAttribute("src");
}
