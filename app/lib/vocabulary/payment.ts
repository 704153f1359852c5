import { z } from "zod";

export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

export const KINDS = [
  "transfer",
  "cash",
  "check",
  "bill",
  "densai",
  "offset",
  "fee",
  "discount",
  "rounding",
  "gain",
  "other",
] as const;
const paymentKind = z.enum(KINDS);
export type PaymentKind = z.infer<typeof paymentKind>;

export const KIND_LABEL: Record<PaymentKind, string> = {
  transfer: "振込",
  cash: "現金",
  check: "小切手",
  bill: "手形",
  densai: "でんさい",
  offset: "相殺",
  fee: "手数料",
  discount: "値引",
  rounding: "端数",
  gain: "雑収入",
  other: "その他",
};
/** 調整額 of a 請求書 (R4-1): what was waived, not what came in. */
export const ADJUSTMENTS: readonly PaymentKind[] = ["fee", "discount", "rounding", "gain"];
/** Money that comes on a later day than the paper. */
export const MATURING: readonly PaymentKind[] = ["check", "bill", "densai"];
