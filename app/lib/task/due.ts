import { addBusinessDays, type Holidays } from "~/lib/time/businessday";
import type { ISODate } from "~/lib/time/date";
import { NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";

export type Step = { group_id: number; role: Role; standard_days: number | null };

/**
 * 工程期限: by when a card should have left each process, in the board's order. The last ones are due with the
 * card itself; each one before
 * it by as many business days earlier as the one that follows takes (標準滞留日), though never before the day
 * `from` on which the card
 * was taken. `holidays`: the company's own. Empty where nobody said how long anything takes, or by when.
 */
export function processDues(
  processes: Step[],
  delivery_date: ISODate | null,
  from: ISODate,
  holidays?: Holidays,
): Map<number, ISODate> {
  return new Map([...backward(processes, delivery_date, from, holidays)].reverse());
}

/** From the last process to the first. */
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

/**
 * By when the card should leave the process in which it stands; null off the board and where nothing tells.
 */
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
