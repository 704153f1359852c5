import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import type { Agreement } from "./agreement.schema";

type Proposed = Pick<Agreement, "field" | "value">;

/** "納期を 2026/11/30(月) にする", as it is proposed and kept. */
export function agreementText({ field, value }: Proposed): string {
  if (field === "delivery_date") return `納期を ${formatDate(value)} にする`;
  if (field === "num_items") return `数量を ${formatNumber(value)} にする`;
  if (field === "unit_price") return `単価を ${formatNumber(value)} 円にする`;
  return value;
}

/** Why an answer can't be given, or null: only the other side agrees or declines, only the proposing side takes back. */
export function cannotAnswerAgreement({ state, proposed_by }: Pick<Agreement, "state" | "proposed_by">, company_id: string, answer: string): string | null {
  if (state !== "open") return "この提案には、もう答えが出ています。";
  if (answer === "withdrawn") return proposed_by === company_id ? null : "取り下げられるのは、提案した側だけです。";
  return proposed_by === company_id ? "相手の会社が答えるのを待っています。" : null;
}
