import { z } from "zod";
import { reasonKind, treatment } from "~/lib/vocabulary/reason";

export const reasonRow = z.object({
  reason_id: z.number(),
  kind: reasonKind,
  label: z.string(),
  means: treatment.nullable(),
  is_break: z.boolean(),
  is_active: z.boolean(),
});
export type ReasonRow = z.infer<typeof reasonRow>;
/** Whose side a defect lies on (R9-4): ours, the supplied material, the drawing. */
export const cause = z.enum(["own", "supplied", "design"]);
export const CAUSE_LABEL: Record<z.infer<typeof cause>, string> = {
  own: "自社",
  supplied: "支給材",
  design: "設計・図面",
} as const;

export const CAUSES = cause.options.map((value) => ({ value, label: CAUSE_LABEL[value] }));
