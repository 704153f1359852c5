import type { Tone } from "~/lib/list/list.schema";
import { figureChanges, figuresText } from "~/lib/money/confirmed";
import { formatNumber } from "~/lib/money/decimal";
import type { OffsetWord } from "~/lib/vocabulary/offset";

export const OFFSET_STATES = [
  "proposed",
  "agreed",
  "cancel_asked",
  "refused",
  "withdrawn",
  "cancelled",
] as const;
type OffsetState = (typeof OFFSET_STATES)[number];

export const OFFSET_WORD_LABEL: Record<OffsetWord, string> = {
  proposed: "相殺の提案",
  agreed: "同意",
  refused: "断り",
  withdrawn: "提案の取り下げ",
  cancel_asked: "相殺の取消の依頼",
  cancel_refused: "取消の断り",
  cancel_withdrawn: "取消の依頼の取り下げ",
  cancelled: "取消に同意",
};
export const OFFSET_STATE_LABEL: Record<OffsetState, string> = {
  proposed: "回答待ち",
  agreed: "合意",
  cancel_asked: "取消の回答待ち",
  refused: "断り",
  withdrawn: "取り下げ",
  cancelled: "取消",
};
export const OFFSET_TONE: Record<OffsetState, Tone> = {
  proposed: "warn",
  agreed: "good",
  cancel_asked: "warn",
  refused: "bad",
  withdrawn: "muted",
  cancelled: "muted",
};

/** Where the last word leaves it. */
export const offsetState = (last: OffsetWord): OffsetState =>
  last === "cancel_refused" || last === "cancel_withdrawn" ? "agreed" : last;

/** Last words that leave it in both ledgers. */
export const BOOKED: readonly OffsetWord[] = ["agreed", "cancel_asked", "cancel_refused", "cancel_withdrawn"];

/** What may be said next; `ours`: the last word was of this company. */
export function nextWords(last: OffsetWord, ours: boolean): readonly OffsetWord[] {
  switch (offsetState(last)) {
    case "proposed":
      return ours ? ["withdrawn"] : ["agreed", "refused"];
    case "agreed":
      return ["cancel_asked"];
    case "cancel_asked":
      return ours ? ["cancel_withdrawn"] : ["cancelled", "cancel_refused"];
    default:
      return [];
  }
}

/** What must be said with reasons. */
export const NEEDS_REASON: readonly OffsetWord[] = ["refused", "cancel_asked", "cancel_refused"];

export function wordProblem(word: OffsetWord, last: OffsetWord, ours: boolean): string | null {
  if (nextWords(last, ours).includes(word)) return null;
  return `この相殺は「${OFFSET_STATE_LABEL[offsetState(last)]}」になっています。今の内容を確認してから、もう一度操作してください。`;
}

type Part = { number: string; amount: number; open: number };

/** Who has paid a 請求書 does not set it off, too. */
export function paidParts(parts: (Part & { billed: number })[]): string | null {
  const paid = parts.filter(({ amount, open, billed }) => open < amount && open < billed);
  if (paid.length === 0) return null;
  const named = paid.slice(0, 5).map(({ number }) => number);
  return `請求書 ${named.join("、")} は、支払が登録されています。相殺すると二重の支払になるため、提案を断るか取り下げて、残っている金額で提案してください。`;
}

/** Nobody agrees to what has changed since it was proposed. */
export function movedParts(parts: Part[]): string | null {
  const moved = parts.filter(({ amount, open }) => open < amount);
  if (moved.length === 0) return null;
  const named = moved
    .slice(0, 5)
    .map(({ number, amount, open }) => `${number} は相殺額 ${yen(amount)}に対して残 ${yen(open)}`);
  return `提案のあとで、請求書の残が変わりました（${named.join("、")}）。金額を見直して、もう一度提案してください。`;
}
const yen = (amount: number) => `${formatNumber(amount)}円`;

type Figures = { receivable: number; payable: number; bills: number };
export const offsetSeen = ({ receivable, payable, bills }: Figures, digest: string) =>
  figuresText([receivable, payable, bills], digest);

export function unseenOffset(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["当社の請求書の残", "円"],
    ["相手の請求書の残", "円"],
    ["請求書", "件"],
  ]);
  return `双方の請求書の残が変わりました。まだ提案していません${changes && `（${changes}）`}。今の金額を確認してから、もう一度操作してください。`;
}
