import { z } from "zod";

export const paymentKind = z.enum(["transfer", "cash", "offset", "discount", "fee", "bill", "other"]);
export type PaymentKind = z.infer<typeof paymentKind>;
export const PAYMENT_KIND_LABEL: Record<PaymentKind, string> = {
  transfer: "振込", cash: "現金", offset: "相殺", discount: "値引", fee: "振込手数料", bill: "手形等", other: "その他",
};
