import { z } from "zod";
import { optionalCode, optionalLines, versionOrNone } from "~/lib/text/text.schema";

/** For a company without 定型文 of its own. */
export const PHRASES = [
  "納期をご確認ください。",
  "受領しました。ありがとうございます。",
  "図面の版をご確認ください。",
  "承知しました。",
  "お見積りをお願いします。",
  "遅れが見込まれます。新しい納期を追ってご連絡します。",
  "よろしくお願いいたします。",
];
export const PHRASES_MAX = 30;

/** Version 0: the product's own. */
export const phrases = z.object({ items: z.array(z.string()), version: z.number() });
const typed = z
  .array(optionalLines("定型文", 500))
  .max(PHRASES_MAX + 1, { error: `定型文は${PHRASES_MAX}件までです` })
  .default([]);
export const phrasesInput = z.object({
  version: versionOrNone,
  phrases: typed
    .transform((all) => all.filter((one) => one !== undefined))
    .refine((all) => all.length <= PHRASES_MAX, { error: `定型文は${PHRASES_MAX}件までです` }),
});
export const phrasesForm = z.object({
  version: versionOrNone,
  phrases: typed,
  press: optionalCode("操作", 10),
});
