import { AGREEMENT_LABEL } from "~/lib/fields/agreement";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { type Agreement } from "./agreement.schema";

type Proposed = Pick<Agreement, "field" | "value">;

export function agreementText({ field, value }: Proposed): string {
  if (value === null) return `${AGREEMENT_LABEL[field]}を変える`;
  if (field === "delivery_date") return `納期を ${formatDate(value)} にする`;
  if (field === "num_items") return `数量を ${formatNumber(value)} にする`;
  if (field === "unit_price") return `単価を ${formatNumber(value)} 円にする`;
  return value;
}

/** A price is an amount (decision 006). */
export const asSeen = <A extends Proposed>(agreement: A, sees_amounts: boolean): A =>
  agreement.field === "unit_price" && !sees_amounts ? { ...agreement, value: null } : agreement;

export const proposalText = (proposed: Proposed & Partial<Pick<Agreement, "note">>): string =>
  [`合意の提案：${agreementText(proposed)}`, proposed.note].filter(Boolean).join("\n");

export function cannotAnswerAgreement(
  { state, proposed_by }: Pick<Agreement, "state" | "proposed_by">,
  company_id: string,
  answer: string,
): string | null {
  if (state !== "open") return "この提案には、もう回答が出ています。";
  if (answer === "withdrawn")
    return proposed_by === company_id ? null : "取り下げられるのは、提案した側だけです。";
  return proposed_by === company_id ? "相手の会社が回答するのを待っています。" : null;
}

const valueText = (field: Proposed["field"], value: string | null): string =>
  value === null ? "未定" : field === "delivery_date" ? formatDate(value) : formatNumber(value);

export function outdatedProposal(
  field: Proposed["field"],
  then: string | null,
  now: string | null,
): string | null {
  if (then === now) return null;
  const change = `${AGREEMENT_LABEL[field]}が ${valueText(field, then)} から ${valueText(field, now)} に変わりました`;
  return `提案のあとで、${change}。まだ何も変更していません。今の内容を確認して、もう一度提案してもらってください。`;
}
