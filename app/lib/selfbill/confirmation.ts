import { addDays, formatDate, type ISODate, tokyoDate } from "~/lib/time/date";
import type { ConfirmForm, SelfBillState } from "~/lib/vocabulary/selfbill";

export type Confirmation = {
  form: ConfirmForm;
  days: number | null;
  /** The supplier has accepted the words it was issued under. */
  is_agreed: boolean;
  sent_time: string;
  /** When a mail of it was first taken, or the supplier first opened it. */
  delivered_time: string | null;
  viewed_time: string | null;
  confirmed_time: string | null;
  disputed_time: string | null;
  cancelled_time: string | null;
};

/** The first day on which silence has confirmed it: the day of sending does not count (民法140条). */
export const deemedDate = (sent_time: string, days: number): ISODate =>
  addDays(tokyoDate(sent_time), days + 1);

type Silence = Pick<Confirmation, "form" | "days" | "is_agreed" | "delivered_time" | "sent_time">;
/**
 * From which day on silence confirms; null where it never does. Who opens it weeks later, because no mail
 * came, has all its days from then on.
 */
export function silentDate({ form, days, is_agreed, delivered_time, sent_time }: Silence): ISODate | null {
  if (form !== "deemed" || days === null) return null;
  if (!is_agreed || delivered_time === null) return null;
  const [sent, delivered] = [deemedDate(sent_time, days), deemedDate(delivered_time, days)];
  return delivered > sent ? delivered : sent;
}

/** Seen is not confirmed, and what is said in time counts before silence. */
export function confirmationState(one: Confirmation, now: string): SelfBillState {
  if (one.cancelled_time) return "cancelled";
  if (one.confirmed_time && (!one.disputed_time || one.confirmed_time > one.disputed_time))
    return "confirmed";
  const silent = silentDate(one);
  const late = silent !== null && one.disputed_time !== null && tokyoDate(one.disputed_time) >= silent;
  if (one.disputed_time && !late) return "disputed";
  if (silent !== null && tokyoDate(now) >= silent) return "deemed";
  return one.viewed_time ? "viewed" : "sent";
}

/** Input credit needs the supplier's word, or its silence as agreed (R1-12). */
export const isConfirmed = (state: SelfBillState): boolean => state === "confirmed" || state === "deemed";

export function answerProblem(state: SelfBillState, agreed: boolean): string | null {
  if (state === "cancelled") return "この支払通知書は取り消されています。";
  if (state === "confirmed")
    return "この支払通知書は確認済みです。相違に気づいたときは、チャットで連絡してください。";
  if (state === "deemed")
    return "連絡の期限を過ぎ、確認があったものとされています。相違に気づいたときは、チャットで連絡してください。";
  return state === "disputed" && !agreed ? "相違は連絡済みです。" : null;
}

/** Printed on each: with the days, the agreement is on the paper itself. */
const deemedWords = (days: number): string =>
  `本書送付後${days}日以内に誤りのある旨のご連絡がない場合には、記載内容のとおり確認があったものといたします。`;
const AGREED_WORDS: Record<ConfirmForm, (days: number) => string> = {
  shown: () => "画面に表示した記載内容をご確認いただき、「確認する」のご回答をもって確認といたします。",
  sent: () => "お送りした記載内容をご確認いただき、確認のご通知をもって確認といたします。",
  deemed: deemedWords,
};
export const agreementWords = (form: ConfirmForm, days: number | null): string =>
  AGREED_WORDS[form](days ?? 0);

/** What the paper says of it: the fact of confirmation has to stand on it. */
export function confirmationText(
  state: SelfBillState,
  one: Pick<Confirmation, "confirmed_time" | "disputed_time"> & Silence & { confirmed_by: string | null },
): string {
  const day = (time: string | null) => (time ? formatDate(tokyoDate(time)) : "");
  if (state === "confirmed")
    return [`${day(one.confirmed_time)} 確認済`, one.confirmed_by].filter(Boolean).join("　");
  const silent = silentDate(one);
  if (state === "deemed") return `${formatDate(silent!)} みなし確認（期限までに相違の連絡なし）`;
  if (state === "disputed") return `${day(one.disputed_time)} 相違の連絡あり`;
  if (state === "cancelled") return "取消";
  return silent === null ? "確認待ち" : `確認待ち（${formatDate(addDays(silent, -1))}まで）`;
}
