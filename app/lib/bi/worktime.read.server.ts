import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { attendance, MIDNIGHT, type Turns } from "~/lib/shop/shift";
import { day_review } from "~/lib/tables/review.table.server";
import type { ISODate } from "~/lib/time/date";
import { isMachine, type KeptRecord } from "~/lib/vocabulary/worktime";
import { ratio } from "./share";
import { minutesOf, type Span, without } from "./span";
import { type Pair, pairKey, restOf } from "./worktime.breaks.server";
import { at, composeDay, minutesWithin, type Piece, type Timed, windowOf } from "./worktime.day";
import { type Detail, detailsOf, type Keyed } from "./worktime.detail.server";
import { markOf } from "./worktime.mark";
import { type People, piecesOf } from "./worktime.pieces.server";
import type { DayRow, Reviewed, WorktimeRecord } from "./worktime.schema";

const reach = (pairs: Pair[]) => {
  const days = pairs.map(({ day }) => day).sort();
  return { from: days[0]!, to: days.at(-1)! };
};

type Review = Reviewed & Pair & { seq: number; mark: string };

/** The last act of each, where there was one. */
async function reviewsOf(db: Tx, who: Who, pairs: Pair[]): Promise<Map<string, Review>> {
  if (pairs.length === 0) return new Map();
  const { from, to } = reach(pairs);
  const isAsked = and(
    eq(day_review.seller_id, who.company_id),
    gte(day_review.day, from),
    lte(day_review.day, to),
    inArray(day_review.worker_id, [...new Set(pairs.map(({ worker_id }) => worker_id))]),
  );
  const rows = await db.select().from(day_review).where(isAsked).orderBy(day_review.seq);
  return new Map(rows.map((row) => [pairKey(row), row]));
}

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

/** `rest`: the breaks that may lie in it. */
function pieceOf(detail: Detail, row_key: string, day: ISODate, turns: Turns, rest: Span[]): Piece {
  const [from, to] = windowOf(day, turns);
  const { kind, active, open, start, end, minutes, goes_on_until } = detail;
  const isCounted = kind !== "indirect" && kind !== "break" && start !== null && end !== null;
  return {
    row_key,
    kind,
    active,
    open: open !== null && open >= from && open < to ? open : null,
    is_ended: end !== null,
    goes_on_until,
    minutes:
      isCounted && end - start <= 7 * 86_400_000
        ? minutesWithin(minutes, isMachine(detail) ? active : without(active, rest), day, turns)
        : null,
  };
}

const EVENING = 20 * 60;

/** What nobody has ended, and no 勤務時間 ends, is drawn up to the evening. */
function drawnSpans(
  spans: Span[],
  left: number | null,
  inDay: (instant: number) => number,
): WorktimeRecord["spans"] {
  // To the minute, as it stands in lists and on paper; below one it is still seen.
  const drawn = spans.map(([from, to]): [number, number] => [
    inDay(from),
    Math.max(inDay(from) + 1, inDay(to)),
  ]);
  const isDrawn = left === null || spans.some(([, to]) => to > left);
  return isDrawn ? drawn : [...drawn, [inDay(left), Math.max(EVENING, inDay(left) + 60)]];
}

function recordOf(detail: Detail, timed: Timed, row_key: string, day: ISODate, turns: Turns): WorktimeRecord {
  const { start, end, open, setup, each, kind, ...row } = detail;
  const inDay = (instant: number) => Math.floor((instant - at(day, 0)) / 60_000);
  const [from, to] = windowOf(day, turns);
  // Quantities stand once, on the day on which it ended.
  const isEnd = end !== null && end >= from && end < to;
  const num_good = isEnd ? row.num_good : "0";
  const good = BigInt(Math.round(Number(num_good) * 1000));
  const { state, is_parallel, spans, until } = timed;
  const [minutes, machine_minutes] = isMachine(detail) ? [null, timed.minutes] : [timed.minutes, null];
  return {
    row_key,
    kind,
    label: row.label,
    card_key: row.card_key,
    card_id: row.card_id,
    name: row.name,
    product_code: row.product_code,
    buyer_name: row.buyer_name,
    start: iso(start),
    end: iso(end),
    from: iso(start === null ? null : Math.max(start, from)),
    to: iso(end === null ? null : Math.min(end, to)),
    minutes,
    machine_minutes,
    state,
    is_parallel,
    until: state === "left" && until !== null && until > open! ? inDay(until) : null,
    spans: drawnSpans(spans, state === "left" ? open : null, inDay),
    num_good,
    num_defective: isEnd ? row.num_defective : "0",
    order_unit: row.order_unit,
    per_hour: good > 0n && minutes ? ratio(good * 60n, BigInt(minutes) * 1000n, 1, 1n) : null,
    standard_minutes:
      isEnd && setup !== null && each !== null && !isMachine(detail)
        ? Math.round(setup + each * Number(num_good))
        : null,
    note: row.note,
    is_late: row.is_late,
  };
}

/** What is approved is a person's time: a machine may still run then. */
export const keptOf = ({ records }: Pick<DayRow, "records">): KeptRecord[] =>
  records
    .filter((one) => !isMachine(one))
    .map(({ row_key, kind, card_id, label, start, end, minutes, num_good, num_defective }) => ({
      row_key,
      kind,
      label: [card_id, label].filter(Boolean).join(" "),
      start,
      end,
      minutes,
      num_good,
      num_defective,
    }));

export type Found = Keyed & Pair;

/** These people's days, each of all that was done on it. */
export async function daysBy(
  db: Tx,
  who: Who,
  people: People,
  pairs: Pair[],
  work_keys?: number[],
): Promise<DayRow[]> {
  if (pairs.length === 0) return [];
  const worker_ids = [...new Set(pairs.map(({ worker_id }) => worker_id))];
  const all = await db.execute<Found>(sql`
    select row_key, work_key::float8 as work_key, indirect_key::float8 as indirect_key, worker_id::float8 as worker_id, day::text as day
    from ${piecesOf(who, people, reach(pairs), { worker_ids, work_keys, unapproved: false })} order by at, row_key`);
  const wanted = new Set(pairs.map(pairKey));
  const found = all.rows.filter((row) => wanted.has(pairKey(row)));
  const [details, reviews, rest, holidays] = [
    await detailsOf(db, found),
    await reviewsOf(db, who, pairs),
    await restOf(db, who, people, reach(pairs)),
    await holidaysOf(db, who.company_id),
  ];
  const now = Date.parse(who.now);
  const ownOf = new Map(pairs.map((pair) => [pairKey(pair), [] as Found[]]));
  for (const row of found) ownOf.get(pairKey(row))!.push(row);
  return pairs.map((pair) => {
    const person = people.get(pair.worker_id);
    const turns = person?.turns ?? MIDNIGHT;
    const own = ownOf.get(pairKey(pair))!;
    const around = rest.around(pair);
    const pieces = own.map(({ row_key }) => pieceOf(details.get(row_key)!, row_key, pair.day, turns, around));
    const expected = person
      ? attendance(pair.day, person.shiftOn(pair.day), rest.toldOn(pair), holidays)
      : null;
    const made = composeDay(pieces, {
      day: pair.day,
      turns,
      attendance: expected,
      breaks: around,
      now,
    });
    const records = made.records.map((timed, index) => {
      const { row_key } = own[index]!;
      // Works of nobody are nobody's at once.
      const is_parallel = timed.is_parallel && person !== undefined;
      return recordOf(details.get(row_key)!, { ...timed, is_parallel }, row_key, pair.day, turns);
    });
    const kept = keptOf({ records });
    const { mark, seq, ...review } = reviews.get(pairKey(pair)) ?? { mark: "", seq: 0 };
    const attended = records.filter((one) => !isMachine(one));
    const num = (state: Timed["state"]) => attended.filter((one) => one.state === state).length;
    const inDay = (span: readonly [number, number]): [number, number] => [
      Math.round((span[0] - at(pair.day, 0)) / 60_000),
      Math.round((span[1] - at(pair.day, 0)) / 60_000),
    ];
    return {
      ...pair,
      tick: `${pair.worker_id}:${pair.day}:${seq}.${markOf(kept)}`,
      worker: person?.name ?? NOBODY,
      group_name: person?.group_name ?? null,
      started: iso(made.seen?.[0] ?? null),
      ended: iso(made.seen?.[1] ?? null),
      minutes: made.minutes,
      machine_minutes: made.machine_minutes,
      indirect_minutes: made.indirect_minutes,
      break_minutes: made.break_minutes,
      over_breaks: made.over_breaks,
      provisional: made.provisional,
      small: made.small,
      gap_minutes: person ? minutesOf(made.gaps) : 0,
      gaps: person ? made.gaps.map(inDay) : [],
      num_left: num("left"),
      num_going: num("going") + num("paused"),
      num_parallel: records.filter(({ is_parallel }) => is_parallel).length,
      records,
      review: seq > 0 ? (review as Reviewed) : null,
      is_changed: seq > 0 && (review as Reviewed).kind === "approved" && mark !== markOf(kept),
    };
  });
}

export const NOBODY = "作業者なし";
