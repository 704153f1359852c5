import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { attendance } from "~/lib/shop/shift";
import type { DayRange } from "./period";
import { minutesOf, type Span } from "./span";
import { type Pair, restOf } from "./worktime.breaks.server";
import { composeDay, type Piece } from "./worktime.day";
import { detailsOf, type Keyed, ms } from "./worktime.detail.server";
import { APPROVED, peopleOf, piecesOf } from "./worktime.pieces.server";

/** `active`: of what has ended; `open`: what has not. */
type Recorded = Pair & { active: Span[] | null; open: Keyed[] | null };

const pieceOf = (row_key: string, more: Pick<Piece, "active"> & Partial<Piece>): Piece => ({
  row_key,
  kind: "making",
  open: null,
  is_ended: true,
  goes_on_until: null,
  minutes: null,
  ...more,
});

/** What was recorded on each day, as spans alone: a week holds thousands of 実績. */
async function recordedDays(db: Tx, pieces: ReturnType<typeof piecesOf>): Promise<Recorded[]> {
  const ended = sql`coalesce(w.work_end, i.work_end)`;
  const began = sql`coalesce(w.work_start, i.work_start, ${ended})`;
  const { rows } = await db.execute<Recorded>(sql`
    with p as (
      select r.worker_id, r.day, r.sort, range_agg(tstzmultirange(tstzrange(${began}, greatest(${began}, ${ended}))) - coalesce(u.paused, '{}'))
          filter (where ${ended} is not null and w.is_unmanned is not true) as active,
        json_agg(json_build_object('row_key', row_key, 'work_key', work_key, 'indirect_key', indirect_key))
          filter (where ${ended} is null and w.is_unmanned is not true) as open
      from (select worker_id, day, sort, row_key, work_key, indirect_key from ${pieces} where worker_id > 0) r
        left join work w on w.key = work_key left join indirect_work i on i.key = indirect_key
        left join lateral (select range_agg(tstzrange(u.pause_start, u.pause_end)) as paused
          from pause u where u.work_key = w.key and u.pause_end is not null) u on true
      group by r.worker_id, r.day, r.sort)
    select worker_id::float8 as worker_id, day::text as day, open,
      (select json_agg(json_build_array(${ms("lower(span)")}, ${ms("upper(span)")})) from unnest(active) span) as active
    from p where (active is not null or open is not null) and not ${APPROVED} order by p.day desc, sort, p.worker_id`);
  return rows;
}

/** Of people's days that are not approved, those with parts that nobody accounts for, as 日報 say them. */
export async function daysWithGaps(db: Tx, who: Who, range: DayRange) {
  const people = await peopleOf(db, who);
  const days = await recordedDays(db, piecesOf(who, people, range, { unapproved: false }));
  const details = await detailsOf(
    db,
    days.flatMap(({ open }) => open ?? []),
  );
  const rest = await restOf(db, who, people, range);
  const holidays = await holidaysOf(db, who.company_id);
  return days.flatMap(({ worker_id, day, active, open }) => {
    const { name, turns, shiftOn } = people.get(worker_id)!;
    const breaks = rest.around({ worker_id, day });
    const pieces = [
      pieceOf("ended", { active: active ?? [] }),
      ...(open ?? []).map(({ row_key }) =>
        pieceOf(row_key, { ...details.get(row_key)!, minutes: null, is_ended: false }),
      ),
    ];
    const expected = attendance(day, shiftOn(day), rest.toldOn({ worker_id, day }), holidays);
    const now = Date.parse(who.now);
    // A night that lasts is asked about when it is over.
    if (expected && expected.span[1] > now) return [];
    const { gaps } = composeDay(pieces, { day, turns, attendance: expected, breaks, now });
    return gaps.length === 0
      ? []
      : { worker_id, worker: name, day, minutes: minutesOf(gaps), n: gaps.length };
  });
}
