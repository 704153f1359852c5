export const PASS_REASONS = ["price", "lead_time", "changed", "stopped", "unsaid"] as const;
export type PassReason = (typeof PASS_REASONS)[number];
export const PASS_LABEL: Record<PassReason, string> = {
  price: "価格",
  lead_time: "納期",
  changed: "仕様変更",
  stopped: "中止",
  unsaid: "書かない",
};

export const TOOLING_OWNERS = ["buyer", "seller"] as const;
export type ToolingOwner = (typeof TOOLING_OWNERS)[number];
export const TOOLING_OWNER_LABEL: Record<ToolingOwner, string> = {
  buyer: "依頼元（発注側）",
  seller: "依頼先（製作側）",
};
