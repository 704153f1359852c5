type Asked = {
  made_by: string;
  buyer_id: string;
  closed_time: string | null;
  cancelled_time: string | null;
};
type Part = { asked_time: string | null; told_time: string | null; declined_time: string | null };
/** The newest; without `is_live` it was taken back. */
type Last = { sent_time: string; is_expired: boolean; is_live: boolean } | undefined;

const isAskedAgain = ({ asked_time }: Part, last: Last) =>
  last !== undefined && asked_time !== null && asked_time > last.sent_time;

/** Nothing more is taken of this factory. */
function endProblem(quote: Asked, part: Part, last: Last, num_awards: number): string | null {
  if (quote.cancelled_time) return "この見積依頼は取り消されました。";
  if (num_awards > 0) return "採用された見積は変更できません。";
  if (part.told_time) return "見送りの連絡を受けた見積です。";
  if (quote.closed_time && !isAskedAgain(part, last)) return "この見積依頼は締め切られました。";
  return null;
}

/** What was sent is locked: a version more is for who was asked again, took it back, or let it run out. */
export function answerProblem(quote: Asked, part: Part, last: Last, num_awards: number): string | null {
  const problem = endProblem(quote, part, last, num_awards);
  if (problem) return problem;
  if (part.declined_time) return "この見積依頼は辞退しています。辞退を取り消すと、回答できます。";
  const is_offer = quote.made_by !== quote.buyer_id;
  if (!last?.is_live || is_offer || isAskedAgain(part, last) || last.is_expired) return null;
  return "送信した見積は変更できません。取り下げると、新しい版を送れます。";
}

/** 辞退: instead of an answer, never beside one. */
export function declineProblem(quote: Asked, part: Part, last: Last, num_awards: number): string | null {
  if (quote.made_by !== quote.buyer_id) return "見積書は、辞退ではなく取り下げてください。";
  const problem = endProblem(quote, part, last, num_awards);
  if (problem) return problem;
  if (part.declined_time) return "この見積依頼は、もう辞退しています。";
  return last?.is_live ? "送信した見積があります。先に見積を取り下げてください。" : null;
}

/** Until 締切, or the buyer has done with it. */
export function returnProblem(quote: Asked, part: Part, num_awards: number): string | null {
  return (
    endProblem(quote, part, undefined, num_awards) ??
    (part.declined_time ? null : "この見積依頼は辞退していません。")
  );
}

/** 「この条件で延長」: of a standing answer that the buyer still waits for. */
export function renewProblem(quote: Asked, part: Part, last: Last, num_awards: number): string | null {
  const problem = endProblem(quote, part, last, num_awards);
  if (problem) return problem;
  return last?.is_live ? null : "取り下げた見積の有効期限は延ばせません。新しい版を送信してください。";
}

export const STALE_ANSWER =
  "ほかの人がこの見積を送信しています。画面を読み込み直して、内容を確認してください。";
