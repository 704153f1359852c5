import { readText } from "~/lib/code/token";
import { clearMessage, showNote, showProblem } from "./scan.message";
import { root } from "./scan.root";
import { watchNumbers } from "./scan.shelf.form";
import { clearCard, draw } from "./scan.state";

const section = () => root.querySelector<HTMLElement>("[data-shelf]");
const form = () => section()?.querySelector<HTMLFormElement>("[data-shelf-form]");
const field = (name: string) => form()!.elements.namedItem(name) as HTMLInputElement;

/** Where goods are being read. */
export const isAtShelf = () => section()?.hidden === false;

/** No goods read before may stand ready under the thumb. */
export function leaveGoods() {
  const at = form();
  if (!at) return;
  at.hidden = true;
  field("card").value = "";
}

/** Drawn by the server; without a line the empty form takes what is told. */
async function swap(query: string): Promise<boolean> {
  const answer = await fetch(`/s/?${query}`, { redirect: "error" }).catch(() => null);
  const html = answer && (await answer.text());
  const fresh = html && new DOMParser().parseFromString(html, "text/html").querySelector("[data-shelf]");
  if (!fresh) return false;
  const problem = fresh.querySelector("[role=alert]");
  section()!.replaceWith(document.importNode(fresh, true));
  section()!.querySelector("[role=alert]")?.remove();
  if (problem) showProblem(problem.textContent!);
  watch();
  return true;
}

export async function showShelf(code: string): Promise<void> {
  const { shelf = "", twice, act, sheet } = section()!.dataset;
  const query = {
    code,
    shelf,
    ...(act && { act }),
    ...(sheet && { sheet }),
    ...(twice !== undefined && { twice }),
  };
  clearCard();
  draw();
  clearMessage();
  if (await swap(String(new URLSearchParams(query)))) return;
  section()!.hidden = false;
  form()!.hidden = false;
  field("card").value = code;
  for (const name of ["last_in", "last_out", "seen", "num"]) field(name).value = "";
  const said = {
    code: readText(code)?.kind === "number" ? code : "",
    name: "読み取った商品",
    facts: "通信できないため、内容は表示できません。",
    unit: "数量",
  };
  for (const [name, text] of Object.entries(said))
    section()!.querySelector(`[data-slot=stock-${name}]`)!.textContent = text;
  // Of the goods that were read before.
  for (const one of section()!.querySelectorAll("[data-known]")) one.remove();
  watch();
}

let readCode: (text: string) => void = () => {};

function watch() {
  const at = form();
  if (at)
    watchNumbers(at, readCode, async (shelf, act) => {
      const { sheet } = section()!.dataset;
      const query = { shelf, act, ...(sheet && { sheet }) };
      // Without a line a second tap would do the same again.
      if (!(await swap(String(new URLSearchParams(query))))) leaveGoods();
    });
}

export function watchShelf(read: (text: string) => void) {
  readCode = read;
  watch();
  root.addEventListener("click", (event) => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>("[data-shelf] a[href^='/s/?']");
    if (!link || !navigator.onLine) return;
    event.preventDefault();
    void swap(link.search.slice(1)).then(
      (done) => done || showNote("通信できません。棚札を読み取ってください。"),
    );
  });
}
