import { z } from "zod";
import { optionalConfirmedFigures } from "~/lib/money/confirmed";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, choice, optionalLines, optionalVersion, text } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { addedLineFields } from "./added.line.schema";
import { documentTotals } from "./document.schema";

const CORRECTION_MODES = ["red_black", "red", "revision"] as const;
export type CorrectionMode = (typeof CORRECTION_MODES)[number];
export const CORRECTION_MODE_LABEL: Record<CorrectionMode, string> = {
  red_black: "赤黒（赤伝で取り消し、正しい請求書を発行）",
  red: "赤伝だけ（請求を取り消す）",
  revision: "訂正版に差し替え",
};

/** `id` is the number of the line of the 請求書 that is corrected; a line without one is new. */
const correctedLine = z.object({
  ...addedLineFields,
  name: text("品名", 120),
  id: optionalInteger("行", 1, 100_000),
});
export type CorrectedLine = z.output<typeof correctedLine>;

export const correctionNew = z
  .object({
    mode: choice("訂正の方法", CORRECTION_MODES),
    reason: text("訂正の理由", 200),
    due_date: optionalDate("入金期日"),
    note: optionalLines("備考", 600),
    carry_paid: checkbox(),
    unchanged: checkbox(),
    lines: z.array(correctedLine).max(1000).default([]),
    version: optionalVersion,
    seen: optionalConfirmedFigures,
  })
  .superRefine(({ mode, lines }, context) => {
    if (mode === "red") return;
    if (lines.length === 0)
      context.addIssue({ code: "custom", path: ["lines"], message: "明細を1行以上入力してください" });
    const ids = lines.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length)
      context.addIssue({ code: "custom", path: ["lines"], message: "同じ明細が2回あります" });
  });
export type CorrectionNew = z.output<typeof correctionNew>;

const totals = z.object(documentTotals);
export const correctionPreview = z.object({
  red: totals.nullable(),
  black: totals.nullable(),
  /** The 赤 has to be a 適格返還請求書. */
  is_credit_note: z.boolean(),
  settled: z.number(),
  left: z.number(),
  carried: z.number(),
  /** Lines of 納品書 that are 未請求 again. */
  num_freed: z.number(),
  seen: z.string(),
});
export type CorrectionPreview = z.infer<typeof correctionPreview>;
export const correctionMade = z.object({
  invoices: z.array(z.object({ key: z.number(), number: z.string() })),
});
