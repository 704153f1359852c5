import { type SQL, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { askReason } from "~/lib/indirect/approved.server";
import { keepRunning, stopIndirect } from "~/lib/indirect/indirect.server";
import { lockIndirect } from "~/lib/indirect/row.server";
import { attendance, type DayTold, dutyDay, shiftFor, shiftsOn, turnsOf } from "~/lib/shop/shift";
import { shiftsOf } from "~/lib/shop/shift.server";
import { tokyoDate } from "~/lib/time/date";
import { lockOwnCards } from "./card.lock.server";
import { endOvernight, type Overnight, overnightErrors } from "./overnight";
import { keepWork, pauseLeft } from "./work.left.server";

type Asked = { worker_id?: number; card_key?: number };
type Row = Pick<Overnight, "kind" | "key" | "card_key" | "worker_id" | "name" | "label"> & {
  group_name: string | null;
  start: number;
  since: number;
  goes_on_until: number | null;
  told: (DayTold & { day: string })[] | null;
};

const ms = (column: string): SQL => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** Work of this person, or at this card, that goes on since an earlier 勤務日, and nobody said that it does. */
async function leftOvernight(db: Tx, who: Who, { worker_id, card_key }: Asked): Promise<Overnight[]> {
  const { rows } = await db.execute<Row>(sql`
    select o.kind, o.key::float8 as key, o.card_key::float8 as card_key, o.worker_id::float8 as worker_id, p.name, p.group_name, o.label,
      ${ms("o.work_start")} as start, ${ms("o.since")} as since, ${ms("o.goes_on_until")} as goes_on_until,
      (select json_agg(d) from worker_day d where d.worker_id = o.worker_id
        and d.day between (o.work_start at time zone 'Asia/Tokyo')::date - 1 and (o.work_start at time zone 'Asia/Tokyo')::date) as told
    from (
      select 'card' as kind, w.key, w.card_key, w.worker_id, c.id || ' ' || c.name as label, w.work_start, w.goes_on_until,
        greatest(w.work_start, (select max(u.pause_end) from pause u where u.work_key = w.key)) as since
      from work w join card c on c.key = w.card_key
      where w.seller_id = ${who.company_id} and w.work_end is null and not w.is_void and not w.is_unmanned and w.partner_id is null
        and (w.worker_id = ${worker_id ?? null} or w.card_key = ${card_key ?? null})
        and not exists (select from pause u where u.work_key = w.key and u.pause_end is null)
      union all
      select 'indirect', i.key, null, i.worker_id, i.label, i.work_start, i.goes_on_until, i.work_start
      from indirect_work i where i.seller_id = ${who.company_id} and i.worker_id = ${worker_id ?? null}
        and i.work_end is null and i.voided_time is null) o
      join worker p on p.worker_id = o.worker_id
    where (o.work_start at time zone 'Asia/Tokyo')::date < ${tokyoDate(who.now)}::date
    order by o.work_start, o.kind, o.key`);
  if (rows.length === 0) return [];
  const [shifts, holidays] = [await shiftsOf(db, who.company_id), await holidaysOf(db, who.company_id)];
  return rows.flatMap(({ group_name, start, since, goes_on_until, told, ...row }): Overnight[] => {
    const person = { worker_id: row.worker_id, group_name };
    const turns = turnsOf(shifts, person);
    const from = new Date(start).toISOString();
    const day = dutyDay(turns, from);
    const shift = shiftFor(shiftsOn(shifts, day), person);
    const said = told?.find((one) => one.day === day) ?? null;
    const end = attendance(day, shift, said, holidays)?.span[1] ?? null;
    const offered = endOvernight({ since, end, goes_on_until, now: Date.parse(who.now), has_shift: !!shift });
    const isPast = day < dutyDay(turns, who.now);
    return isPast && offered !== undefined ? [{ ...row, group_name, from, day, offered }] : [];
  });
}

const HOURS = 12;

/** Asks first, and never ends it by itself; 終業 or まだ続き is the answer. */
export async function settleOvernight(
  db: Tx,
  who: Who,
  asked: Asked,
  { left, reason }: { left?: "end" | "goes_on"; reason?: string } = {},
): Promise<boolean> {
  const open = await leftOvernight(db, who, asked);
  if (open.length === 0) return false;
  const isAnswered = left === "goes_on" || (left === "end" && open.every(({ offered }) => offered !== null));
  if (!isAnswered) {
    const { left: words, left_end = [], ...more } = overnightErrors(open, asked.card_key !== undefined);
    throw new Refusal(422, [...words!, ...left_end].join(""), { left: words!, left_end, ...more });
  }
  const until = new Date(Date.parse(who.now) + HOURS * 3_600_000).toISOString();
  await lockOwnCards(
    db,
    who,
    [...open.map((one) => one.card_key), asked.card_key].filter((key) => typeof key === "number"),
  );
  for (const one of open) {
    const { key, worker_id, from, offered } = one;
    if (left === "end") await askReason(db, who, one, { from, to: offered }, reason);
    if (one.kind === "card" && left === "end")
      await pauseLeft(db, who, { worker_id, work_key: key, at: offered! });
    else if (one.kind === "card") await keepWork(db, who, { worker_id, work_key: key, until });
    else if (left === "end") await stopIndirect(db, who, { key, at: offered!, reason });
    else await keepRunning(db, who, { row: await lockIndirect(db, who, key), name: one.name }, until);
  }
  return left === "end";
}
