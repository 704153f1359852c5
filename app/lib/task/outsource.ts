import { formatDate, type ISODate } from "~/lib/time/date";
import type { Role } from "~/lib/vocabulary/card.schema";

type To = { group_id: number; label: string; role: Role };
/** What is said of the partner on the way: one is chosen, or the card is to stand there without any. */
export type Partner = { partner_id?: string; inside?: boolean };

/**
 * The one rule of every road into an 外注 process (decision 022): a partner is chosen, or it is said that none
 * is asked. The sentence
 * that asks for it, or null. A card that stands there already is not asked about again.
 */
export function partnerUnsaid(from_group: number, to: To, said: Partner): string | null {
  if (to.role !== "outsource" || to.group_id === from_group || said.partner_id || said.inside) return null;
  return `「${to.label}」は外注の工程です。頼む協力会社を選ぶか、協力会社に頼まずに置くかを選んでください。`;
}

/** The sentence for a partner chosen where none is asked, or both said at once; null. */
export function partnerInVain(to: To, { partner_id, inside }: Partner): string | null {
  if (!partner_id) return null;
  if (to.role !== "outsource")
    return `「${to.label}」は外注の工程ではありません。協力会社を空欄にするか、外注の工程を選んでください。`;
  return inside ? "協力会社を選んだときは、「協力会社に頼まずに置く」を外してください。" : null;
}

/** Whether a partner is asked for a day after the card's own 納期; a card without one has none to miss. */
export const isTooLate = (asked: ISODate, due: ISODate | null): due is ISODate => due !== null && asked > due;
export const tooLateText = (due: ISODate) =>
  `カードの納期 ${formatDate(due)} より後です。この日でよければ「カードの納期より後でも頼む」を選んでください`;
