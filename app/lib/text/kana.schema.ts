import { z } from "zod";
import { payeeKana, toKatakana } from "./kana";
import { optionalText } from "./text.schema";

/** R7-7. */
export function optionalKana(label: string, max: number) {
  return optionalText(label, max)
    .transform((typed) => typed && toKatakana(typed))
    .meta({ title: label, maxLength: max });
}

export function optionalPayeeKana(label: string) {
  return optionalText(label, 48)
    .transform((typed, ctx) => {
      if (typed === undefined) return undefined;
      const kana = payeeKana(typed);
      if (kana !== null) return kana;
      ctx.addIssue({
        code: "custom",
        message: `${label}はカナ・英数字・（ ）．－だけで入力してください（例：カ）ヤマダセイキ）。漢字と「ヲ」は使えません`,
      });
      return z.NEVER;
    })
    .meta({ title: label });
}
