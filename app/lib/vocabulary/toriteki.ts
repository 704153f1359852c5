export const TORITEKI = ["covered", "exempt", "unknown"] as const;
export type Toriteki = (typeof TORITEKI)[number];
export const TORITEKI_LABEL: Record<Toriteki, string> = {
  covered: "対象",
  exempt: "対象外",
  unknown: "未確認",
};
