import { button, element } from "./scan.dialog";
import type { Reasons } from "./scan.sheet";

export const countLabels = () =>
  (["num_good", "num_defective", "num_partial"] as const).map((name, index) => {
    const input = Object.assign(element("input", "scan-number"), {
      name,
      inputMode: "none",
      autocomplete: "off",
    });
    return element("label", "grid gap-1", ["良品", "不良", "途中"][index], input);
  });

export const reasonButtons = (reasons: Reasons, chosen: string, choose: (reason_id: string) => void) =>
  reasons
    .filter(({ kind }) => kind === "defect")
    .map(({ label, reason_id }) => {
      const id = String(reason_id);
      const look = chosen === id ? "scan-button scan-first" : "scan-button";
      const pick = button(label, () => choose(id), look);
      pick.setAttribute("aria-pressed", String(chosen === id));
      return pick;
    });
