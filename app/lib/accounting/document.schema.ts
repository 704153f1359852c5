import { z } from "zod";

export const rounding = z.enum(["floor", "half_up", "ceil"]);
export type Rounding = z.infer<typeof rounding>;
export const ROUNDING_LABEL: Record<Rounding, string> = { floor: "切捨て", half_up: "四捨五入", ceil: "切上げ" };

/** One tax rate's part of a document: percent, yen before tax, yen of tax. */
export const byRate = z.object({ tax_rate: z.number(), base: z.number(), tax: z.number() });
export type ByRate = z.infer<typeof byRate>;
