import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { shift } from "~/lib/tables/indirect.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { changingMeta, wrong } from "./meta.server";
import { breaksText, clockText, type Shift } from "./shift";
import { clockedOf, type Shifts, type ShiftsInput, whoseOf } from "./shift.schema";

export async function shiftsOf(db: Tx, company_id: string): Promise<Shift[]> {
  const { group_name, worker_id, shift_start, shift_end, breaks } = shift;
  return db
    .select({ group_name, worker_id, shift_start, shift_end, breaks })
    .from(shift)
    .where(eq(shift.company_id, company_id))
    .orderBy(asc(shift.key));
}

const workersAt = (db: Tx, company_id: string) =>
  db
    .select({ worker_id: worker.worker_id, name: worker.name, group_name: worker.group_name })
    .from(worker)
    .where(and(eq(worker.company_id, company_id), eq(worker.is_active, true)))
    .orderBy(asc(worker.sort), asc(worker.worker_id));

export async function shiftSettings(db: Tx, who: Who): Promise<Shifts> {
  const [row] = await db
    .select({ version: factory_meta.version })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id));
  const rows = await shiftsOf(db, who.company_id);
  const people = await workersAt(db, who.company_id);
  const groups = [...people, ...rows].flatMap(({ group_name }) => group_name ?? []);
  return {
    version: row!.version,
    shifts: rows,
    groups: [...new Set(groups)],
    workers: people.map(({ worker_id, name }) => ({ worker_id, name })),
  };
}

/** All of them anew, in the order in which they were typed. */
export async function changeShifts(db: Tx, who: Who, { version, shifts }: ShiftsInput): Promise<Shifts> {
  const own = new Map(
    [...(await workersAt(db, who.company_id)), ...(await shiftsOf(db, who.company_id))].flatMap((one) =>
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
  const read = async () => ({ shifts: (await shiftsOf(db, who.company_id)).map(shiftText).join("、") });
  await changingMeta(db, who, version, read, async () => {
    await db.delete(shift).where(eq(shift.company_id, who.company_id));
    if (shifts.length > 0)
      await db.insert(shift).values(
        shifts.map((one) => ({
          company_id: who.company_id,
          worker_id: own.get(one.whose) ?? null,
          group_name: one.whose.startsWith("g") ? one.whose.slice(1) : null,
          ...clockedOf(one),
        })),
      );
  });
  return shiftSettings(db, who);
}

const shiftText = (one: Shift) =>
  `${whoseOf(one)} ${clockText(one.shift_start)}-${clockText(one.shift_end)} ${breaksText(one.breaks)}`.trim();
