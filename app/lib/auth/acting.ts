import type { Self } from "~/lib/api/self.schema";
import { formatTime } from "~/lib/time/datetime";
import type { CompanyType } from "~/lib/vocabulary/permission";
import { actingRuleOf } from "./acting.calls";

export const ACTING_MS = 30 * 60_000;

export const MODE_LABEL = { read: "閲覧のみ", write: "編集できる" } as const;
export const REASON_LABEL = { inquiry: "問合せ", setup: "設定代行", survey: "調査" } as const;
export const KIND_LABEL: Record<CompanyType, string> = { seller: "工場（受注）", buyer: "依頼元（発注）" };

/** Why staff may not make this call while they act for a company, or null. */
export function actingProblem(mode: "read" | "write", method: string, path: string): string | null {
  if (method === "GET") return null;
  // What a browser says went wrong in it changes nothing of the company's.
  if (method === "POST" && path === "/errors") return null;
  if (mode === "read")
    return "閲覧のみで表示しています。変更するには、「編集できる」で切り替え直してください。";
  if (actingRuleOf(method, path) === "blocked")
    return "取消・削除・締め・権限の変更などは、運営からはできません。お客様の管理者に操作をお願いしてください。";
  return null;
}

/** What is issued or sent in a customer's name: asked once more, whatever right to write there is. */
export const actingGrave = (method: string, path: string) => actingRuleOf(method, path) === "asked";

export const graveQuestion = (company_name: string) =>
  `「${company_name}」の名前で発行・送付する操作です。お客様と取引先にすぐ見えます。まだ何もしていません。よければ、もう一度同じボタンを押してください。`;

/** What the bar above each page says while staff act for a company: null for everybody else. */
export function standIn({ acting, company_name }: Pick<Self, "acting" | "company_name">) {
  if (!acting) return null;
  const seconds = Math.max(1, Math.ceil((Date.parse(acting.until) - Date.now()) / 1000));
  return {
    company: company_name,
    mode: MODE_LABEL[acting.mode],
    minutes: Math.ceil(seconds / 60),
    seconds,
    until: formatTime(acting.until),
    back: "/setting/switch/back",
    extend: acting.is_extended ? undefined : "/setting/switch/extend",
  };
}
