export const PART_DELIVERIES = ["allowed", "refused"] as const;
export type PartDelivery = (typeof PART_DELIVERIES)[number];
export const PART_DELIVERY_LABEL: Record<PartDelivery, string> = { allowed: "可", refused: "不可" };
