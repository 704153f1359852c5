import { z } from "zod";
import { UNIT_LABEL, UNITS } from "./card.schema";
import { ROUNDINGS } from "./rounding";

export const rounding = z.enum(ROUNDINGS);

/** R1-7: the monthly 請求書, or each 納品書. */
export const invoiceBasis = z.enum(["monthly", "delivery_note"]);
export type InvoiceBasis = z.infer<typeof invoiceBasis>;

export const LINE_UNITS = [...UNITS, "lot"] as const;
export const lineUnit = z.enum(LINE_UNITS);
export type LineUnit = z.infer<typeof lineUnit>;
export const LINE_UNIT_LABEL: Record<LineUnit, string> = { ...UNIT_LABEL, lot: "式" };

/** Percent, yen before tax, yen of tax. */
export const byRate = z.object({ tax_rate: z.number(), base: z.number(), tax: z.number() });
export type ByRate = z.infer<typeof byRate>;
/** Of one 納品書, or of what stands on none. */
export type NoteTax = ByRate & { delivery_key: number | null };

/**
 * Frozen with each document; since 2 a 納品書 carries the code of its page, since 3 税込 in its head, since 4 head
 * and address stand on one edge, since 5 rows stand closer where that saves a sheet, and a 請求書 at or below
 * zero asks for no money.
 */
export const LAYOUT = 5;

export const unknownLayout = ({
  layout,
  number,
}: {
  layout: number;
  number: string | null;
}): string | null =>
  layout >= 1 && layout <= LAYOUT
    ? null
    : `${number} は、この版にない様式（${layout}）で発行されているため、印刷できません。新しい版に更新してください。`;

/** 赤黒: 赤 takes a 請求書 back, 黒 is the right one in its place (R4-9). */
export type Correction = "red" | "black";

export const TAX_KINDS = ["standard", "reduced", "exempt"] as const;

export const rateOf = (tax_rate: number) =>
  tax_rate === 0 ? "対象外" : tax_rate === 8 ? "8%※" : `${tax_rate}%`;

/** R1-8: from 2019-10 on 8% is the reduced rate. */
export function rateLabel(tax_rate: number): string {
  if (tax_rate === 0) return "対象外";
  return tax_rate === 8 ? "8%対象(※軽減税率)" : `${tax_rate}%対象`;
}

/** As typed for a closing: 送料, 値引; its tax follows from the day that it is billed. */
export type DraftLine = {
  name: string;
  num_units: string;
  unit: LineUnit;
  unit_price: string;
  tax_kind: (typeof TAX_KINDS)[number];
};
