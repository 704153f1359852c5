import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalKana } from "~/lib/text/kana.schema";
import { checkbox, labelsOf, optionalCode, optionalText, text } from "~/lib/text/text.schema";
import { optionalColour } from "~/lib/vocabulary/colour";

export const chosen = (value: unknown) =>
  value === undefined || value === null || value === "" ? [] : [value].flat();

/** Each field of a 作業者 once: what it is called, how long it may be, how it is read. */
export const workerFields = {
  worker_id: optionalInteger("作業者番号", 1, Number.MAX_SAFE_INTEGER),
  name: text("氏名", 40),
  kana: optionalKana("カナ", 40),
  group_name: optionalText("グループ", 40),
  colour: optionalColour("色"),
  sort: optionalInteger("並び順", 0, 9999),
  group_ids: z
    .preprocess(
      chosen,
      z.array(z.coerce.number({ error: "担当工程を選択してください" }).int().min(1).max(98)).max(98),
    )
    .meta({ title: "担当工程" }),
  username: optionalText("ログインユーザー", 100),
  /** Left out, the PIN stays as it is. */
  pin: optionalCode("暗証番号", 8)
    .refine((pin) => pin === undefined || /^\d{4,8}$/.test(pin), {
      error: "暗証番号は4〜8桁の数字で入力してください",
    })
    .meta({ title: "暗証番号", maxLength: 8 }),
  clear_pin: checkbox().meta({ title: "暗証番号をなくす" }),
  is_active: z
    .preprocess(
      (value) => value ?? true,
      z.union([
        z.boolean(),
        z.literal("true").transform(() => true),
        z.literal("false").transform(() => false),
      ]),
    )
    .meta({ title: "状態" }),
};
export const WORKER_LABEL = labelsOf(workerFields);
