import { z } from "zod";
import { fileWords, wordsOf } from "~/lib/import/import.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalKana } from "~/lib/text/kana.schema";
import { checkbox, labelsOf, optionalCode, optionalText, text } from "~/lib/text/text.schema";
import { COLOUR_LABEL, optionalColour } from "~/lib/vocabulary/colour";

export const chosen = (value: unknown) =>
  value === undefined || value === null || value === "" ? [] : [value].flat();

export const workerFields = {
  worker_id: optionalInteger("作業者番号", 1, Number.MAX_SAFE_INTEGER).register(fileWords, {
    example: "12",
    help: "一覧のCSVにある番号。新しい人は空欄。同じ氏名の人がいるときに、どちらかを決めます。",
  }),
  name: text("氏名", 40).register(fileWords, {
    synonyms: ["名前", "作業者", "作業者名", "担当者", "社員名"],
    required: true,
    example: "井上 一",
  }),
  kana: optionalKana("カナ", 40).register(fileWords, {
    synonyms: ["フリガナ", "ふりがな", "氏名カナ", "よみ"],
    example: "イノウエ ハジメ",
  }),
  group_name: optionalText("グループ", 40).register(fileWords, {
    synonyms: ["班", "職場", "部署", "組"],
    example: "溶接班",
  }),
  colour: optionalColour("色").register(fileWords, { choices: wordsOf(COLOUR_LABEL), example: "青" }),
  sort: optionalInteger("並び順", 0, 9999).register(fileWords, {
    synonyms: ["表示順", "順番", "順"],
    example: "1",
  }),
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
