import { missingItems, outsideText, readEntered } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";
import { ask, button, element, pad } from "./scan.dialog";
import { headText, pressedField } from "./scan.measure.field";
import { type Photos, photoField } from "./scan.photo";
import { reasonSheet } from "./scan.sheet";

const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", "←", "-", "/"];

type Given = { values: { item_id: number; value: string }[]; values_reason?: string; photos: Photos };

/** 記録: what is measured or noted here. Outside the limits is said at once, and taken all the same. */
export function measureSheet(items: RecordItem[]): Promise<Given | null> {
  return ask<Given>("記録", (sheet, answer) => {
    const given = new Map<number, string>();
    const values = () => [...given].map(([item_id, value]) => ({ item_id, value }));
    const shots = new Map<number, File[]>();
    const photos = () => [...shots].map(([item_id, files]) => ({ item_id, files }));
    const said = element("p", "text-bad font-bold");
    said.setAttribute("role", "alert");
    const last = element("div", "grid gap-2");
    let at: HTMLInputElement | null = null;

    function draw() {
      const problem = items
        .map((item) => readEntered(item, given.get(item.item_id) ?? ""))
        .find((read) => typeof read === "string");
      said.textContent = problem ?? outsideText(items, values());
      const missing = missingItems(items, values());
      const done = button(
        "記録して完了",
        () => answer({ values: values(), photos: photos() }),
        "scan-button scan-first",
      );
      const skip = button("記録できない（理由を入力）", () => {
        void reasonSheet("記録できない理由").then(
          (why) => why?.trim() && answer({ values: values(), values_reason: why.trim(), photos: photos() }),
        );
      });
      done.disabled = missing.length > 0 || problem !== undefined;
      skip.disabled = problem !== undefined;
      done.classList.add("disabled:opacity-60");
      last.replaceChildren(done, ...(missing.length > 0 ? [skip] : []));
    }

    function put(item_id: number, value: string) {
      if (value) given.set(item_id, value);
      else given.delete(item_id);
      draw();
    }

    const numberField = (item: RecordItem) => {
      const input = Object.assign(element("input", "scan-number"), {
        name: `value_${item.item_id}`,
        inputMode: "none",
        autocomplete: "off",
      });
      input.oninput = () => put(item.item_id, input.value.trim());
      input.onfocus = () => {
        at = input;
      };
      at ??= input;
      return element("label", "grid gap-1", headText(item), input);
    };
    const shotField = (item: RecordItem) =>
      photoField(item, (files, value) => {
        shots.delete(item.item_id);
        if (files.length > 0) shots.set(item.item_id, files);
        put(item.item_id, value);
      });
    const fields = items.map((item) => {
      if (item.kind === "photo") return shotField(item);
      return item.kind === "number"
        ? numberField(item)
        : pressedField(item, (value) => put(item.item_id, value));
    });
    const changed = () => at?.dispatchEvent(new Event("input"));
    sheet.append(...fields);
    sheet.append(said);
    if (at) sheet.append(pad(() => at!, changed, KEYS));
    sheet.append(last);
    draw();
  });
}
