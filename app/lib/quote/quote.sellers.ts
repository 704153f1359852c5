import type { ISODate } from "~/lib/time/date";

type Sent = {
  sent_time: string | null;
  closed_time: string | null;
  cancelled_time: string | null;
  deadline: ISODate | null;
  awards: unknown[];
};

/** Whoever is asked later has the same day to answer by. */
export function furtherProblem(found: Sent, day: ISODate): string | null {
  if (found.cancelled_time) return "取り消した見積依頼です。";
  if (!found.sent_time) return "まだ送っていない見積依頼です。";
  if (found.awards.length > 0) return "採用した見積依頼には、依頼先を追加できません。";
  if (found.closed_time) return "締め切った見積依頼です。回答期限を延ばしてから、依頼先を追加してください。";
  return found.deadline !== null && found.deadline < day
    ? "回答期限を過ぎています。回答期限を延ばしてから、依頼先を追加してください。"
    : null;
}
