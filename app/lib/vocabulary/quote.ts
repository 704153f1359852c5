export const PASS_REASONS = ["price", "lead_time", "changed", "stopped", "unsaid"] as const;
export type PassReason = (typeof PASS_REASONS)[number];
export const PASS_LABEL: Record<PassReason, string> = {
  price: "価格",
  lead_time: "納期",
  changed: "仕様変更",
  stopped: "中止",
  unsaid: "書かない",
};

export const DECLINE_REASONS = ["capacity", "equipment", "material", "quantity", "drawing", "other"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
export const DECLINE_LABEL: Record<DeclineReason, string> = {
  capacity: "納期・負荷が合わない",
  equipment: "設備・技術が合わない",
  material: "材料が手に入らない",
  quantity: "数量が合わない",
  drawing: "図面・仕様では見積れない",
  other: "その他",
};

export const TOOLING_OWNERS = ["buyer", "seller"] as const;
export type ToolingOwner = (typeof TOOLING_OWNERS)[number];
export const TOOLING_OWNER_LABEL: Record<ToolingOwner, string> = {
  buyer: "依頼元（発注側）",
  seller: "依頼先（製作側）",
};
