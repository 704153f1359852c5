import { z } from "zod";
import { UNIT_LABEL, UNITS } from "./card.schema";
import { ROUNDINGS } from "./rounding";

export const rounding = z.enum(ROUNDINGS);

/** Which paper is the qualified invoice: the monthly 請求書, or each 納品書 (R1-7). */
export const invoiceBasis = z.enum(["monthly", "delivery_note"]);
export type InvoiceBasis = z.infer<typeof invoiceBasis>;

/** A line's unit: a card's, or 式 for 送料 and the like. */
export const LINE_UNITS = [...UNITS, "lot"] as const;
export const lineUnit = z.enum(LINE_UNITS);
export type LineUnit = z.infer<typeof lineUnit>;
export const LINE_UNIT_LABEL: Record<LineUnit, string> = { ...UNIT_LABEL, lot: "式" };

/** One tax rate's part of a document: percent, yen before tax, yen of tax. */
export const byRate = z.object({ tax_rate: z.number(), base: z.number(), tax: z.number() });
export type ByRate = z.infer<typeof byRate>;

/** How 納品書 and 請求書 are drawn today: frozen with each that is issued. */
export const LAYOUT = 1;

/**
 * Why a document can't be drawn here: one that a later version issued is not drawn another way than it
 * was.
 */
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

export const TAX_KINDS = ["standard", "reduced", "exempt"] as const;

/** 10%, 8%※, 対象外: of one line (R1-8, R5-3). */
export const rateOf = (tax_rate: number) =>
  tax_rate === 0 ? "対象外" : tax_rate === 8 ? "8%※" : `${tax_rate}%`;

/** 10%対象, 8%対象(※軽減税率), 対象外: as documents print it (R1-8). From 2019-10 on 8% is the reduced rate. */
export function rateLabel(tax_rate: number): string {
  if (tax_rate === 0) return "対象外";
  return tax_rate === 8 ? "8%対象(※軽減税率)" : `${tax_rate}%対象`;
}
