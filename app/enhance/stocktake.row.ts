import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { ShelfResult } from "~/lib/stocktake/shelf.schema";
import { signed } from "~/lib/stocktake/stocktake";

const SECOND = "差が大きいため、もう一人が数えてください";
export type Choice = [label: string, more: Record<string, string>];

export const fieldOf = (row: HTMLElement, name: string) =>
  row.querySelector<HTMLInputElement>(`[name=${name}-${row.dataset.row}]`)!;
/** Null where nothing of it stands at 出荷待ち. */
export const readyOf = (row: HTMLElement, name: "ready" | "wasready") =>
  row.querySelector<HTMLInputElement>(`[name=${name}-${row.dataset.row}]`);

export function showState(
  row: HTMLElement,
  text: string,
  tone: string,
  choices: Choice[] = [],
  choose: (more: Record<string, string>) => void = () => {},
) {
  const place = row.querySelector<HTMLElement>("[data-person]")!;
  place.className = `text-note ${tone}`;
  place.textContent = text;
  for (const [label, more] of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "card-act";
    button.textContent = label;
    button.onclick = () => choose(more);
    place.append(" ", button);
  }
}

/** The row as the server has it now: what it was compared with stays true. */
export function showSaved(row: HTMLElement, now: ShelfResult["row"]) {
  showState(row, "保存しました", "text-good");
  if (!now) return;
  const [ready, was] = [readyOf(row, "ready"), readyOf(row, "wasready")];
  const on_shelf = (ready ? now.on_shelf : now.counted) ?? "";
  fieldOf(row, "was").value = on_shelf;
  fieldOf(row, "num").value = on_shelf;
  if (ready && was) was.value = ready.value = now.counted_ready ?? "";
  fieldOf(row, "seen").value = String(now.last_count);
  const slots = {
    book: now.book && formatNumber(now.book),
    adjust: signed(now.adjust),
    moved: signed(now.moved),
    yen: now.yen === null ? null : formatYen(now.yen),
  };
  for (const [name, text] of Object.entries(slots)) {
    // 差異金額 is there for those who see amounts.
    const place = row.querySelector(`[data-slot=${name}]`);
    if (place) place.textContent = text ?? "―";
  }
  const differs = now.adjust !== null && now.adjust !== "0";
  const isLess = differs && now.adjust!.startsWith("-");
  const looks = { "font-bold": differs, "text-bad": isLess, "text-warn": differs && !isLess };
  const { classList } = row.querySelector("[data-slot=adjust]")!.closest("td")!;
  for (const [look, on] of Object.entries(looks)) classList.toggle(look, on);
  row.querySelector("[data-asks]")!.textContent = now.asks_second ? SECOND : "";
}
