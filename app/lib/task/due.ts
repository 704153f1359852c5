import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
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
