import { missingItems, outsideText, readEntered } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";
import { ask, button, element, pad } from "./scan.dialog";
import { headText, pressedField } from "./scan.measure.field";
import { reasonSheet } from "./scan.sheet";

const PHOTO_LATER = "写真はあとで付ける";
const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", ".", "0", "←", "-", "/"];

type Given = { values: { item_id: number; value: string }[]; values_reason?: string };

/** 記録: what is measured or noted here. Outside the limits is said at once, and taken all the same. */
export function measureSheet(items: RecordItem[]): Promise<Given | null> {
  return ask<Given>("記録", (sheet, answer) => {
    const given = new Map<number, string>();
    const values = () => [...given].map(([item_id, value]) => ({ item_id, value }));
    const asked = items.filter((item) => item.kind !== "photo");
    const photos = items.filter((item) => item.kind === "photo" && item.is_required);
    const said = element("p", "text-bad font-bold");
    said.setAttribute("role", "alert");
    const last = element("div", "grid gap-2");
    let at: HTMLInputElement | null = null;

    function draw() {
      const problem = asked
        .map((item) => readEntered(item, given.get(item.item_id) ?? ""))
        .find((read) => typeof read === "string");
      said.textContent = problem ?? outsideText(asked, values());
      const missing = missingItems(asked, values());
      const later = photos.length > 0 ? { values_reason: PHOTO_LATER } : {};
      const done = button(
        "記録して完了",
        () => answer({ values: values(), ...later }),
        "scan-button scan-first",
      );
      const skip = button("記録できない（理由を入力）", () => {
        void reasonSheet("記録できない理由").then(
          (why) => why?.trim() && answer({ values: values(), values_reason: why.trim() }),
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
    const fields = asked.map((item) =>
      item.kind === "number" ? numberField(item) : pressedField(item, (value) => put(item.item_id, value)),
    );
    const changed = () => at?.dispatchEvent(new Event("input"));
    const named = photos.map(({ label }) => label).join("、");
    sheet.append(...fields);
    if (named)
      sheet.append(element("p", "scan-note", `写真（${named}）は、完了のあとカードの画面で付けてください。`));
    sheet.append(said);
    if (at) sheet.append(pad(() => at!, changed, KEYS));
    sheet.append(last);
    draw();
  });
}
