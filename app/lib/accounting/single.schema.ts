import { z } from "zod";
import { optionalConfirmedFigures } from "~/lib/money/confirmed";
import { checkbox, code, optionalLines } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { addedLines } from "./added.line.schema";
import { documentLine, documentTotals } from "./document.schema";

const lineName = z.string().regex(/^\d{1,15}\.\d{1,6}$/, { error: "画面を読み込み直してください" });
/** Lines of 納品書 as `delivery_key.line_no`. */
export const lineNames = z.preprocess(
  (value) => [value ?? []].flat().filter((one) => one !== ""),
  z.array(lineName).max(2000).default([]),
);
export const lineNameOf = (line: { delivery_key: number | null; delivery_line_no: number | null }) =>
  `${line.delivery_key}.${line.delivery_line_no}`;

export const singleNew = z
  .object({
    buyer_id: code("取引先", 40),
    invoice_date: date("請求日"),
    due_date: date("入金期日"),
    lines: lineNames,
    extras: addedLines,
    note: optionalLines("備考", 300),
    negative: checkbox(),
    far_date: checkbox(),
    seen: optionalConfirmedFigures,
  })
  .superRefine(({ lines, extras }, context) => {
    if (lines.length + extras.length === 0)
      context.addIssue({
        code: "custom",
        path: ["lines"],
        message: "請求する明細を選ぶか、行を追加してください",
      });
  });
export type SingleNew = z.output<typeof singleNew>;

export const billableQuery = z.object({ buyer_id: code("取引先", 40).optional() });
export const billableLine = documentLine.omit({ line_no: true }).extend({
  delivery_key: z.number(),
  delivery_line_no: z.number(),
  delivery_number: z.string(),
});
export const billable = z.object({
  buyers: z.array(z.object({ buyer_id: z.string(), buyer_name: z.string(), count: z.number() })),
  buyer_name: z.string().nullable(),
  invoice_date: z.string(),
  due_date: z.string(),
  items: z.array(billableLine),
});
export type Billable = z.infer<typeof billable>;

export const singlePreview = z.object({
  num_lines: z.number(),
  ...documentTotals,
  missing: z.string().nullable(),
  seen: z.string(),
});
export type SinglePreview = z.infer<typeof singlePreview>;
export const singleMade = z.object({ key: z.number(), number: z.string() });
