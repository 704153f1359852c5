import { z } from "zod";
import { choice, optionalLines, optionalVersion } from "~/lib/text/text.schema";

/** R1-10: the receiver asks for a correction, and never makes one. */
export const invoiceAnswering = z
  .object({
    version: optionalVersion,
    agreed: choice("確認", ["yes", "no"]),
    words: optionalLines("差異の内容", 500),
  })
  .superRefine(({ agreed, words }, context) => {
    if (agreed === "no" && !words)
      context.addIssue({ code: "custom", message: "差異の内容を入力してください", path: ["words"] });
  });
export type InvoiceAnswering = z.output<typeof invoiceAnswering>;

export const invoiceAnswers = z.object({
  may_answer: z.boolean(),
  items: z.array(
    z.object({
      key: z.number(),
      agreed: z.boolean(),
      words: z.string().nullable(),
      actor: z.string(),
      answered_time: z.string(),
    }),
  ),
});
export type InvoiceAnswers = z.infer<typeof invoiceAnswers>;
