import { TREATMENT_LABEL, TREATMENTS } from "~/lib/vocabulary/reason";
import { type ReasonRow } from "./reason.schema";

/** The four things that can be meant are offered where the factory's list is empty. */
export function treatmentChoice(reasons: ReasonRow[]): {
  name: "treatment" | "treatment_id";
  options: { value: string; label: string }[];
} {
  const words = reasons.filter((one) => one.kind === "treatment" && one.means);
  if (words.length === 0)
    return {
      name: "treatment",
      options: TREATMENTS.map((value) => ({ value, label: TREATMENT_LABEL[value] })),
    };
  return {
    name: "treatment_id",
    options: words.map(({ reason_id, label }) => ({ value: String(reason_id), label })),
  };
}

/** What is said of 処置 stands beside the field that the factory's form has, whichever of the two that is. */
export function besideTreatment<R extends { error?: Record<string, string[] | null> | null }>(
  reply: R | undefined,
  name: "treatment" | "treatment_id",
) {
  const { treatment, treatment_id, ...error } = reply?.error ?? {};
  const said = treatment ?? treatment_id;
  return reply && said ? { ...reply, error: { ...error, [name]: said } } : reply;
}
