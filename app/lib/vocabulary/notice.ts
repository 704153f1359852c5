import { z } from "zod";

export const mailDigest = z.enum(["now", "hours", "morning", "never"]);
export type MailDigest = z.infer<typeof mailDigest>;
export const DIGEST_LABEL: Record<MailDigest, string> = {
  now: "即時（在庫しきい値は毎朝7時にまとめる）",
  hours: "4時間ごとにまとめる（新規依頼・納期変更・合意・断り・要回答・取引先はすぐに）",
  morning: "毎朝7時にまとめる",
  never: "しない",
};

export const NOTICE_LABEL = {
  order: "新規依頼",
  delivery_date: "納期変更",
  agreed: "合意",
  declined: "断り",
  shipped: "出荷",
  defect: "不良",
  quote: "見積",
  document: "書類",
  stock: "在庫しきい値",
  chat: "チャット",
  ask: "要回答・指名",
  partner: "取引先",
} as const;
export type Notice = keyof typeof NOTICE_LABEL;
export const NOTICES = Object.keys(NOTICE_LABEL) as Notice[];
/** Mailed at once even to those who have the rest gathered. */
const PRESSING: Notice[] = ["order", "delivery_date", "agreed", "declined", "ask", "partner"];
/** Many may come in a day: gathered for those, too, who have the rest at once. */
export const DAILY: Notice = "stock";

export const isMailedAtOnce = (digest: MailDigest, kind: Notice): boolean =>
  digest === "now" ? kind !== DAILY : digest === "hours" && PRESSING.includes(kind);
/** Figures of stock are told to those who may see them. */
export const mayHear = (kind: Notice, permissions: readonly string[]): boolean =>
  kind !== "stock" || permissions.includes("inventory");

export const ROAD_LABEL = { push: "プッシュ", mail: "メール", screen: "画面" } as const;
export type Road = keyof typeof ROAD_LABEL;
