import { z } from "zod";
import { payeeKana } from "./kana";
import { optionalText } from "./text.schema";

/** 振込名義カナ as people type it -> the narrow set every bank takes, ｶ)ﾔﾏﾀﾞ (R6-6). */
export function optionalPayeeKana(label: string) {
  return optionalText(label, 48).transform((typed, ctx) => {
    if (typed === undefined) return undefined;
    const kana = payeeKana(typed);
    if (kana !== null) return kana;
    ctx.addIssue({ code: "custom", message: `${label}はカナ・英数字・（ ）．－だけで入力してください（例：カ）ヤマダセイキ）。漢字と「ヲ」は使えません` });
    return z.NEVER;
  }).meta({ title: label });
}
