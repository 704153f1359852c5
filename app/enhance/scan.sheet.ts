import type { Word } from "~/lib/scan/ask";
import type { CardSummary } from "~/lib/scan/scan";
import type { StationData } from "~/lib/scan/scan.schema";
import { ask, button, element, pad } from "./scan.dialog";

export type Fields = Record<string, string>;
export type Reasons = StationData["reasons"];

export function pauseSheet(reasons: Reasons): Promise<Fields | null> {
  return ask<Fields>("中断の理由", (sheet, answer) => {
    const all = reasons.filter(({ kind }) => kind === "pause");
    sheet.append(
      element(
        "div",
        "grid grid-cols-2 gap-2",
        "",
        ...all.map((one) => button(one.label, () => answer({ reason_id: String(one.reason_id) }))),
      ),
    );
    if (all.length === 0) sheet.append(button("中断する", () => answer({ reason: "中断" })));
  });
}

export function restSheet(card: CardSummary, words: Word[]): Promise<Fields | null> {
  return ask<Fields>(`「${card.status}」が途中です。残りをどうしますか`, (sheet, answer) => {
    sheet.append(...words.map(({ text, fields }) => button(text, () => answer(fields))));
  });
}

export function pinSheet(name: string): Promise<string | null> {
  return ask<string>(`${name}さんの暗証番号`, (sheet, answer) => {
    const input = Object.assign(element("input", "scan-number"), {
      type: "password",
      inputMode: "none",
      autocomplete: "off",
      maxLength: 8,
      ariaLabel: "暗証番号",
    });
    input.onkeydown = (event) => {
      if (event.key === "Enter") answer(input.value);
    };
    sheet.append(
      input,
      pad(() => input, () => {}, ["7", "8", "9", "4", "5", "6", "1", "2", "3", "", "0", "←"]),
      button("決定", () => answer(input.value), "scan-button scan-first"),
    );
  });
}

export function reasonSheet(title: string): Promise<string | null> {
  return ask<string>(title, (sheet, answer) => {
    const input = Object.assign(element("input", "scan-number"), { ariaLabel: "理由", maxLength: 200 });
    input.onkeydown = (event) => {
      if (event.key === "Enter" && !event.isComposing) answer(input.value);
    };
    sheet.append(
      input,
      button("登録", () => answer(input.value), "scan-button scan-first"),
    );
  });
}
