import { editedMeanwhile, hasMoved, loadPage, preloadMorph, setOnArrival } from "./page.load";
import { markBusy } from "./pending";
import { showError } from "./snackbar";

const BUSY = "前の操作の途中だったため、この操作は行っていません。画面を確かめて、もう一度押してください。";
let running: string | undefined;
/** A search waits here; another press is reported. */
let next: (() => void) | undefined;

export function watchSubmits(then: () => void) {
  setOnArrival(then);
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
    void run(press, url.href, { method, body }, pressed, form);
  });
  addEventListener("input", ({ target }) => running && editedMeanwhile.add(target as HTMLInputElement));
  addEventListener(
    "focusin",
    ({ target }) => (target as HTMLInputElement).form?.dataset.enhance && preloadMorph(),
  );
  addEventListener("popstate", () => {
    if (hasMoved()) void run(location.href, location.href, {});
  });
}

function query(data: FormData) {
  const pairs = [...data].filter(([, value]) => value !== "") as [string, string][];
  return String(new URLSearchParams(pairs));
}

async function run(press: string, ...page: Parameters<typeof loadPage>) {
  running = press;
  await loadPage(...page);
  running = undefined;
  const after = next;
  next = undefined;
  after?.();
}
