import { formatDate, type ISODate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { AGAIN_LABEL, type Channel } from "~/lib/vocabulary/sending";
import type { DocumentsDone, Sending } from "./sending.schema";

type Sendable = { cancelled_time: string | null; seller_id: string };
/** Whom a seller can reach at its buyer: whether they still work together, how many may open a document. */
export type Reach = { is_active: boolean; num_readers: number };

export const cannotSend = ({ cancelled_time }: Pick<Sendable, "cancelled_time">, noun: string) =>
  cancelled_time ? `この${noun}は取り消されているため、送付できません。` : null;

export function cannotMail({ is_active, num_readers }: Reach, noun: string): string | null {
  const instead = "紙で渡して「紙で渡した」と記録してください。";
  if (!is_active) return `取引を終了しているため、チャットとメールでは送れません。${instead}`;
  return num_readers > 0 ? null : `相手の会社に${noun}を開ける人がいません。${instead}`;
}

type Sent = Pick<Sending, "channel" | "sent_date" | "sent_time">;
const sentText = ({ channel, sent_date, sent_time }: Sent) =>
  channel === "paper"
    ? `${formatDate(sent_date)}に紙で渡しています`
    : `${formatDateTime(sent_time)}に送付しています`;

/** Null where it may go its way now; `last`: how it went before. */
export function sendProblem(
  /** `first`: the earlier of its own date and the day it was issued. */
  doc: Pick<Sendable, "cancelled_time"> & { first: ISODate },
  last: Sent | null,
  { channel, again, sent_date }: { channel: Channel; again: boolean; sent_date?: ISODate | undefined },
  reach: Reach,
  noun: string,
): string | null {
  const refused = cannotSend(doc, noun) ?? (channel === "chat_mail" ? cannotMail(reach, noun) : null);
  if (refused) return refused;
  if (channel === "paper" && sent_date !== undefined && sent_date < doc.first)
    return `渡した日は、${formatDate(doc.first)}から今日までの日付で入力してください。`;
  return last && !again
    ? `${sentText(last)}。もう一度送付するときは「${AGAIN_LABEL}」を選んでください。`
    : null;
}

const several = (noun: string, numbers: string[]) =>
  numbers.length === 1 ? `${noun} ${numbers[0]}` : `${noun} ${numbers.length}件`;

/** Without amounts: not all who talk in a room may see them. */
export function sendingWords(
  noun: string,
  seller_name: string,
  documents: { number: string; url: string }[],
): { subject: string; text: string } {
  const numbers = documents.map(({ number }) => number);
  const alone = documents.length === 1;
  const list = documents.map(({ number, url }) => (alone ? url : `${noun} ${number}\n${url}`)).join("\n");
  return {
    subject: `${seller_name}から${several(noun, numbers)}`,
    text: `${several(noun, numbers)}をお送りします。\n${list}`,
  };
}

export const sendingFact = (sendings: Sending[]): string | null =>
  sendings.length === 0
    ? "未送付"
    : sendings
        .map(({ channel, sent_date, sent_time, name, num_mails, num_refused }) => {
          if (channel === "paper") return `${formatDate(sent_date)} 紙で渡した（${name}）`;
          const mails = num_mails === 0 ? "メールを受け取る人なし" : `メール${num_mails}通`;
          const refused = num_refused > 0 ? `・うち${num_refused}通がまだ届いていません` : "";
          return `${formatDateTime(sent_time)} チャット・${mails}${refused}（${name}）`;
        })
        .join("、");

/** What is said after an act on several documents. */
export function doneText({ items }: DocumentsDone, done: string): { text: string; failed: number[] } {
  const failed = items.filter(({ problem }) => problem !== null);
  const num = items.length - failed.length;
  const first = failed[0] ? `${failed[0].number}: ${failed[0].problem}` : "";
  const left = failed.length > 1 ? `${failed.length}件はできませんでした（${first}）` : first;
  return {
    text: [num > 0 ? `${num}件を${done}。` : "", left].filter(Boolean).join(""),
    failed: failed.map(({ key }) => key),
  };
}
