type Asked = {
  made_by: string;
  buyer_id: string;
  closed_time: string | null;
  cancelled_time: string | null;
};
type Part = { asked_time: string | null; told_time: string | null };
type Live = { sent_time: string; is_expired: boolean };

/** What was sent is locked: a version more is for who was asked again, took it back, or let it run out. */
export function answerProblem(
  quote: Asked,
  part: Part,
  live: Live | null,
  num_awards: number,
): string | null {
  if (quote.cancelled_time) return "この見積依頼は取り消されました。";
  if (num_awards > 0) return "採用された見積は変更できません。";
  if (part.told_time) return "見送りの連絡を受けた見積です。";
  const is_offer = quote.made_by !== quote.buyer_id;
  const is_asked = live !== null && part.asked_time !== null && part.asked_time > live.sent_time;
  if (quote.closed_time && !is_asked) return "この見積依頼は締め切られました。";
  if (live === null || is_offer || is_asked || live.is_expired) return null;
  return "送信した見積は変更できません。取り下げると、新しい版を送れます。";
}

export const STALE_ANSWER =
  "ほかの人がこの見積を送信しています。画面を読み込み直して、内容を確認してください。";
