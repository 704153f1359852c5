import { formatYen } from "~/lib/money/decimal";
import { goodBeside, tallyText, type WorkTally } from "~/lib/task/work.tally";

const NAMES = ["num_good", "num_defective", "num_partial"] as const;
const watched = new WeakSet<Element>();

/** 合計 197 / 200 残3; the server says the same after sending. */
export function start(root: ParentNode) {
  for (const line of root.querySelectorAll<HTMLOutputElement>("[data-picked]")) picked(line);
  for (const line of root.querySelectorAll<HTMLOutputElement>("[data-tally]")) {
    const form = line.closest("form");
    if (!form || watched.has(line)) continue;
    watched.add(line);
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
    const typed = (name: string) => field(name)?.value ?? "";
    const offer = () =>
      goodBeside(JSON.parse(line.dataset.tally!) as WorkTally, typed("num_defective"), typed("num_partial"));
    let follows = ["", offer()].includes(typed("num_good"));
    const show = (event?: Event) => {
      const tally = JSON.parse(line.dataset.tally!) as WorkTally;
      if (event?.target === field("num_good")) follows = typed("num_good") === "" && event.type === "change";
      else if (follows) field("num_good")!.value = offer();
      line.textContent = tallyText(
        tally,
        Object.fromEntries(NAMES.map((name) => [name, typed(name)])) as never,
      );
      line.classList.toggle("text-bad", line.textContent.includes("超え"));
    };
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    show();
  }
}

function picked(line: HTMLOutputElement) {
  const form = line.closest("form")!;
  const show = () => {
    const amounts = [...form.querySelectorAll<HTMLElement>("[data-amount]:checked")].map((box) =>
      Number(box.dataset.amount),
    );
    line.textContent = `選択 ${amounts.length}枚 ${formatYen(amounts.reduce((sum, one) => sum + one, 0))}`;
  };
  if (!watched.has(line)) {
    form.addEventListener("change", show);
    form.addEventListener("input", ({ target }) => {
      const box = boxOf(target as HTMLElement);
      if (!box || box === target || (target as HTMLInputElement).type !== "text") return;
      const { name, value } = target as HTMLInputElement;
      box.checked = !name.endsWith("num_items") || /[1-9１-９]/.test(value);
      show();
    });
    form.addEventListener("keydown", walk);
  }
  watched.add(line);
  show();
}

const boxOf = (cell: HTMLElement) => cell.closest("tr")?.querySelector<HTMLInputElement>("[data-amount]");

function walk(event: KeyboardEvent) {
  const cell = event.target as HTMLInputElement;
  if (
    !boxOf(cell) ||
    event.isComposing ||
    event.keyCode === 229 ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !cell.matches("[type=text],[type=checkbox]")) return;
  const same =
    event.key === "Enter" ? "tbody [data-number]" : `tbody [name$="${cell.name.split(".").pop()}"]`;
  const cells = [...cell.form!.querySelectorAll<HTMLInputElement>(same)];
  const at = cells.indexOf(cell);
  const isBehind = (one: Element) => cell.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  const beside = step > 0 ? cells.find(isBehind) : cells.findLast((one) => one !== cell && !isBehind(one));
  const next = at < 0 ? beside : cells[at + step];
  event.preventDefault();
  if (next) next.focus();
  else if (event.key === "Enter" && step > 0) cell.form!.querySelector<HTMLElement>("[data-save]")?.focus();
  if (next?.type === "text") next.select();
}
