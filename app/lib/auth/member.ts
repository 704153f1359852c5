import { changesOf, type LogEntry } from "~/lib/log/changes";
import type { CompanyType, Permission } from "~/lib/vocabulary/permission";

/** How many people of a company may have an account at a time (product §9). */
export const USER_MAX_SIZE: Record<CompanyType, number> = { seller: 50, buyer: 35 };

export const PERMISSION_LABEL: Record<Permission, string> = {
  accounting: "会計",
  inventory: "在庫",
  bi: "BI",
};
export const STATE_LABEL = { invited: "招待中", active: "有効", stopped: "停止" } as const;

export const permissionsText = (permissions: Permission[]) =>
  permissions.map((one) => PERMISSION_LABEL[one]).join("・");

/** Why one more account can't be used, or null. `active`: how many are in use now. */
export function fullProblem(company_type: CompanyType, active: number): string | null {
  const most = USER_MAX_SIZE[company_type];
  return active >= most
    ? `アカウントは${most}人までです（今 ${active}人）。使わないアカウントを停止してから、もう一度操作してください。`
    : null;
}

type Someone = { username: string; name: string; is_admin: boolean; is_active: boolean };
type Change = { is_admin?: boolean; is_active?: boolean };

/** Why a change would leave a company without an administrator, or null. */
export function adminProblem(everyone: Someone[], username: string, change: Change): string | null {
  const after = everyone.map((one) => (one.username === username ? { ...one, ...change } : one));
  if (after.some((one) => one.is_admin && one.is_active)) return null;
  return "最後の管理者です。先に、ほかの人を管理者にしてください。";
}

export const selfProblem = (actor: string, username: string) =>
  actor === username ? "自分のアカウントは停止できません。ほかの管理者に依頼してください。" : null;

export function passwordMail(
  kind: "invite" | "reset",
  to: { name: string; email: string },
  from: { product: string; company: string; actor: string },
  password: string,
  address: string,
): { subject: string; text: string } {
  const { product, company, actor } = from;
  const begin =
    kind === "invite"
      ? `${company}の${actor}さんが、${product}のアカウントを作りました。`
      : `${company}の${actor}さんが、${product}のパスワードを再設定しました。これまでのパスワードは使えません。`;
  return {
    subject:
      kind === "invite" ? `【${product}】アカウントのご案内` : `【${product}】パスワード再設定のご案内`,
    text:
      `${to.name} 様\n\n${begin}\n次のアドレスを開き、仮パスワードでログインして、新しいパスワードを決めてください。\n\n${address}\n` +
      `ユーザー名: ${to.email}\n仮パスワード: ${password}\n\n仮パスワードは7日間使えます。期限が切れたときは、管理者に再送を依頼してください。\n` +
      "心当たりがないときは、このメールを破棄してください。\n",
  };
}

const KINDS: Record<string, string> = {
  invited: "招待",
  edited: "編集",
  renamed: "氏名の変更",
  stopped: "停止",
  resumed: "再開",
  invited_again: "招待の再送",
  password_reset: "パスワード再設定",
  signed_out: "全端末のログアウト",
  factor_reset: "二段階認証の解除",
  password_shown: "仮パスワードの表示",
  notices: "通知の設定",
};
const FIELDS: Record<string, string> = {
  name: "氏名",
  email: "メール",
  is_admin: "管理者",
  permissions: "権限",
  is_active: "有効",
};

function shownValue(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  return name === "permissions" ? permissionsText(String(value).split(",") as Permission[]) : String(value);
}

export function memberLog(entry: LogEntry) {
  return { what: KINDS[entry.kind] ?? entry.kind, changes: changesOf(FIELDS, shownValue, entry) };
}
