import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { shift } from "~/lib/tables/indirect.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { formatDate, type ISODate, today } from "~/lib/time/date";
import { changingMeta, wrong } from "./meta.server";
import { breaksText, clockText, FIRST_DAY, type KeptShift, movedBy, type Shift } from "./shift";
import { clockedOf, type Shifts, type ShiftsInput, whoseOf } from "./shift.schema";

/** All that ever held. */
export async function shiftsOf(db: Tx, company_id: string): Promise<KeptShift[]> {
  const { group_name, worker_id, shift_start, shift_end, breaks, since, until } = shift;
  return db
    .select({ group_name, worker_id, shift_start, shift_end, breaks, since, until })
    .from(shift)
    .where(eq(shift.company_id, company_id))
    .orderBy(asc(shift.key));
}
const lastOf = (all: KeptShift[]) => all.filter(({ until }) => until === null);
const plain = ({ since: _, until: __, ...one }: KeptShift): Shift => one;

function beforeOf(all: KeptShift[], names: Map<number, string>): Shifts["before"] {
  const whose = ({ group_name, worker_id }: KeptShift) =>
    worker_id !== null
      ? (names.get(worker_id) ?? "")
      : group_name !== null
        ? `グループ「${group_name}」`
        : "全員";
  const days = [...new Set(all.flatMap(({ since, until }) => (until === null ? [] : [since])))];
  return days
    .sort()
    .reverse()
    .map((day) => {
      const rows = all.filter(({ since }) => since === day);
      const shifts = rows.map((one) => ({ ...plain(one), whose: whose(one) }));
      return { since: day, until: rows[0]!.until!, shifts };
    });
}

async function workersAt(db: Tx, company_id: string) {
  const { worker_id, name, group_name, is_active } = worker;
  const all = await db
    .select({ worker_id, name, group_name, is_active })
    .from(worker)
    .where(eq(worker.company_id, company_id))
    .orderBy(asc(worker.sort), asc(worker.worker_id));
  return { all, active: all.filter((one) => one.is_active) };
}

export async function shiftSettings(db: Tx, who: Who): Promise<Shifts> {
  const [row] = await db
    .select({ version: factory_meta.version })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id));
  const all = await shiftsOf(db, who.company_id);
  const rows = lastOf(all);
  const people = await workersAt(db, who.company_id);
  const groups = [...people.active, ...rows].flatMap(({ group_name }) => group_name ?? []);
  const since = rows[0]?.since ?? FIRST_DAY;
  return {
    version: row!.version,
    since: since === FIRST_DAY ? null : since,
    shifts: rows.map(plain),
    before: beforeOf(all, new Map(people.all.map(({ worker_id, name }) => [worker_id, name]))),
    groups: [...new Set(groups)],
    workers: people.active.map(({ worker_id, name }) => ({ worker_id, name })),
  };
}

type Approved = { worker_id: number; name: string; group_name: string | null; day: ISODate };

/** Approved days are judged by what held when they were approved (decision 086). */
async function approvedMoved(db: Tx, who: Who, since: ISODate, before: KeptShift[], after: KeptShift[]) {
  const { rows } = await db.execute<Approved>(sql`
    select k.worker_id::float8 as worker_id, k.name, k.group_name, r.day::text as day from (
      select distinct on (worker_id, day) worker_id, day, kind from day_review
      where seller_id = ${who.company_id} and day >= ${since}::date - 1 order by worker_id, day, seq desc) r
    join worker k on k.worker_id = r.worker_id where r.kind = 'approved' order by r.day desc, k.sort, k.worker_id`);
  return rows.find((one) => movedBy(before, after, one, one.day));
}

/** All of them anew from a day on, in the order in which they were typed. */
export async function changeShifts(
  db: Tx,
  who: Who,
  { version, since = today(new Date(who.now)), shifts }: ShiftsInput,
): Promise<Shifts> {
  const { company_id } = who;
  const held = await shiftsOf(db, company_id);
  const own = new Map(
    [...(await workersAt(db, company_id)).active, ...lastOf(held)].flatMap((one) =>
      one.worker_id === null ? [] : [[`w${one.worker_id}`, one.worker_id]],
    ),
  );
  const errors: Record<string, string[]> = {};
  for (const [at, { whose }] of shifts.entries()) {
    const isKnown = whose === "all" || own.has(whose) || /^g./.test(whose);
    if (!isKnown) errors[`shifts[${at}].whose`] = ["対象を選び直してください"];
    else if (shifts.findIndex((one) => one.whose === whose) < at)
      errors[`shifts[${at}].whose`] = ["同じ対象が2つあります"];
  }
  if (Object.keys(errors).length > 0) throw wrong(errors);
  const read = async () => {
    const rows = lastOf(await shiftsOf(db, company_id));
    const from = rows.find((one) => one.since > FIRST_DAY)?.since;
    return { shifts: rows.map(shiftText).join("、") + (from ? `（${formatDate(from)}から）` : "") };
  };
  await changingMeta(db, who, version, read, async () => {
    const mine = eq(shift.company_id, company_id);
    await db.delete(shift).where(and(mine, gte(shift.since, since)));
    await db
      .update(shift)
      .set({ until: since })
      .where(and(mine, isNull(shift.until)));
    await db
      .update(shift)
      .set({ until: since })
      .where(and(mine, gte(shift.until, since)));
    if (shifts.length > 0)
      await db.insert(shift).values(
        shifts.map((one) => ({
          company_id,
          worker_id: own.get(one.whose) ?? null,
          group_name: one.whose.startsWith("g") ? one.whose.slice(1) : null,
          ...clockedOf(one),
          since,
        })),
      );
    const moved = await approvedMoved(db, who, since, held, await shiftsOf(db, company_id));
    if (moved)
      throw wrong({
        since: [
          `${moved.name}さんの${formatDate(moved.day)}の作業日報は承認済みです。動かないよう、それより後の日付にしてください`,
        ],
      });
  });
  return shiftSettings(db, who);
}

const shiftText = (one: Shift) =>
  `${whoseOf(one)} ${clockText(one.shift_start)}-${clockText(one.shift_end)} ${breaksText(one.breaks)}`.trim();
