import { tallyText, type WorkTally } from "~/lib/task/work.tally";

const NAMES = ["num_good", "num_defective", "num_partial"] as const;
const watched = new WeakSet<Element>();

/** 合計 197 / 200　残3 while the quantities of 完了 are typed; the server says the same when they are sent. */
export function start(root: ParentNode) {
  for (const line of root.querySelectorAll<HTMLOutputElement>("[data-tally]")) {
    const form = line.closest("form");
    if (!form || watched.has(line)) continue;
    watched.add(line);
    const typed = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value ?? "";
    const show = () => {
      line.textContent = tallyText(JSON.parse(line.dataset.tally!) as WorkTally, Object.fromEntries(NAMES.map((name) => [name, typed(name)])) as never);
      line.classList.toggle("text-bad", line.textContent.includes("超え"));
    };
    form.addEventListener("input", show);
    form.addEventListener("change", show);
    show();
  }
}
