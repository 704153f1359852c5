import type { Tone } from "~/lib/list/list.schema";
import type { SecurityEvent } from "~/lib/vocabulary/security";

const SEVERE: SecurityEvent[] = ["locked_out", "refresh_reused", "foreign_post"];
const FAILED: SecurityEvent[] = [
  "sign_in_failed",
  "code_failed",
  "password_failed",
  "reset_failed",
  "refused",
  "pin_failed",
];

export const eventTone = (event: SecurityEvent): Tone =>
  SEVERE.includes(event) ? "bad" : FAILED.includes(event) ? "warn" : "muted";

export const eventLevel = (event: SecurityEvent): "info" | "warn" =>
  SEVERE.includes(event) || FAILED.includes(event) ? "warn" : "info";

export const isBounded = (event: SecurityEvent): boolean =>
  FAILED.includes(event) || SEVERE.includes(event) || event === "reset_asked";

export const REASON_LABEL: Record<string, string> = {
  password: "パスワードまたはユーザー名が違う",
  disabled: "停止中のアカウント",
  expired: "仮パスワードの期限切れ",
  unconfirmed: "メールアドレス未確認",
  reset_required: "再設定が必要",
  new_password: "初回のパスワード設定",
  setup: "二段階認証の設定",
  recovery: "リカバリーコード",
  code: "確認コード",
  code_wrong: "確認コードが違う",
  code_expired: "確認コードの期限切れ",
  password_weak: "要件を満たさないパスワード",
  limit: "回数の上限",
  own: "本人の操作",
  own_all: "本人の操作（すべての端末）",
  own_others: "本人の操作（ほかの端末）",
  admin: "管理者の操作",
  operator: "サーバーの運営の操作",
  stopped: "アカウントの停止",
  reset: "パスワードの変更・再設定",
  other: "その他",
  many: "同じ送信元から多数",
  display: "掲示の終了",
  company: "会社と管理者の作成",
  companies: "会社の一覧",
  pair: "取引先の登録",
  "user make": "アカウントの作成",
  "user stop": "アカウントの停止",
  "user resume": "アカウントの再開",
  "user reset": "パスワードの再設定（メール）",
  "user password": "仮パスワードの表示",
  staff: "運営のアカウントの作成",
  factor: "二段階認証の解除",
  sessions: "端末の一覧",
  "sessions end": "端末のログアウト",
  invariants: "整合性の確認",
  verify: "履歴と書類の確認",
  tallies: "集計の確認",
  mail: "試しのメール",
  "keys rotate": "署名鍵の入れ替え",
  "new-keys": "鍵の作り直し",
};

/** Which of the pool's refusals it was. */
export function refusalReason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  if (
    name === "TooManyRequestsException" ||
    name === "LimitExceededException" ||
    name === "TooManyFailedAttemptsException"
  )
    return "limit";
  if (message === "Password attempts exceeded") return "limit";
  if (name === "NotAuthorizedException")
    return /disabled/.test(message) ? "disabled" : /expired/.test(message) ? "expired" : "password";
  return (
    {
      UserNotFoundException: "password",
      UserNotConfirmedException: "unconfirmed",
      PasswordResetRequiredException: "reset_required",
      CodeMismatchException: "code_wrong",
      EnableSoftwareTokenMFAException: "code_wrong",
      ExpiredCodeException: "code_expired",
      InvalidPasswordException: "password_weak",
    }[name] ?? "other"
  );
}
