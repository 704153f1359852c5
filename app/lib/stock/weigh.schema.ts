import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { optionalText } from "~/lib/text/text.schema";

export const weighing = z.object({
  version: z.number().int().optional(),
  num_weighed: quantity("量った個数", { min: "1" }),
  weight: quantity("重さ", { min: "0.001" }),
  /** What is asked about the weight of one, word for word as it was read. */
  doubt: z.string().max(300).optional(),
  reason: optionalText("理由", 120),
});
export type Weighing = z.output<typeof weighing>;

export const weighingDone = z.object({
  unit_weight: z.string(),
  /** By which it is undone; null: nothing has changed. */
  changed_time: z.string().nullable(),
});
