import { z } from "zod";
import { code, optionalLines, versionOrNone } from "~/lib/text/text.schema";
import { lineUnit, TAX_KINDS } from "~/lib/vocabulary/document";
import { addedLines } from "./added.line.schema";
import { documentTotals } from "./document.schema";
import { ym } from "./invoice.schema";
import { billableLine, lineNames } from "./single.schema";

export const closingRowsQuery = z.object({ buyer_id: code("取引先", 40), ym: ym("対象月") });

/** `rows` are those that were shown; of them, those in `later` are put off to the month after. */
export const closingEdit = closingRowsQuery.extend({
  rows: lineNames,
  later: lineNames,
  lines: addedLines,
  note: optionalLines("備考", 300),
  version: versionOrNone,
});
export type ClosingEdit = z.output<typeof closingEdit>;

export const closingRows = z.object({
  buyer_id: z.string(),
  buyer_name: z.string(),
  ym: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  problem: z.string().nullable(),
  items: z.array(billableLine.extend({ is_later: z.boolean(), billing_ym: z.number().nullable() })),
  lines: z.array(
    z.object({
      name: z.string(),
      num_units: z.string(),
      unit: lineUnit,
      unit_price: z.string(),
      tax_kind: z.enum(TAX_KINDS),
    }),
  ),
  note: z.string().nullable(),
  version: z.number(),
  ...documentTotals,
  billed_now: z.number(),
});
export const closingSaved = z.object({ version: z.number() });
