import { z } from "zod";
export const KINDS = ["transfer", "cash", "offset", "discount", "fee", "bill", "other"] as const;
const paymentKind = z.enum(KINDS);
export type PaymentKind = z.infer<typeof paymentKind>;
