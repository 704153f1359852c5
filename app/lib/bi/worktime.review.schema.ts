import { z } from "zod";
import { checkbox, choice, lines, optionalLines, rowKey, version } from "~/lib/text/text.schema";
import { isMeant } from "~/lib/time/date.schema";
import { optionalInstant } from "~/lib/time/instant.schema";

const tick = z
  .string()
  .regex(/^[1-9]\d{0,14}:\d{4}-\d\d-\d\d:\d{1,6}\.[0-9a-f]{16}$/, { error: "画面を読み込み直してください" })
  .transform((text) => {
    const [worker, day, seen] = text.split(":") as [string, string, string];
    const [seq, mark] = seen.split(".") as [string, string];
    return { worker_id: Number(worker), day, seq: Number(seq), mark };
  })
  .refine(({ day }) => isMeant(day), { error: "画面を読み込み直してください" });
export type Tick = z.output<typeof tick>;

export const REVIEW_MAX = 100;
const split = (value: unknown) =>
  [value].flat().flatMap((one) => (typeof one === "string" ? one.split(/[\s,]+/).filter(Boolean) : one));
export const reviewing = z.object({
  days: z.preprocess(
    split,
    z
      .array(tick, { error: "作業日を選択してください" })
      .min(1, { error: "作業日を選択してください" })
      .max(REVIEW_MAX, { error: `一度に${REVIEW_MAX}件までです` }),
  ),
  act: z.enum(["approve", "return", "withdraw"], { error: "操作を選択してください" }),
  reason: optionalLines("差戻しの理由", 400),
});
/** The form of 差戻し: the days stand beside it. */
export const returning = z.object({ reason: lines("差戻しの理由", 400) });
export const reviewResults = z.object({
  items: z.array(
    z.object({
      worker: z.string(),
      day: z.string(),
      tick: z.string().nullable(),
      detail: z.string().nullable(),
    }),
  ),
});
export type ReviewResults = z.infer<typeof reviewResults>;

export const CLOSE_MAX = 100;
const KINDS = ["card", "indirect"] as const;
const openWork = z.object({
  kind: z.enum(KINDS),
  key: z.number(),
  card_key: z.number().nullable(),
  version: z.number(),
  card_id: z.string().nullable(),
  name: z.string(),
  label: z.string(),
  worker: z.string(),
  day: z.string(),
  start: z.string(),
  /** Proposed. */
  work_end: z.string(),
});
export type OpenWork = z.infer<typeof openWork>;
export const openWorks = z.object({ items: z.array(openWork) });
export const closing = z.object({
  rows: z
    .array(
      z.object({
        kind: choice("種類", KINDS),
        key: rowKey,
        version,
        is_taken: checkbox("終了する"),
        work_end: optionalInstant("終了"),
      }),
    )
    .min(1, { error: "終了する作業を選択してください" })
    .max(CLOSE_MAX, { error: `一度に${CLOSE_MAX}件までです` }),
  reason: lines("理由", 400),
});
export const closed = z.object({ num: z.number() });
