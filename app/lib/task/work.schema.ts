import { z } from "zod";
import { FILES_MAX } from "~/lib/file/limit";
import { measuring } from "~/lib/measurement/measurement.schema";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { cause } from "~/lib/shop/reason.schema";
import { crossField } from "~/lib/text/cross.field";
import {
  checkbox,
  choice,
  key,
  lines,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { TREATMENTS } from "~/lib/vocabulary/reason";
import { versioned } from "./card.command.schema";
import { RESTS } from "./rest";

const asArray = (value: unknown) =>
  value === undefined || value === null || value === ""
    ? []
    : Array.isArray(value)
      ? value
      : typeof value === "string"
        ? value.split(",")
        : [value];
/** Nobody named is allowed. */
const worker_ids = z.preprocess(
  (value) => [...new Set(asArray(value))],
  z
    .array(
      z.coerce
        .number({ error: "作業者を選択してください" })
        .int({ error: "作業者を選択してください" })
        .min(1, { error: "作業者を選択してください" }),
    )
    .max(20, { error: "作業者は20人までです" }),
);

export const starting = versioned.extend({
  worker_ids,
  /** Elsewhere than the card stands: it is moved there first. */
  group_id: optionalInteger("工程", 1, 98),
  inside: checkbox(),
  rest: optionalChoice("残り", RESTS),
  /** 無人運転; of who is at the card in the other way, that ends. */
  is_unmanned: checkbox(),
  /** Of whoever is at it in the other way, that ends too: the turn to a machine by itself, and back. */
  takes_over: checkbox(),
  /** Despite a warning; then a reason is asked for. */
  override: checkbox(),
  reason: optionalLines("理由", 400),
});
export const pausing = versioned.extend({
  worker_ids,
  reason_id: optionalKey("中断理由"),
  reason: optionalLines("メモ", 400),
});
export const resuming = versioned.extend({ worker_ids });

export const SHORTAGES = ["divide", "short"] as const;
export const SHORTAGE_LABEL = { divide: "残りを分割して置く", short: "不足のまま完了する" } as const;

const PARTS_USED = /^\d{1,15}:\d{1,9}(\.\d{1,3})?( \d{1,15}:\d{1,9}(\.\d{1,3})?){0,99}$/;

const treated = { treatment: optionalChoice("処置", TREATMENTS), treatment_id: optionalKey("処置") };

export const finishing = versioned.extend({
  worker_ids,
  /** Left out: everything that remains. */
  num_good: optionalDecimal("良品数", { min: "0" }),
  num_defective: optionalDecimal("不良数", { min: "0" }),
  /** Done so far; the card stays here. */
  num_partial: optionalDecimal("途中数", { min: "0" }),
  reason_id: optionalKey("不良理由"),
  ...treated,
  cause: optionalChoice("原因", cause.options as ["own", "supplied", "design"]),
  rework_group_id: optionalInteger("手直しの工程", 1, 98),
  shortage: optionalChoice("不足", SHORTAGES),
  over: checkbox(),
  /** The next process, or the one named; "no" stays. */
  next: z.preprocess(
    (value) => value || "next",
    z.enum(["next", "stay"], { error: "完了後の工程を選択してください" }),
  ),
  group_id: optionalInteger("移動先", 1, 98),
  /** Without a partner; unsaid, the card stays (decision 022). */
  inside: checkbox(),
  note: optionalLines("メモ", 400),
  /** "14:200 15:3.5": what was really used of parts, where it is not the plan. */
  parts_used: z.preprocess(
    (value) => value || undefined,
    z.string().regex(PARTS_USED, { error: "実際の使用数を読み取れませんでした" }).optional(),
  ),
  ...measuring,
  /** "12,0": of each file the 記録項目 it is for; 0 and what is not named are of the defect. */
  photo_items: z.preprocess(
    (value) => (value ? String(value).split(",").map(Number) : []),
    z.array(z.int({ error: "写真の記録項目を選び直してください" }).min(0)).max(FILES_MAX),
  ),
});

const ONWARD = ["next", "stay", "partner", "inside"] as const;
/** `partner`: chosen on the page that follows; `inside`: goes on into a 外注 process without. */
export const finishForm = finishing.omit({ photo_items: true }).extend({
  next: z.preprocess((value) => value || "next", choice("完了したあと", ONWARD)),
  used: z
    .array(
      z.object({
        product_id: key("部品"),
        num: optionalDecimal("実際の使用数", { min: "0", max: "999999999" }),
      }),
    )
    .max(100)
    .default([]),
  values: z
    .array(z.object({ item_id: key("記録項目"), value: optionalText("値", 400) }))
    .max(100)
    .default([]),
});

export const stopping = versioned.extend({
  reason_id: optionalKey("中止理由"),
  reason: optionalLines("理由", 400),
});

export const correcting = versioned.extend({
  work_key: z.coerce.number({ error: "実績を選択してください" }).int().positive(),
  worker_id: optionalKey("作業者"),
  work_start: optionalInstant("着手"),
  work_end: optionalInstant("終了"),
  num_good: optionalDecimal("良品数", { min: "0" }),
  num_defective: optionalDecimal("不良数", { min: "0" }),
  num_partial: optionalDecimal("途中数", { min: "0" }),
  is_void: checkbox(),
  is_unmanned: checkbox().optional(),
  /** The card's own counts follow, over the plan too. */
  with_counts: checkbox(),
  over: checkbox(),
  reason: lines("修正の理由", 400),
});

export const defecting = versioned
  .extend({
    num: quantity("不良数", { min: "0.001" }),
    reason_id: z.coerce
      .number({ error: "不良理由を選択してください" })
      .int()
      .min(1, { error: "不良理由を選択してください" }),
    group_id: optionalInteger("発生工程", 1, 98),
    ...treated,
    cause: optionalChoice("原因", cause.options as ["own", "supplied", "design"]),
    rework_group_id: optionalInteger("手直しの工程", 1, 98),
    is_billing_target: checkbox(),
    worker_id: optionalKey("作業者"),
    /** They were found among what was counted good or done: those become fewer. */
    from_counted: checkbox(),
    over: checkbox(),
    note: optionalLines("メモ", 400),
  })
  .check(
    crossField(["treatment_id", "treatment"], (one) =>
      one.treatment === undefined && one.treatment_id === undefined ? unchosenText("処置") : null,
    ),
  );
