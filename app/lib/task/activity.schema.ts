import { z } from "zod";

export const subject = z.enum(["card", "order", "delivery", "invoice", "payment", "member", "factory", "destination", "collaboration",
  "contact", "file", "product"]);
export type Subject = z.infer<typeof subject>;

/** The fields a change touched, by their column names, with their values before or after it. */
export type Changed = Record<string, string | number | boolean | null>;

export const ACTIVITY_LABEL: Record<string, string> = {
  created: "作成", sent: "送信", viewed: "閲覧", accepted: "承諾", proposed: "納期の提案", agreed: "納期の合意", refused: "提案を断る", settled: "合意", noted: "チャットの記録",
  declined: "辞退", moved: "移動", placed: "段取り順の変更", counted: "数量", shipped: "出荷", unshipped: "出荷取消", edited: "編集", delivered: "納品書に記載",
  undelivered: "納品書から戻す", issued: "発行", cancelled: "取消", billed: "請求", unbilled: "請求取消", paid: "入金", divided: "分割",
  started: "着手", paused: "中断", resumed: "再開", finished: "完了", stopped: "中止", corrected: "実績の修正", defect: "不良登録", merged: "合流",
  absorbed: "合流（まとめ先へ）", scaled: "部品の分割", outsourced: "外注に出す", received: "外注から受入", taken_back: "外注の取消", undone: "元に戻す",
  unmerged: "合流を元に戻す", released: "合流を元に戻す（枝へ）",
  attached: "図面・写真の追加", relabelled: "図面・写真の変更", detached: "図面・写真の削除", reattached: "図面・写真を元に戻す", meta: "メタ情報",
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
