import { z } from "zod";

export const SUPPLIES = ["free", "paid"] as const;
export const supply = z.enum(SUPPLIES);
export type Supply = z.infer<typeof supply>;
export const SUPPLY_LABEL: Record<Supply, string> = { free: "無償支給", paid: "有償支給" };
