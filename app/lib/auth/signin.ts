const SENTENCES = new Map([
  ["UserNotConfirmedException", "ユーザーのメールアドレスが確認されていません。"],
  ["NotAuthorizedException", "ユーザー名またはパスワードが正しくありません。"],
  ["UserNotFoundException", "ユーザーが見つかりません。"],
  ["TooManyRequestsException", "ログインの試行回数が多すぎます。しばらく待ってから再試行してください。"],
]);

/** The sentence of §8 for a sign-in that was refused. A locked-out user is told so, not that the password is wrong. */
export function signInMessage(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  const locked = name === "NotAuthorizedException" && message === "Password attempts exceeded";
  return SENTENCES.get(locked ? "TooManyRequestsException" : name) ?? (message || "ログインに失敗しました。");
}
