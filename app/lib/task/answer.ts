import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import { addDays, type ISODate, tokyoDate } from "~/lib/time/date";
import { type CardState, isUnanswered, offBoardProblem } from "./card";

export function cannotAnswer(card: CardState): string | null {
  if (card.answer === "declined") return "この依頼は、すでに断っています。";
  if (card.answer === "accepted") return "この依頼は、すでに承諾しています。";
  return isUnanswered(card)
    ? offBoardProblem(card, "回答")
    : "このカードは依頼ではないため、回答はいりません。";
}

export function cannotPropose(
  card: CardState & { delivery_date: ISODate | null },
  date: ISODate,
  today: ISODate,
): string | null {
  if (date < today) return "提案する納期は、今日以降の日付にしてください。";
  return date === card.delivery_date
    ? "希望納期と同じ日です。この日でよければ「承諾する」を押してください。"
    : cannotAnswer(card);
}

export function cannotAgree(card: CardState): string | null {
  return card.answer === "proposed" ? null : "回答を待っている納期の提案はありません。";
}

/** Of a request that waits since then: the business day after has passed. `closed`: days of the factory. */
export const answerOverdue = (since: string, today: ISODate, closed?: Holidays): boolean =>
  addBusinessDays(tokyoDate(since), 1, closed) < today;

/** The last day of sending whose answer is overdue. */
export function lastOverdue(today: ISODate, closed?: Holidays): ISODate {
  let day = addDays(today, -1);
  while (addBusinessDays(day, 1, closed) >= today) day = addDays(day, -1);
  return day;
}
