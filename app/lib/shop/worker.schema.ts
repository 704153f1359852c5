import { z } from "zod";
import { checkbox, key, version } from "~/lib/text/text.schema";
import { colour } from "~/lib/vocabulary/colour";
import { reasonKind, treatment } from "~/lib/vocabulary/reason";
import { chosen, workerFields } from "./worker.fields";

export const reasonRow = z.object({
  reason_id: z.number(),
  kind: reasonKind,
  label: z.string(),
  means: treatment.nullable(),
  is_active: z.boolean(),
});
export type ReasonRow = z.infer<typeof reasonRow>;

/** The PIN itself is never told, only whether there is one. */
export const workerRow = z.object({
  worker_id: z.number(),
  name: z.string(),
  kana: z.string().nullable(),
  group_name: z.string().nullable(),
  colour: colour.nullable(),
  sort: z.number(),
  has_pin: z.boolean(),
  is_active: z.boolean(),
  version: z.number(),
  group_ids: z.array(z.number()),
  username: z.string().nullable(),
});
export type WorkerRow = z.infer<typeof workerRow>;
/** A line of 作業者一覧: 担当工程 and ログインユーザー by their names, and the minutes at work since midnight in Tokyo. */
export const workerLine = workerRow.extend({
  duties: z.string(),
  user_name: z.string().nullable(),
  minutes_today: z.number(),
});
export type WorkerLine = z.infer<typeof workerLine>;
export const workers = z.object({ items: z.array(workerLine) });

const worker_ids = z.preprocess(
  chosen,
  z.array(key("作業者")).min(1, { error: "作業者を選択してください" }).max(1000),
);
export const workerOrder = z.object({ ids: worker_ids });
export const workerState = z.object({ ids: worker_ids, is_active: checkbox() });
export const workersChanged = z.object({ num: z.number() });

const { worker_id: _, is_active, ...entered } = workerFields;
export const workerInput = z.object(entered);
export const workerChange = workerInput.extend({
  version,
  is_active,
});

/** Whose side a defect lies on (R9-4): ours, the supplied material, the drawing. */
export const cause = z.enum(["own", "supplied", "design"]);
export const CAUSE_LABEL: Record<z.infer<typeof cause>, string> = {
  own: "自社",
  supplied: "支給材",
  design: "設計・図面",
} as const;
export const CAUSES = cause.options.map((value) => ({ value, label: CAUSE_LABEL[value] }));
