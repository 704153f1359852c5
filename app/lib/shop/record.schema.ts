import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { checkbox, choice, optionalKey, optionalText, text } from "~/lib/text/text.schema";
import { KINDS, recordKind } from "~/lib/vocabulary/record";

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

/** One item as it is sent: the words to choose from stand in one text, divided by 、. */
export const recordInput = z.object({
  /** Left out: a new one. */
  item_id: optionalKey("記録項目"),
  label: text("項目名", 40),
  kind: choice("型", KINDS),
  group_id: optionalInteger("工程", 1, 98),
  unit: optionalText("単位", 10),
  lower_limit: optionalDecimal("下限"),
  upper_limit: optionalDecimal("上限"),
  choices: optionalText("選択肢", 400),
  is_required: checkbox(),
});
export type RecordInput = z.output<typeof recordInput>;
