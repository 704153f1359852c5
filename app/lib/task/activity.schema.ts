import { z } from "zod";

export const subject = z.enum(["card", "order", "delivery", "invoice", "payment", "member", "factory", "destination"]);
export type Subject = z.infer<typeof subject>;

/** The fields a change touched, by their column names, with their values before or after it. */
export type Changed = Record<string, string | number | boolean | null>;

export const ACTIVITY_LABEL: Record<string, string> = {
  created: "作成", sent: "送信", viewed: "閲覧", accepted: "承諾", proposed: "納期の提案", agreed: "納期の合意", refused: "提案を断る",
  declined: "辞退", moved: "移動", counted: "数量", shipped: "出荷", unshipped: "出荷取消", edited: "編集", delivered: "納品書に記載",
  undelivered: "納品書から戻す", issued: "発行", cancelled: "取消", billed: "請求", unbilled: "請求取消", paid: "入金", divided: "分割",
};

export const activityRow = z.object({
  key: z.number(),
  kind: z.string(),
  at: z.string(),
  actor_name: z.string(),
  origin: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type ActivityRow = z.infer<typeof activityRow>;
