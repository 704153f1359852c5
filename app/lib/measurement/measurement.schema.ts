import { z } from "zod";
import { recordItem } from "~/lib/shop/record.schema";
import { choice, key, lines, optionalLines, optionalText } from "~/lib/text/text.schema";
import { HOWS, judgement } from "~/lib/vocabulary/measurement";
import { recordKind } from "~/lib/vocabulary/record";

const entered = z.object({ item_id: key("記録項目"), value: optionalText("値", 400) });
function listed(value: unknown): unknown {
  if (typeof value !== "string") return value ?? [];
  try {
    return JSON.parse(value || "[]");
  } catch {
    return value;
  }
}

/** What 完了 takes with it. */
export const measuring = {
  values: z.preprocess(
    listed,
    z.array(entered, { error: "記録を読み取れませんでした" }).max(100, { error: "記録は100項目までです" }),
  ),
  /** Why 必須 was left out. */
  values_reason: optionalLines("記録できない理由", 400),
};
export type Measuring = { values: z.output<typeof entered>[]; values_reason?: string };

const measurementRow = z.object({
  key: z.number(),
  item_id: z.number(),
  group_id: z.number(),
  status: z.string(),
  work_key: z.number(),
  label: z.string(),
  kind: recordKind,
  unit: z.string().nullable(),
  digits: z.number().nullable(),
  lower_limit: z.string().nullable(),
  upper_limit: z.string().nullable(),
  sample: z.number(),
  value: z.string().nullable(),
  choice: z.string().nullable(),
  judgement: judgement.nullable(),
  note: z.string().nullable(),
  worker_name: z.string().nullable(),
  measured_time: z.string(),
  recorded_time: z.string(),
  how: z.enum(HOWS),
});
export type MeasurementRow = z.infer<typeof measurementRow>;

const photo = z.object({ key: z.string(), name: z.string() });

/** A value as it counts, what stood before it, oldest first, and its photos. */
const measured = measurementRow.extend({
  before: z.array(measurementRow),
  photos: z.array(photo),
  /** 選択肢 as they are now. */
  choices: z.array(z.string()),
});
export type Measured = z.infer<typeof measured>;

export const cardMeasurements = z.object({ items: z.array(measured), asked: z.array(recordItem) });

export const changingMeasurement = z.object({
  measurement_key: key("記録"),
  how: choice("変更", ["retest", "corrected", "void"]),
  value: optionalText("値", 60),
  reason: lines("理由", 400),
});
