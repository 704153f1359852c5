import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { reasonRow } from "~/lib/shop/reason.schema";
import { crossField } from "~/lib/text/cross.field";
import { checkbox, optionalChoice, optionalKey, unchosenText } from "~/lib/text/text.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { TREATMENTS, treatment } from "~/lib/vocabulary/reason";

export const TREAT_MAX = 100;

/** "w12:3.5": a 実績 or (d) a 不良登録, and how many it had when it was seen. */
const tick = z
  .string()
  .regex(/^[wd][1-9]\d{0,14}:\d{1,12}(\.\d{1,3})?$/, { error: "画面を読み込み直してください" })
  .transform((text) => {
    const [row, num] = text.split(":") as [string, string];
    return { is_work: row.startsWith("w"), key: Number(row.slice(1)), num };
  });
export type Tick = z.output<typeof tick>;

const split = (value: unknown) =>
  [value].flat().flatMap((one) => (typeof one === "string" ? one.split(/[\s,]+/).filter(Boolean) : one));
const ticks = z.preprocess(
  split,
  z
    .array(tick, { error: "不良を選択してください" })
    .min(1, { error: "不良を選択してください" })
    .max(TREAT_MAX, { error: `一度に${TREAT_MAX}件までです` }),
);

export const untreating = z.object({ rows: ticks });
export const treating = untreating
  .extend({
    treatment: optionalChoice("処置", TREATMENTS),
    treatment_id: optionalKey("処置"),
    rework_group_id: optionalInteger("手直し・再製作を始める工程", 1, 98),
    is_billing_target: checkbox(),
  })
  .check(
    crossField(["treatment_id", "treatment"], (one) =>
      one.treatment === undefined && one.treatment_id === undefined ? unchosenText("処置") : null,
    ),
  );

export const treated = z.object({ num_treated: z.number(), num_made: z.number() });

export const namedDefects = z.object({
  items: z.array(
    z.object({
      tick: z.string(),
      card_key: z.number(),
      card_id: z.string(),
      name: z.string(),
      buyer_name: z.string(),
      status: z.string(),
      num: z.string(),
      order_unit: unit,
      reason: z.string(),
      treatment: treatment.nullable(),
      treatment_label: z.string().nullable(),
      /** Waits for a 処置. */
      is_open: z.boolean(),
    }),
  ),
  reasons: z.array(reasonRow),
  steps: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type NamedDefect = z.infer<typeof namedDefects>["items"][number];
