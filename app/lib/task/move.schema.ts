import { z } from "zod";
import { unchosenText, checkbox, optionalLines } from "~/lib/text/text.schema";
import { optionalInteger } from "~/lib/money/number.schema";

/** Cards that one bulk move takes. */
export const MOVE_MAX = 300;
const AGAIN = "画面を読み込み直してください";

const picked = z.object({
  key: z.coerce.number({ error: AGAIN }).int({ error: AGAIN }).positive({ error: AGAIN }).max(Number.MAX_SAFE_INTEGER, { error: AGAIN }),
  version: z.coerce.number({ error: AGAIN }).int({ error: AGAIN }).min(1, { error: AGAIN }).max(1_000_000_000, { error: AGAIN }),
});
export const cards = z.array(picked, { error: "カードを選択してください" }).min(1, { error: "カードを選択してください" })
  .max(MOVE_MAX, { error: `一度に移動できるのは${MOVE_MAX}枚までです` });

export const bulkMove = z.object({
  cards,
  group_id: z.preprocess((value) => (value === "" || value === null ? undefined : value),
    z.coerce.number({ error: unchosenText("移動先") }).int().min(1, { error: unchosenText("移動先") }).max(98, { error: unchosenText("移動先") })),
  subgroup_id: optionalInteger("枝", 1, 999),
  close_work: checkbox(),
  /** Only tells what would happen. */
  dry_run: checkbox(),
  /** "ok": only those that nothing is to be said of; "all": those with a warning too. */
  include: z.preprocess((value) => value || "all", z.enum(["ok", "all"], { error: "移動する範囲を選択してください" })),
  reason: optionalLines("メモ", 400),
});

export const bulkUndo = z.object({ cards });

/** What is to be said of a card before it is moved; none of it forbids the move. */
export const EXCEPTION_LABEL = { working: "作業中", parts: "部品未完", left: "残数あり" } as const;
export const exception = z.enum(["working", "parts", "left"]);
export type Exception = z.infer<typeof exception>;

export const moveResult = z.object({
  key: z.number(), id: z.string().nullable(), name: z.string().nullable(), version: z.number(),
  ok: z.boolean(), exceptions: z.array(exception),
  /** Why it is not moved. */
  detail: z.string().nullable(),
});
export const moveResults = z.object({
  /** Those with something to be said first. */
  items: z.array(moveResult), num_moved: z.number(), num_failed: z.number(),
  counts: z.object({ working: z.number(), parts: z.number(), left: z.number() }),
});
export type MoveResults = z.infer<typeof moveResults>;
