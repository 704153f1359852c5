import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { vi } from "vitest";

// What this DOM leaves out of a browser's.
for (const name of ["ariaInvalid", "ariaExpanded", "ariaLabel", "ariaSelected", "ariaHidden"]) {
  const attribute = name.toLowerCase().replace("aria", "aria-");
  Object.defineProperty(Element.prototype, name, {
    configurable: true,
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, value: string | null) {
      if (value === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
  });
}
Object.defineProperties(HTMLOptionElement.prototype, {
  label: {
    configurable: true,
    get(this: HTMLOptionElement) {
      return this.getAttribute("label") ?? this.text;
    },
  },
  defaultSelected: {
    configurable: true,
    get(this: HTMLOptionElement) {
      return this.hasAttribute("selected");
    },
  },
});
Object.defineProperty(HTMLSelectElement.prototype, "selectedOptions", {
  configurable: true,
  get(this: HTMLSelectElement) {
    return [...this.options].filter((each) => each.selected);
  },
});
// The bundler puts the holidays in (bin/enhance.mjs).
vi.stubGlobal("HOLIDAYS", "");
vi.stubGlobal("Option", function choice(text = "", value = text) {
  return Object.assign(document.createElement("option"), { textContent: text, value });
});
const Plain = FormData;
vi.stubGlobal(
  "FormData",
  class extends Plain {
    constructor(form?: HTMLFormElement, button?: HTMLElement | null) {
      super(form, button);
      form?.dispatchEvent(Object.assign(new Event("formdata", { bubbles: true }), { formData: this }));
    }
  },
);
const { requestSubmit } = HTMLFormElement.prototype;
HTMLFormElement.prototype.requestSubmit = function request(button) {
  if (button) return requestSubmit.call(this, button);
  this.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: null }));
};

/** As the server draws it, though its libraries see a browser here and wonder. */
export function drawn(element: ReactElement): string {
  const { error } = console;
  const heard = vi.spyOn(console, "error").mockImplementation((...said: unknown[]) => {
    if (!String(said[0]).includes("useLayoutEffect does nothing on the server")) error(...said);
  });
  try {
    return renderToStaticMarkup(element);
  } finally {
    heard.mockRestore();
  }
}

/** The page that the browser is given. */
export function show(html: string): void {
  // Its parser takes a row out of a template, where a browser leaves it.
  document.body.innerHTML = html.replace(
    /<template([^>]*)>(<tr.*?<\/tr>)<\/template>/gs,
    "<template$1><table><tbody>$2</tbody></table></template>",
  );
  for (const { content } of document.querySelectorAll("template")) {
    const row = content.querySelector("tr");
    if (row && content.firstElementChild?.tagName === "TABLE") content.replaceChildren(row);
  }
}

export const find = <E extends Element = HTMLInputElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
export const every = <E extends Element = HTMLElement>(selector: string): E[] => [
  ...document.querySelectorAll<E>(selector),
];
/** The button or link that says this. */
export function called(text: string): HTMLElement {
  const found = every("button,a,summary").find(
    (each) => each.textContent!.trim() === text || each.getAttribute("aria-label") === text,
  );
  if (!found) throw new Error(`nothing is called ${text}`);
  return found;
}

/** Typed over what stands in a field. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Left, for nowhere in particular. */
export function leave(field: HTMLElement): void {
  field.dispatchEvent(new Event("change", { bubbles: true }));
  field.blur();
}

export function press(target: Element, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
}

/** Waits, and lets what became due meanwhile be done: on a busy machine all timers are due at once. */
export async function rest(ms = 0): Promise<void> {
  await new Promise((done) => setTimeout(done, ms));
  for (let turn = 0; turn < 30; turn++) await new Promise((done) => setImmediate(done));
}

export type Asked = { url: URL; method: string; body: URLSearchParams; headers: Headers };

/** The server as a page hears of it: what was asked, each answered by `answer`; an Error is no connection. */
export function server(answer: (asked: Asked) => Response | Error | Promise<Response | Error>): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal("fetch", async (to: string | URL, init: RequestInit = {}) => {
    const parts =
      init.body instanceof FormData
        ? [...init.body].map(([name, value]) => [name, typeof value === "string" ? value : value.name])
        : [];
    const body =
      init.body instanceof URLSearchParams
        ? init.body
        : new URLSearchParams(typeof init.body === "string" ? init.body : parts);
    const asked = {
      url: new URL(to, location.href),
      method: (init.method ?? "GET").toUpperCase(),
      body,
      headers: new Headers(init.headers),
    };
    all.push(asked);
    const said = await answer(asked);
    if (said instanceof Error) throw said;
    return Object.defineProperty(said, "url", { value: said.url || asked.url.href, configurable: true });
  });
  return all;
}

export const page = (html: string, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
