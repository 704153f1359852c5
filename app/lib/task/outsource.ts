import { formatDate, type ISODate } from "~/lib/time/date";
import type { Role } from "~/lib/vocabulary/card.schema";

type To = { group_id: number; label: string; role: Role };
type Partner = { partner_id?: string; inside?: boolean };

// For every road into a 外注 process (decision 022); a card that stands there already is not asked about
// again.
export function partnerUnsaid(from_group: number, to: To, said: Partner): string | null {
  if (to.role !== "outsource" || to.group_id === from_group || said.partner_id || said.inside) return null;
  return `「${to.label}」は外注の工程です。頼む協力会社を選ぶか、協力会社に頼まずに置くかを選んでください。`;
}

export function partnerInVain(to: To, { partner_id, inside }: Partner): string | null {
  if (!partner_id) return null;
  if (to.role !== "outsource")
    return `「${to.label}」は外注の工程ではありません。協力会社を空欄にするか、外注の工程を選んでください。`;
  return inside ? "協力会社を選んだときは、「協力会社に頼まずに置く」を外してください。" : null;
}

/** Without a 納期 there is none to miss. */
export const isTooLate = (asked: ISODate, due: ISODate | null): due is ISODate => due !== null && asked > due;
export const tooLateText = (due: ISODate) =>
  `カードの納期 ${formatDate(due)} より後です。この日でよければ「カードの納期より後でも頼む」を選んでください`;
