import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, code, optionalText } from "~/lib/text/text.schema";
import { documentTotals } from "./document.schema";
import { ym } from "./invoice.schema";
import { DIFFERENCE_LABEL, type DifferenceKind } from "./reconcile";
import { billableLine, lineNames } from "./single.schema";

/** `received`: as the buyer, of a company that sells too. */
export const reconcileQuery = z.object({
  partner: code("取引先", 40).optional(),
  ym: ym("対象月").optional(),
  received: checkbox(),
});
const asked = { partner: code("取引先", 40), ym: ym("対象月"), received: checkbox() };

const MOST_YEN = 999_999_999_999;
export const billingChecks = z
  .object({
    ...asked,
    lines: lineNames,
    agrees: checkbox(),
    reason: optionalText("差異の理由", 200),
    /** What the lines came to when they were seen together. */
    price: optionalInteger("金額", -MOST_YEN, MOST_YEN),
  })
  .superRefine(({ lines, agrees, reason }, context) => {
    if (lines.length === 0)
      context.addIssue({ code: "custom", path: ["lines"], message: "明細を選択してください" });
    if (!agrees && reason === undefined)
      context.addIssue({ code: "custom", path: ["reason"], message: "差異の理由を入力してください" });
  });
export type BillingChecks = z.output<typeof billingChecks>;

const CSV_MAX = 900_000;
const CSV_TEXT = "CSVを選択してください";
export const billingCompare = z.object({
  ...asked,
  csv: z
    .string({ error: CSV_TEXT })
    .min(1, { error: CSV_TEXT })
    .max(CSV_MAX, { error: "ファイルが大きすぎます。対象の月だけにしてください" }),
});

const check = z.object({
  agrees: z.boolean(),
  reason: z.string().nullable(),
  person: z.string().nullable(),
  checked_time: z.string(),
});
const reconcileLine = billableLine.extend({ seller: check.nullable(), buyer: check.nullable() });
export const reconciliation = z.object({
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
  partner_name: z.string().nullable(),
  is_buyer: z.boolean(),
  ym: z.number().nullable(),
  start_date: z.string(),
  end_date: z.string(),
  is_closed: z.boolean(),
  items: z.array(reconcileLine),
  /** 送料 and the like that the closing will add. */
  added: z.array(z.object({ name: z.string(), price: z.number(), tax_rate: z.number() })),
  totals: z.object(documentTotals),
});
export type Reconciliation = z.infer<typeof reconciliation>;

const row = z.object({
  row: z.number(),
  delivery_number: z.string().optional(),
  order_id: z.string().optional(),
  date: z.string().optional(),
  num_units: z.string().optional(),
  unit_price: z.string().optional(),
  price: z.number().optional(),
});
export const billingDifferences = z.object({
  num_rows: z.number(),
  /** The lines that agree, as `delivery_key.line_no`, and what they come to. */
  agreed: z.array(z.string()),
  agreed_price: z.number(),
  items: z.array(
    z.object({
      kind: z.enum(Object.keys(DIFFERENCE_LABEL) as [DifferenceKind, ...DifferenceKind[]]),
      words: z.string(),
      line: billableLine.nullable(),
      row: row.nullable(),
    }),
  ),
});
export type BillingDifferences = z.infer<typeof billingDifferences>;
export const checksMade = z.object({ count: z.number() });
