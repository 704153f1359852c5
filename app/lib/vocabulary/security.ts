/** What the security log tells of. */

export const EVENT_LABEL = {
  signed_in: "ログイン",
  sign_in_failed: "ログイン失敗",
  locked_out: "試行回数の超過",
  challenge: "本人確認の段階",
  code_failed: "確認コード違い",
  password_set: "新しいパスワードの設定",
  password_changed: "パスワードの変更",
  password_failed: "パスワードの変更失敗",
  reset_asked: "パスワード再設定の申込み",
  reset_confirmed: "パスワードの再設定",
  reset_failed: "パスワード再設定の失敗",
  signed_out: "ログアウト",
  session_ended: "端末のログアウト",
  factor_on: "二段階認証の設定",
  factor_off: "二段階認証の解除",
  recovery_made: "リカバリーコードの作成",
  refresh_reused: "更新トークンの再使用",
  refused: "権限のない操作",
  foreign_post: "外のページからの送信",
  pin_failed: "暗証番号違い",
} as const;
export type SecurityEvent = keyof typeof EVENT_LABEL;
