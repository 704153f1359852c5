import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import { addDays, daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import { NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";

export type Step = { group_id: number; role: Role; standard_days: number | null };

// Back from the card's date by business days (標準滞留日), never before `from`; empty without a date or days.
// `holidays`: the company's own.
export function processDues(
  processes: Step[],
  delivery_date: ISODate | null,
  from: ISODate,
  holidays?: Holidays,
): Map<number, ISODate> {
  return new Map([...backward(processes, delivery_date, from, holidays)].reverse());
}

function* backward(
  processes: Step[],
  delivery_date: ISODate | null,
  from: ISODate,
  holidays?: Holidays,
): Generator<[number, ISODate]> {
  const steps = processes.filter((step) => step.role !== "inbox");
  if (!delivery_date || !steps.some((step) => step.standard_days)) return;
  const least = from < delivery_date ? from : delivery_date;
  let day = delivery_date;
  for (const step of steps.reverse()) {
    yield [step.group_id, day < least ? least : day];
    day = addBusinessDays(day, -(step.standard_days ?? 0), holidays);
  }
}

export function dueHere(
  card: { group_id: number; delivery_date: ISODate | null },
  processes: Step[],
  from: ISODate,
  holidays?: Holidays,
): ISODate | null {
  if (card.group_id === NON_KANBAN_GROUP) return null;
  for (const [group_id, day] of backward(processes, card.delivery_date, from, holidays))
    if (group_id === card.group_id) return day;
  return null;
}

type Due = { text: string; tone: "bad" | "warn" | "accent" | "muted" };

/** Business days, where the factory's own is not known. */
export const WARN_DAYS = 3;

type Dated = {
  delivery_date: ISODate | null;
  delivery_time?: string | null;
  /** The last day of which 納期の警告 warns. */
  warn_until?: ISODate;
};

export function pressing(date: ISODate, today: ISODate): Due | null {
  if (date < today) return { text: `${daysBetween(date, today)}日遅れ`, tone: "bad" };
  return date === today
    ? { text: "今日", tone: "warn" }
    : date === addDays(today, 1)
      ? { text: "明日", tone: "warn" }
      : null;
}

/** As a tile says it: the day large, the rest small beside it. */
export function dueOnTile(
  card: Dated,
  today: ISODate,
): { day: string; rest: string; tone: Due["tone"] } | null {
  const mark = due(card, today, false);
  const [, day, rest] = /^(?:納期 )?([\d/]+)(.*)$/.exec(mark?.text ?? "") ?? [];
  return mark && day ? { day, rest: rest!, tone: mark.tone } : null;
}

/** Late, 今日・明日, or within the business days of 納期の警告; `today` is a 東京 day. */
export function due(card: Dated, today: ISODate, finished: boolean): Due | null {
  if (!card.delivery_date) return null;
  const { delivery_date: date } = card;
  const shown = [formatDate(date).replace(`${today.slice(0, 4)}/`, ""), card.delivery_time]
    .filter(Boolean)
    .join(" ");
  if (finished) return { text: `納期 ${shown}`, tone: "muted" };
  const near = pressing(date, today);
  if (near) return { text: `${shown} ${near.text}`, tone: near.tone };
  return {
    text: `納期 ${shown}`,
    tone: date <= (card.warn_until ?? addBusinessDays(today, WARN_DAYS)) ? "accent" : "muted",
  };
}
