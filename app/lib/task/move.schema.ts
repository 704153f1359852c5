import { z } from "zod";
import { openPriceFields } from "~/lib/fields/card.fields";
import { optionalDecimal } from "~/lib/money/number.schema";
import {
  checkbox,
  optional,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  rowKey,
  version,
} from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { movement } from "./move.card.schema";
import { RESTS } from "./rest";

export const MOVE_MAX = 300;

const picked = z.object({
  key: rowKey,
  version,
});
export const cards = z
  .array(picked, { error: "カードを選択してください" })
  .min(1, { error: "カードを選択してください" })
  .max(MOVE_MAX, { error: `一度に移動できるのは${MOVE_MAX}枚までです` });

export const moveDetails = {
  /** Left out: now. A minute of Tokyo's clock, or an instant (decision 022). */
  moved_time: optionalInstant("移動日時"),
  worker_id: optionalKey("作業者"),
  /** Into a 外注 process: the partner, or `inside` for none. */
  partner_id: optionalText("協力会社", 40),
  inside: checkbox(),
  delivery_date: optionalDate("外注の納期", "coming"),
  unit_price: optionalDecimal("外注単価", { min: "0" }),
  undetermined_reason: optional(openPriceFields.undetermined_reason),
  planned_fix_date: optional(openPriceFields.planned_fix_date),
  with_drawings: checkbox(),
};

const { group_id, subgroup_id } = movement.shape;
export const bulkMove = z.object({
  cards,
  group_id,
  subgroup_id,
  ...moveDetails,
  keep_work: checkbox(),
  /** Unsaid: half-finished lots stay. */
  rest: optionalChoice("残り", RESTS),
  /** Only tells what would happen. */
  dry_run: checkbox(),
  /** "ok": only those without exceptions; "all": those with warnings too. */
  include: z.preprocess(
    (value) => value || "all",
    z.enum(["ok", "all"], { error: "移動する範囲を選択してください" }),
  ),
  reason: optionalLines("メモ", 400),
});

export const bulkUndo = z.object({ cards });

/** `billed` forbids the move (D15), the others do not. */
export const EXCEPTION_LABEL = {
  working: "作業中",
  parts: "部品未完",
  left: "残数あり",
  billed: "請求済みで戻す",
  late: "外注の納期がカードより後",
} as const;
const exception = z.enum(["working", "parts", "left", "billed", "late"]);

export const moveResult = z.object({
  key: z.number(),
  id: z.string().nullable(),
  name: z.string().nullable(),
  version: z.number(),
  ok: z.boolean(),
  exceptions: z.array(exception),
  detail: z.string().nullable(),
  /** Not done where it stands: to be answered for before it goes on. */
  num_rest: z.string().nullable().default(null),
  /** The branch left behind and whose work ended, in words. */
  ended: z.string().default(""),
});
export const moveResults = z.object({
  items: z.array(moveResult),
  num_moved: z.number(),
  num_failed: z.number(),
  counts: z.object({
    working: z.number(),
    parts: z.number(),
    left: z.number(),
    billed: z.number(),
    late: z.number(),
  }),
});
export type MoveResults = z.infer<typeof moveResults>;
