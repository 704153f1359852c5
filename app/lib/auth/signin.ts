const SENTENCES = new Map([
  ["UserNotConfirmedException", "ユーザーのメールアドレスが確認されていません。"],
  ["NotAuthorizedException", "ユーザー名またはパスワードが正しくありません。"],
  ["UserNotFoundException", "ユーザーが見つかりません。"],
  ["TooManyRequestsException", "ログインの試行回数が多すぎます。しばらく待ってから再試行してください。"],
]);

const RESETS: Record<string, string> = {
  UserNotConfirmedException: "unconfirmed",
  PasswordResetRequiredException: "required",
};
export const RESET_REASON: Record<string, string> = {
  unconfirmed:
    "ユーザーのメールアドレスが確認されていません。確認コードを受け取り、新しいパスワードを設定してください。",
  required: "パスワードの再設定が必要です。確認コードを受け取り、新しいパスワードを設定してください。",
};

/** Why the way leads on to the reset instead of back to the sign-in, or null. */
export const wayToReset = (error: unknown): string | null =>
  error instanceof Error ? (RESETS[error.name] ?? null) : null;

function lockText(error: unknown): string {
  const seconds = (error as { seconds?: unknown }).seconds;
  return typeof seconds === "number"
    ? `あと約${Math.max(1, Math.ceil(seconds / 60))}分で、また試せます。`
    : "長くても15分ほどで、また試せます。";
}

/** Product §8's sentence for a refused sign-in. A locked-out user reads that, not of a wrong password. */
export function signInMessage(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  const locked = name === "NotAuthorizedException" && message === "Password attempts exceeded";
  if (locked || name === "TooManyRequestsException")
    return SENTENCES.get("TooManyRequestsException")! + lockText(error);
  return SENTENCES.get(name) ?? (message || "ログインに失敗しました。");
}
