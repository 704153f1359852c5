import { TREATMENT_LABEL, TREATMENTS, type ReasonRow } from "./worker.schema";

/** 処置 as a factory words it: one choice for each thing it can mean, in the order of its list; the four themselves where the list is empty. */
export function treatmentOptions(reasons: ReasonRow[]): { value: string; label: string }[] {
  const labels = new Map<string, string[]>();
  for (const { kind, means, label } of reasons) if (kind === "treatment" && means) labels.set(means, [...labels.get(means) ?? [], label]);
  return labels.size === 0 ? TREATMENTS.map((value) => ({ value, label: TREATMENT_LABEL[value] }))
    : [...labels].map(([value, words]) => ({ value, label: words.join("・") }));
}
