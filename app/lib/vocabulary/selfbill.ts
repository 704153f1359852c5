/** How a supplier confirms a 支払通知書 that stands in for its 請求書 (R1-12). */
export const CONFIRM_FORMS = ["shown", "sent", "deemed"] as const;
export type ConfirmForm = (typeof CONFIRM_FORMS)[number];
export const CONFIRM_FORM_LABEL: Record<ConfirmForm, string> = {
  shown: "画面に表示し、「確認する」を受ける",
  sent: "送付し、確認の通知を受ける",
  deemed: "送付後、期限までに連絡がなければ確認",
};
/** No law says how many. */
export const USUAL_DAYS = 14;

export const SELF_BILL_STATES = ["sent", "viewed", "confirmed", "deemed", "disputed", "cancelled"] as const;
export type SelfBillState = (typeof SELF_BILL_STATES)[number];
export const SELF_BILL_STATE_LABEL: Record<SelfBillState, string> = {
  sent: "送付済",
  viewed: "閲覧済",
  confirmed: "確認済",
  deemed: "みなし確認",
  disputed: "相違あり",
  cancelled: "取消",
};
export const SELF_BILL_TONE = {
  sent: "accent",
  viewed: "accent",
  confirmed: "good",
  deemed: "good",
  disputed: "bad",
  cancelled: "muted",
} as const satisfies Record<SelfBillState, string>;

export const SELF_BILL = "支払通知書";
export const SELF_BILLS = "/accounting/self-bill";
