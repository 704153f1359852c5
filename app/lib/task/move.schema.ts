import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import {
  checkbox,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { optionalInstant } from "~/lib/time/instant.schema";
import { RESTS } from "./rest";

/** Cards that one bulk move takes. */
export const MOVE_MAX = 300;
const AGAIN = "画面を読み込み直してください";

const picked = z.object({
  key: z.coerce
    .number({ error: AGAIN })
    .int({ error: AGAIN })
    .positive({ error: AGAIN })
    .max(Number.MAX_SAFE_INTEGER, { error: AGAIN }),
  version: z.coerce
    .number({ error: AGAIN })
    .int({ error: AGAIN })
    .min(1, { error: AGAIN })
    .max(1_000_000_000, { error: AGAIN }),
});
export const cards = z
  .array(picked, { error: "カードを選択してください" })
  .min(1, { error: "カードを選択してください" })
  .max(MOVE_MAX, { error: `一度に移動できるのは${MOVE_MAX}枚までです` });

/** What is said of a bulk move beside its place; the screen's form asks the same. */
export const moveDetails = {
  /** When the cards were moved, if not now; a minute of Tokyo's clock or an instant (decision 022). */
  moved_time: optionalInstant("移動日時"),
  /** Who moved them. */
  worker_id: optionalKey("作業者"),
  /** Into a 外注 process: whom the step is asked of, or `inside`, that nobody is. */
  partner_id: optionalText("協力会社", 40),
  inside: checkbox(),
  delivery_date: optionalDate("外注の納期", "coming"),
  unit_price: optionalDecimal("外注単価", { min: "0" }),
  undetermined_reason: optionalText("単価未定の理由", 200),
  planned_fix_date: optionalDate("単価の決定予定日", "coming"),
  with_drawings: checkbox(),
};

export const bulkMove = z.object({
  cards,
  group_id: z.preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z.coerce
      .number({ error: unchosenText("移動先") })
      .int()
      .min(1, { error: unchosenText("移動先") })
      .max(98, { error: unchosenText("移動先") }),
  ),
  subgroup_id: optionalInteger("機械・班", 1, 999),
  ...moveDetails,
  keep_work: checkbox(),
  /**
   * Of each half-finished lot: its rest stays as a card of its own, or goes on too. Unsaid, such a card
   * stays.
   */
  rest: optionalChoice("残り", RESTS),
  /** Only tells what would happen. */
  dry_run: checkbox(),
  /** "ok": only those that nothing is to be said of; "all": those with a warning too. */
  include: z.preprocess(
    (value) => value || "all",
    z.enum(["ok", "all"], { error: "移動する範囲を選択してください" }),
  ),
  reason: optionalLines("メモ", 400),
});

export const bulkUndo = z.object({ cards });

/**
 * What is to be said of a card before it is moved. `billed` forbids the move (D15), the others do
 * not.
 */
export const EXCEPTION_LABEL = {
  working: "作業中",
  parts: "部品未完",
  left: "残数あり",
  billed: "請求済みで戻す",
  late: "外注の納期がカードより後",
} as const;
export const exception = z.enum(["working", "parts", "left", "billed", "late"]);

export const moveResult = z.object({
  key: z.number(),
  id: z.string().nullable(),
  name: z.string().nullable(),
  version: z.number(),
  ok: z.boolean(),
  exceptions: z.array(exception),
  /** Why it is not moved. */
  detail: z.string().nullable(),
  /** What of a half-finished lot is not done where it stands: to be said before it goes on. */
  num_rest: z.string().nullable().default(null),
  /** What the move left behind as a branch, and whose work it has ended. */
  ended: z.string().default(""),
});
export const moveResults = z.object({
  /** Those with something to be said first. */
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
