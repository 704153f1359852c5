import { lineAmount } from "~/lib/money/amount";
import { formatYen } from "~/lib/money/decimal";
import { taxRate } from "~/lib/money/tax";
import { formatDate, type ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { DeliveryLine, ExtraLine } from "./delivery.schema";
import { type DeliveredLine, type ReturnLine, returnable } from "./returned";

export type Original = {
  key: number;
  number: string;
  delivery_date: ISODate;
  lines: DeliveredLine[];
  returns: ReturnLine[];
};

const isReturn = ({ kind }: Pick<ExtraLine, "kind">) => kind === "return";

/** R1-9. `original`: undefined where no number was given, null where there is no such 納品書. */
export function returnProblems(
  extra: ExtraLine,
  delivery_date: ISODate,
  original: Original | null | undefined,
  rounding: Rounding,
): [field: string, sentence: string][] {
  if (!isReturn(extra)) {
    const said = extra.original_number || extra.original_date;
    return said ? [["kind", "元の納品書番号・納品日は、区分が返品の行に入力してください"]] : [];
  }
  if (original === null) return [["original_number", "この取引先に発行した納品書が見つかりません"]];
  const date = original?.delivery_date ?? extra.original_date;
  if (!date) return [["original_date", "返品は、元の納品書番号か元の納品日を入力してください"]];
  if (date > delivery_date)
    return [["original_date", "元の納品日は、納品日と同じかそれより前の日付にしてください"]];
  if (extra.unit_price.startsWith("-"))
    return [["unit_price", "返品の単価はプラスで入力してください。金額はマイナスになります"]];
  const { name } = extra;
  const left = original ? returnable(original, { name, tax_rate: returnRate(extra, date) }) : null;
  const price = lineAmount(extra.num_units, extra.unit_price, rounding);
  return left !== null && price > left
    ? [["unit_price", `返品が、元の納品書の残り（税抜${formatYen(left)}）を超えています`]]
    : [];
}

const returnRate = ({ tax_kind }: ExtraLine, date: ISODate) => taxRate(date, tax_kind);

/** As the 納品書 that it goes back to sees it. */
export const returnOf = (extra: ExtraLine, { delivery_date }: Original, rounding: Rounding): ReturnLine => ({
  name: extra.name,
  price: -lineAmount(extra.num_units, extra.unit_price, rounding),
  tax_rate: returnRate(extra, delivery_date),
});

/** Returned goods are a negative line, taxed as on the day they were delivered (R1-9). */
export function extraLineOf(
  extra: ExtraLine,
  delivery_date: ISODate,
  original: Original | null | undefined,
  rounding: Rounding,
): Omit<DeliveryLine, "line_no" | "billing_ym"> {
  const back = isReturn(extra);
  const original_date = back ? (original?.delivery_date ?? extra.original_date!) : null;
  const original_number = back ? (extra.original_number ?? null) : null;
  const num_units = back ? `-${extra.num_units}` : extra.num_units;
  const unit = extra.unit ?? "lot";
  return {
    card_key: null,
    card_id: null,
    is_billing_target: true,
    close_reason: null,
    is_cost: false,
    order_id: null,
    drawing_no: null,
    sales_date: delivery_date,
    original_date,
    original_number,
    name: back && !extra.name.startsWith("返品") ? `返品 ${extra.name}` : extra.name,
    num_items: num_units,
    order_unit: unit,
    num_units,
    unit,
    unit_price: extra.unit_price,
    price: lineAmount(num_units, extra.unit_price, rounding),
    tax_rate: taxRate(original_date ?? delivery_date, extra.tax_kind),
    note: original_date
      ? ["元の納品", formatDate(original_date), original_number].filter(Boolean).join(" ")
      : null,
  };
}
