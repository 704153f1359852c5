import { formatYen } from "~/lib/money/decimal";
import { goodBeside, tallyText, type WorkTally } from "~/lib/task/work.tally";

const NAMES = ["num_good", "num_defective", "num_partial"] as const;
const watched = new WeakSet<Element>();

/** 合計 197 / 200　残3 while the quantities of 完了 are typed; the server says the same when they are sent. */
export function start(root: ParentNode) {
  for (const line of root.querySelectorAll<HTMLOutputElement>("[data-picked]")) picked(line);
  for (const line of root.querySelectorAll<HTMLOutputElement>("[data-tally]")) {
    const form = line.closest("form");
    if (!form || watched.has(line)) continue;
    watched.add(line);
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
    const typed = (name: string) => field(name)?.value ?? "";
    const offer = () => goodBeside(JSON.parse(line.dataset.tally!) as WorkTally, typed("num_defective"), typed("num_partial"));
    // Good follows the others until somebody has typed in it.
    let follows = ["", offer()].includes(typed("num_good"));
    const show = (event?: Event) => {
      const tally = JSON.parse(line.dataset.tally!) as WorkTally;
      if (event?.target === field("num_good")) follows = typed("num_good") === "" && event.type === "change";
      else if (follows) field("num_good")!.value = offer();
      line.textContent = tallyText(tally, Object.fromEntries(NAMES.map((name) => [name, typed(name)])) as never);
      line.classList.toggle("text-bad", line.textContent.includes("超え"));
    };
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    show();
  }
}

/** 選択 3枚 ¥12,840: what the ticked rows come to, beside the sum of all that the server drew. */
function picked(line: HTMLOutputElement) {
  const form = line.closest("form")!;
  const show = () => {
    const amounts = [...form.querySelectorAll<HTMLElement>("[data-amount]:checked")].map((box) => Number(box.dataset.amount));
    line.textContent = `選択 ${amounts.length}枚 ${formatYen(amounts.reduce((sum, one) => sum + one, 0))}`;
  };
  if (!watched.has(line)) form.addEventListener("change", show);
  watched.add(line);
  show();
}
