import { z } from "zod";

export const judgement = z.enum(["ok", "ng"]);
export type Judgement = z.infer<typeof judgement>;
export const JUDGEMENT_LABEL: Record<Judgement, string> = { ok: "OK", ng: "NG" };

/** How a row came to be; `void`: it was taken back, or its 完了 or 実績 was; `restored`: that counts again. */
export const HOWS = ["first", "retest", "corrected", "void", "restored"] as const;
export type How = (typeof HOWS)[number];
export const HOW_LABEL = { retest: "再測定", corrected: "訂正", void: "取消", restored: "復活" } as const;
