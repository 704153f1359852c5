import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { approvedBetween, returnedBetween } from "~/lib/indirect/approved.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import {
  attendance,
  breaksOn,
  type DayTold,
  dutyDay,
  shiftFor,
  shiftsOn,
  type Turns,
  turnsOf,
} from "~/lib/shop/shift";
import { shiftsOf } from "~/lib/shop/shift.server";
import { addDays, type ISODate, startOfDay } from "~/lib/time/date";
import { accountDay, halvesOf, isLeftOpen, labelAt } from "./day";
import { cardsFor } from "./day.cards.server";
import { reportedMinutes } from "./day.report.server";
import { daysTold, type Records, recordsBetween, workerBy } from "./day.rows.server";
import { type WorkerDay, workerDay } from "./day.schema";
import { clip, type Span, union, without } from "./span";
import { windowOf } from "./worktime.day";

/** How many days back questions are asked. */
const BACK = 7;
/** And what was sent back is shown. */
const RETURNED = 62;
/** 残業 and what was begun early is shown too. */
const BESIDE = 4 * 3_600_000;
const NOTHING = {
  is_absent: false,
  shift_start: null,
  shift_end: null,
  is_without_breaks: false,
  version: 0,
};
const iso = (at: number) => new Date(at).toISOString();

/** When they were at a card: until `until` where nobody has said more. */
function spansOf({ row }: Records["works"][number], pauses: Records["pauses"], until: number): Span[] {
  const end = row.work_end ? Date.parse(row.work_end) : until;
  const stops = pauses
    .filter(({ work_key }) => work_key === row.key)
    .map((stop): Span => [Date.parse(stop.pause_start), stop.pause_end ? Date.parse(stop.pause_end) : end]);
  return without([[Date.parse(row.work_start!), end]], stops);
}

const cardLabel = ({ id, name, row }: Records["works"][number]) => `${id} ${name}（${row.status}）`;

type Frame = {
  day: ISODate;
  now: number;
  shift: ReturnType<typeof shiftFor>;
  turns: Turns;
  told: DayTold & { version: number };
  holidays: ReadonlySet<ISODate>;
};

/** One day of what was recorded: what it came to, and what it asks. */
function drawDay({ day, now, shift, turns, told, holidays }: Frame, { works, pauses, indirect }: Records) {
  const expected = attendance(day, shift, told, holidays);
  const window = windowOf(day, turns);
  const whole: Span = expected?.span ?? window;
  // What nobody has ended lasts, as far as is known, until the shift is over.
  const until = Math.min(now, whole[1]);
  const within = (spans: Span[]) => (expected ? spans : clip(spans, whole));
  const other = (is_break: boolean) =>
    within(
      indirect
        .filter((row) => row.is_break === is_break)
        .map((row): Span => [Date.parse(row.work_start), row.work_end ? Date.parse(row.work_end) : until]),
    );
  const atCards = works.map((one) => ({ one, spans: within(spansOf(one, pauses, until)) }));
  const { asked, span, ...minutes } = accountDay({
    attendance: expected,
    breaks: breaksOn(day, shift, told),
    work: union(atCards.flatMap(({ spans }) => spans)),
    indirect: other(false),
    resting: other(true),
    now,
  });
  const beside = expected ? BESIDE : 0;
  const isOf = ([from, to]: Span) => from < whole[1] + beside && to > whole[0] - beside;
  const rows = [
    ...atCards.flatMap(({ one, spans }) => {
      const inside = spans.filter(isOf);
      if (inside.length === 0) return [];
      const isOpen = one.row.work_end === null && inside.at(-1)![1] === until;
      return inside.map(([from, to], at) => ({
        kind: "card" as const,
        key: one.row.key,
        label: cardLabel(one),
        from: iso(from),
        to: isOpen && at === inside.length - 1 ? null : iso(to),
        is_late: false,
        version: null,
      }));
    }),
    ...indirect
      .filter((row) => isOf([Date.parse(row.work_start), row.work_end ? Date.parse(row.work_end) : until]))
      .map((row) => ({
        kind: row.is_break ? ("rest" as const) : ("indirect" as const),
        key: row.key,
        label: row.note ? `${row.label}（${row.note}）` : row.label,
        from: row.work_start,
        to: row.work_end,
        is_late: row.is_late,
        version: row.version,
      })),
  ].sort((a, b) => a.from.localeCompare(b.from));
  const end = expected?.span[1] ?? null;
  const isAsked = (row: { work_start: string | null; goes_on_until: string | null }) => {
    const goes_on_until = row.goes_on_until ? Date.parse(row.goes_on_until) : null;
    const start = Date.parse(row.work_start!);
    const isOfDay = start >= window[0] && start < window[1];
    const [begun] = windowOf(dutyDay(turns, iso(now)), turns);
    return isOfDay && isLeftOpen({ start, goes_on_until }, { begun, end, now });
  };
  const isPaused = (key: number) => pauses.some((stop) => stop.work_key === key && stop.pause_end === null);
  const left = [
    ...works
      .filter(({ row }) => row.work_end === null && !isPaused(row.key) && isAsked(row))
      .map((one) => ({
        kind: "card" as const,
        key: one.row.key,
        label: cardLabel(one),
        from: one.row.work_start!,
      })),
    ...indirect
      .filter((row) => row.work_end === null && isAsked(row))
      .map((row) => ({ kind: "indirect" as const, key: row.key, label: row.label, from: row.work_start })),
  ].map((one) => ({ ...one, offered: end !== null && Date.parse(one.from) < end ? iso(end) : null }));
  return {
    day,
    told,
    shift,
    span: span && { from: iso(span[0]), to: iso(span[1]) },
    ...minutes,
    records: rows,
    left,
    gaps: asked.map(([from, to]) => ({
      from: iso(from),
      to: iso(to),
      before: labelAt(rows, works, "to", iso(from)),
      after: labelAt(rows, works, "from", iso(to)),
    })),
  };
}

/** Each of the days from `first` to `last`. */
export async function drawDays(
  db: Tx,
  who: Who,
  person: Awaited<ReturnType<typeof workerBy>>,
  first: ISODate,
  last: ISODate,
) {
  const { company_id } = who;
  const { worker_id } = person;
  // A night of the day before, and one that ends on the day after.
  const between = { company_id, worker_id, from: startOfDay(first), to: startOfDay(addDays(last, 2)) };
  const records = await recordsBetween(db, between);
  const told = await daysTold(db, { company_id, worker_id, from: first, to: last });
  const shifts = await shiftsOf(db, company_id);
  const turns = turnsOf(shifts, person);
  const holidays = await holidaysOf(db, company_id);
  const days: ReturnType<typeof drawDay>[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const said = told.find((row) => row.day === day) ?? NOTHING;
    const shift = shiftFor(shiftsOn(shifts, day), person);
    days.push(drawDay({ day, now: Date.parse(who.now), shift, turns, told: said, holidays }, records));
  }
  return days;
}

const numAsked = ({ gaps, left }: ReturnType<typeof drawDay>) => gaps.length + left.length;

/** Without a day: the oldest of the last week that asks something, or today. */
export async function dayOf(
  db: Tx,
  who: Who,
  worker_id: number,
  asked: ISODate | undefined,
): Promise<WorkerDay> {
  const person = await workerBy(db, who, worker_id);
  const now = dutyDay(turnsOf(await shiftsOf(db, who.company_id), person), who.now);
  const week = await drawDays(db, who, person, addDays(now, 1 - BACK), now);
  const returned = await returnedBetween(db, who, worker_id, [addDays(now, -RETURNED), now]);
  const numOf = (each: ReturnType<typeof drawDay>) =>
    numAsked(each) + returned.filter(({ day: on }) => on === each.day).length;
  const asking = [
    ...returned.flatMap(({ day: on }) => (week.some((each) => each.day === on) ? [] : { day: on, num: 1 })),
    ...week.flatMap((each) => (numOf(each) > 0 ? { day: each.day, num: numOf(each) } : [])),
  ];
  const day = asked ?? asking[0]?.day ?? now;
  const one = week.find((each) => each.day === day) ?? (await drawDays(db, who, person, day, day))[0]!;
  const reasons = await reasonsOf(db, who.company_id, false);
  const kinds = reasons.filter(({ kind }) => kind === "indirect");
  return workerDay.parse({
    ...one,
    ...(await reportedMinutes(db, who, { worker_id, day })),
    worker_id,
    worker_name: person.name,
    halves: one.shift && halvesOf(one.shift),
    returned: returned.find((each) => each.day === day) ?? null,
    is_approved: (await approvedBetween(db, who, worker_id, [day, day])) !== null,
    kinds,
    whys: reasons.flatMap(({ kind, label }) => (kind === "pause" ? [label] : [])),
    cards: await cardsFor(db, who, worker_id, day),
    others: asking.filter((each) => each.day !== day),
  });
}
