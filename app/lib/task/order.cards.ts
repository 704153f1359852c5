import type { Answer } from "~/lib/vocabulary/card.schema";

type Answered = { cancelled_time: string | null; answer: Answer | null };

export function cancelProblem(cancelled: boolean, cards: Answered[]): string | null {
  if (cancelled) return "この依頼はすでに取り消されています。";
  const open = (card: Answered) =>
    card.cancelled_time !== null || (card.answer !== null && card.answer !== "accepted");
  const started = cards.filter((card) => !open(card));
  return started.length > 0
    ? `依頼先が承諾した明細が${started.length}件あるため、取り消せません。依頼先にご相談ください。`
    : null;
}
