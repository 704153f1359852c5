import { z } from "zod";
import { optionalKey } from "~/lib/text/text.schema";
import { recordKind } from "~/lib/vocabulary/record";
import { recordFields } from "./meta.fields";

/** 記録項目 (D24): what is measured or noted at one process, or at every one. Limits are decimal text. */
export const recordItem = z.object({
  item_id: z.number(),
  label: z.string(),
  kind: recordKind,
  group_id: z.number().nullable(),
  unit: z.string().nullable(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
  choices: z.array(z.string()),
  ng_choices: z.array(z.string()),
  digits: z.number().nullable(),
  is_required: z.boolean(),
});
export type RecordItem = z.infer<typeof recordItem>;

export const choicesOf = (typed: string | undefined): string[] => [
  ...new Set(
    (typed ?? "")
      .split(/[、,，]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** An item without `item_id` is new. */
export const recordInput = z.object({ item_id: optionalKey("記録項目"), ...recordFields });
export type RecordInput = z.output<typeof recordInput>;
