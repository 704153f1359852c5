const LIMITED = ["LimitExceededException", "TooManyRequestsException", "TooManyFailedAttemptsException"];

const SEND = new Map([
  ["UserNotFoundException", "ユーザーが見つかりません。"],
  ["InvalidParameterException", "ユーザー名が正しくありません。"],
  ...LIMITED.map(
    (name) =>
      [name, "確認コードの送信回数が上限に達しました。しばらく待ってから再試行してください。"] as const,
  ),
]);

const RESET = new Map([
  ["CodeMismatchException", "確認コードが正しくありません。"],
  ["ExpiredCodeException", "確認コードの有効期限が切れています。確認コードを再送信してください。"],
  [
    "InvalidPasswordException",
    "パスワードが要件を満たしていません。推測されにくい別のパスワードを入力してください。",
  ],
  ...LIMITED.map(
    (name) => [name, "試行回数の上限に達しました。しばらく待ってから再試行してください。"] as const,
  ),
]);

const partsOf = (error: unknown) => (error instanceof Error ? error : { name: "", message: "" });

/** The sentence of product §8 for a confirmation code that could not be sent. */
export function sendCodeMessage(error: unknown): string {
  const { name, message } = partsOf(error);
  return SEND.get(name) ?? (message || "確認コードの送信に失敗しました。");
}

/** The sentence of product §8 for a reset that was refused. */
export function resetMessage(error: unknown): string {
  const { name, message } = partsOf(error);
  return RESET.get(name) ?? (message || "パスワードリセットに失敗しました。");
}

/** The sentence of product §8 for a refused new password, at the first sign-in and in one's settings. */
export function newPasswordMessage(_error: unknown): string {
  return "パスワードの設定に失敗しました。";
}

/** What to say beside the new password's field, when it is the password that was refused; else null. */
export function newPasswordReason(error: unknown): string | null {
  const { name, message } = partsOf(error);
  if (name !== "InvalidPasswordException") return null;
  if (/temporary password/i.test(message))
    return "仮のパスワードと同じものは使えません。別のパスワードを入力してください";
  return "推測されやすいパスワードは使えません。別のパスワードを入力してください";
}

export const sessionOver = (error: unknown): boolean =>
  partsOf(error).name === "NotAuthorizedException" && partsOf(error).message.includes("Invalid session");

/**
 * Whether the sign-in to which a new password belongs has ended (180,000 ms, or used already): sign in again.
 */
export function challengeOver(error: unknown): boolean {
  const { name, message } = partsOf(error);
  return (
    name === "CodeMismatchException" ||
    (name === "NotAuthorizedException" && message.includes("Invalid session"))
  );
}
