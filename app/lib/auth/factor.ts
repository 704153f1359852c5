export const FACTOR_RULE_LABEL = { none: "不要", admins: "管理者だけ", everyone: "全員" } as const;
export type FactorRule = keyof typeof FACTOR_RULE_LABEL;

export const RECOVERY_CODES = 10;

type Someone = {
  isInternal: boolean;
  is_admin: boolean;
  factor_waived: boolean;
  factor_rule: FactorRule | null;
};

/**
 * Whether somebody may not go on without a second factor: staff never, others as their company has chosen.
 */
export function factorAsked({ isInternal, is_admin, factor_waived, factor_rule }: Someone): boolean {
  if (factor_waived) return false;
  return isInternal || factor_rule === "everyone" || (factor_rule === "admins" && is_admin);
}

export function factorAddress(product: string, account: string, secret: string): string {
  const query = new URLSearchParams({
    secret,
    issuer: product,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  return `otpauth://totp/${encodeURIComponent(product)}:${encodeURIComponent(account)}?${query}`;
}

export const spacedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

const MESSAGES = new Map([
  ["CodeMismatchException", "確認コードが違います。アプリに今表示されている6桁を入力してください。"],
  [
    "EnableSoftwareTokenMFAException",
    "確認コードが違います。アプリに今表示されている6桁を入力してください。",
  ],
  [
    "ExpiredCodeException",
    "この確認コードは使用済みです。次のコードが表示されるまで、30秒ほど待ってから入力してください。",
  ],
  [
    "SoftwareTokenMFANotFoundException",
    "確認アプリの登録を読み取れません。リカバリーコードを使うか、管理者に二段階認証の解除を依頼してください。",
  ],
]);

/** What is said of a code that was refused. */
export function factorMessage(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  const limited =
    message === "Password attempts exceeded" ||
    name === "TooManyRequestsException" ||
    name === "LimitExceededException";
  if (limited)
    return "確認コードの試行回数が多すぎます。しばらく待ってから再試行してください（長くても15分ほどです）。";
  return MESSAGES.get(name) ?? "確認コードを確かめられませんでした。もう一度お試しください。";
}

export type FactorEnd = "own" | "recovery" | "admin" | "operator";
const ENDS: Record<FactorEnd, string> = {
  own: "ご自身の操作で、二段階認証を解除しました。",
  recovery: "リカバリーコードが使われたため、二段階認証を解除しました。",
  admin: "管理者の操作で、二段階認証を解除しました。",
  operator: "サーバーの運営の操作で、二段階認証を解除しました。",
};

export function factorLetter(
  product: string,
  name: string,
  by: FactorEnd,
): { subject: string; text: string } {
  return {
    subject: `【${product}】二段階認証を解除しました`,
    text:
      `${name} 様\n\n${ENDS[by]}\n次からは、パスワードだけでログインします。二段階認証が必要なアカウントでは、次のログインのときにもう一度設定します。\n\n` +
      "心当たりがないときは、すぐにパスワードを変更し、管理者に連絡してください。\n",
  };
}
