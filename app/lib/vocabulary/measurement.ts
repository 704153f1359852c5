import { z } from "zod";

export const judgement = z.enum(["ok", "ng"]);
export type Judgement = z.infer<typeof judgement>;
export const JUDGEMENT_LABEL: Record<Judgement, string> = { ok: "OK", ng: "NG" };

/** How a row came to be; `void`: its 完了 was undone. */
export const HOWS = ["first", "retest", "corrected", "void"] as const;
export type How = (typeof HOWS)[number];
export const HOW_LABEL = { retest: "再測定", corrected: "訂正" } as const;
