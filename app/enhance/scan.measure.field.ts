import { limitsText } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";
import { button, element } from "./scan.dialog";

export const headText = (item: RecordItem) =>
  [`${item.label}${item.unit ? `（${item.unit}）` : ""}`, item.is_required ? "必須" : "", limitsText(item)]
    .filter(Boolean)
    .join("　");

/** 選択 and チェック: one of its buttons, or none once it is pressed again. */
export function pressedField(item: RecordItem, put: (value: string) => void): HTMLElement {
  const isCheck = item.kind === "check";
  let chosen = "";
  const buttons = (isCheck ? ["済"] : item.choices).map((word) => {
    const pressed = button(word, () => {
      chosen = chosen === word ? "" : word;
      for (const other of buttons) {
        const isChosen = other.textContent === chosen;
        other.className = isChosen ? "scan-button scan-first" : "scan-button";
        other.setAttribute("aria-pressed", String(isChosen));
      }
      put(isCheck && chosen ? "on" : chosen);
    });
    pressed.setAttribute("aria-pressed", "false");
    return pressed;
  });
  return element(
    "div",
    "grid gap-1",
    headText(item),
    element("div", "grid grid-cols-2 gap-2", "", ...buttons),
  );
}
