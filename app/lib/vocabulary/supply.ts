import { z } from "zod";

export const SUPPLIES = ["free", "paid"] as const;
export const supply = z.enum(SUPPLIES);
export type Supply = z.infer<typeof supply>;
export const SUPPLY_LABEL: Record<Supply, string> = { free: "無償支給", paid: "有償支給" };

export const SUPPLY_MOVEMENTS = ["sent", "used", "returned"] as const;
export type SupplyMovement = (typeof SUPPLY_MOVEMENTS)[number];
export const SUPPLY_MOVEMENT_LABEL: Record<SupplyMovement, string> = {
  sent: "支給",
  used: "使用",
  returned: "返却",
};
