import { z } from "zod";
import { paging } from "~/lib/list/paging.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { choice, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { role } from "~/lib/vocabulary/card.schema";
import { CODE_KINDS } from "~/lib/vocabulary/scan";

const some = (value: unknown) =>
  value === undefined || value === null || value === "" ? undefined : Array.isArray(value) ? value : [value];
export const PRINT_MAX = 300;
const AGAIN = { error: "一覧から選び直してください" };
const keys = z
  .array(z.coerce.number(AGAIN).int(AGAIN).positive(AGAIN).max(Number.MAX_SAFE_INTEGER, AGAIN), {
    error: "一覧から選んでください",
  })
  .min(1, { error: "一覧から選んでください" })
  .max(PRINT_MAX, { error: `一度に選べるのは${PRINT_MAX}件までです` });

export const codeFilter = z.object({
  kind: z.preprocess((value) => value || "process", z.enum(CODE_KINDS, { error: "種類を選択してください" })),
  q: optionalText("検索", 40),
  view: optionalChoice("表示", ["list"]),
  group_id: optionalInteger("工程", 1, 98),
  keys: z.preprocess(some, keys.optional()),
  ...paging,
});

export const codeRow = z.object({
  kind: z.enum(CODE_KINDS),
  key: z.number(),
  token: z.string(),
  name: z.string(),
  /** What people call out; null where there is but the name. */
  number: z.string().nullable(),
  note: z.string(),
  role: role.nullable(),
  is_active: z.boolean(),
  last_read_time: z.string().nullable(),
  reads_today: z.number(),
  generation: z.number(),
});
export type CodeRow = z.infer<typeof codeRow>;

export const reissuing = z.object({ kind: choice("種類", CODE_KINDS), keys: z.preprocess(some, keys) });
export const reissued = z.object({ num_changed: z.number() });

const tagRow = z.object({
  key: z.number(),
  token: z.string(),
  id: z.string(),
  name: z.string(),
  product_code: z.string().nullable(),
  drawing_no: z.string().nullable(),
  buyer_name: z.string(),
  order_id: z.string().nullable(),
  num_items: z.string(),
  unit: z.string(),
  delivery_date: z.string().nullable(),
  delivery_time: z.string().nullable(),
  destination: z.string().nullable(),
  note: z.string().nullable(),
  is_urgent: z.boolean(),
  task_type: z.string().nullable(),
  group_id: z.number(),
});
export type TagRow = z.infer<typeof tagRow>;
export const tagQuery = z.object({ keys: z.preprocess(some, keys) });
export const tags = z.object({
  items: z.array(tagRow),
  processes: z.array(z.object({ group_id: z.number(), label: z.string() })),
});
