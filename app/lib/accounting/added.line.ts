import { amountProblem, lineAmount } from "~/lib/money/amount";
import { taxRate } from "~/lib/money/tax";
import type { ISODate } from "~/lib/time/date";
import type { DraftLine, InvoiceBasis } from "~/lib/vocabulary/document";
import type { Rounding } from "~/lib/vocabulary/rounding";

type Terms = {
  seller_id: string;
  buyer_id: string;
  amount_rounding: Rounding;
  tax_rounding: Rounding;
  invoice_basis: InvoiceBasis;
};

/** 送料, 値引: a line of a 請求書 that stands on no 納品書. */
export const addedLine = (
  line: DraftLine,
  sales_date: ISODate,
  { seller_id, buyer_id, amount_rounding, tax_rounding, invoice_basis }: Terms,
) => ({
  seller_id,
  buyer_id,
  delivery_key: null,
  delivery_line_no: null,
  delivery_number: null,
  card_key: null,
  order_id: null,
  drawing_no: null,
  note: null,
  original_date: null,
  original_number: null,
  billing_ym: null,
  sales_date,
  billing_date: sales_date,
  num_items: null,
  inspection_key: null,
  name: line.name,
  num_units: line.num_units,
  unit: line.unit,
  unit_price: line.unit_price,
  price: lineAmount(line.num_units, line.unit_price, amount_rounding),
  tax_rate: taxRate(sales_date, line.tax_kind),
  invoice_basis,
  tax_rounding,
});

/** By the field of the form, of lines whose amount nothing could hold. */
export function amountErrors(
  name: string,
  lines: Pick<DraftLine, "num_units" | "unit_price">[],
): Record<string, string[]> {
  return Object.fromEntries(
    lines.flatMap((line, at) => {
      const problem = amountProblem(line.num_units, line.unit_price);
      return problem ? [[`${name}[${at}].unit_price`, [problem]]] : [];
    }),
  );
}
