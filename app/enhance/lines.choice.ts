import { uncounted, unpriced } from "~/lib/text/counted";
import { type Choice, fold, options } from "./combobox.find";
import { fill, isFilled } from "./fill";
import type { Cell } from "./lines.cells";

const selectOf = (cell: Cell) => {
  const own = cell.role === "combobox" ? cell.previousElementSibling : cell;
  return own instanceof HTMLSelectElement ? own : null;
};

type Asked = Map<string, Promise<Choice | undefined>>;

const CODES = 50;

function meantBy(text: string, some: Choice[]): Choice | undefined {
  const exact =
    some.find(({ label, value }) => label === text || value === text) ??
    some.find(({ label }) => label.startsWith(`${text} `));
  const alike = some.filter(({ label }) =>
    [label, label.split(" ")[0]!].some((one) => fold(one) === fold(text)),
  );
  return exact ?? (alike.length === 1 ? alike[0] : undefined);
}

/** The codes of a pasted column are few questions, not one for each; without an answer each is asked for. */
export async function askCodes(written: { cell?: Cell; value: string }[], asked: Asked) {
  const wanted = new Map<string, Set<string>>();
  for (const { cell, value } of written) {
    const select = cell && selectOf(cell);
    const source = select?.dataset.codes;
    if (!source || meantBy(value, options(select))) continue;
    wanted.set(source, (wanted.get(source) ?? new Set()).add(value));
  }
  for (const [source, texts] of wanted)
    for (let rest = [...texts]; rest.length > 0; rest = rest.slice(CODES)) {
      const some = rest.slice(0, CODES);
      const codes = [...new Set(some.flatMap((text) => [text, text.split(" ")[0]!]))];
      const found: Choice[] | null = await fetch(source + encodeURIComponent(codes.join("\n")))
        .then((it) => (it.ok ? it.json() : null))
        .catch(() => null);
      if (found) for (const text of some) asked.set(text, Promise.resolve(meantBy(text, found)));
    }
}

export async function choiceOf(cell: Cell, text: string, asked: Asked): Promise<Choice | null | undefined> {
  const select = selectOf(cell);
  if (!select) return null;
  const near = meantBy(text, options(select));
  const source = select.dataset.source;
  if (near || !source) return near;
  const far =
    asked.get(text) ??
    fetch(source + encodeURIComponent(text))
      .then((it) => it.json())
      .then((some) => meantBy(text, some))
      .catch(() => undefined);
  asked.set(text, far);
  return far;
}

export function writeCell(cell: Cell, text: string, choice: Choice | null | undefined) {
  const select = selectOf(cell) ?? cell;
  if (choice && ![...(select as HTMLSelectElement).options].some(({ value }) => value === choice.value)) {
    (select as HTMLSelectElement).add(new Option(choice.label, choice.value));
  }
  const plain = /price$/.test(select.name) ? unpriced : "number" in select.dataset ? uncounted : String;
  select.value = choice === null ? plain(text) : (choice?.value ?? "");
  isFilled(select);
  if (choice) fill(select, choice.fill);
  const place = select.closest("[data-field]")?.querySelector("[data-error]");
  if (choice === undefined && place) place.textContent = `「${text}」は選べません`;
}
