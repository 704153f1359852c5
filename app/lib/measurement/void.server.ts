import { and, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { measurement } from "~/lib/tables/measurement.table.server";
import { isLast, replacing } from "./measurement.server";

/** What a 実績 that is no more had recorded counts no more; `at`: only of the 完了 at that time. */
export async function voidMeasurements(db: Tx, who: Who, work_keys: number[], at?: string): Promise<void> {
  if (work_keys.length === 0) return;
  const rows = await db
    .select()
    .from(measurement)
    .where(
      and(
        inArray(measurement.work_key, work_keys),
        at === undefined ? undefined : eq(measurement.measured_time, at),
        isLast,
      ),
    );
  const live = rows.filter((row) => row.how !== "void");
  if (live.length > 0)
    await db.insert(measurement).values(live.map((row) => replacing(who, row, { how: "void" })));
}

/**
 * What went with a 実績 `at` that time comes back with it: each value as it then stood. What somebody had taken
 * back by itself, with a reason, stays away.
 */
export async function restoreMeasurements(db: Tx, who: Who, work_key: number, at: string): Promise<void> {
  const gone = alias(measurement, "gone");
  const rows = await db
    .select({ was: measurement, gone: gone.key })
    .from(gone)
    .innerJoin(measurement, eq(measurement.key, gone.replaces))
    .where(
      and(eq(gone.work_key, work_key), eq(gone.how, "void"), eq(gone.recorded_time, at), isNull(gone.note)),
    );
  if (rows.length === 0) return;
  const back = rows.map(({ was, gone: replaced }) => {
    const { value, choice, judgement, note } = was;
    const how = was.how === "first" ? "restored" : was.how;
    return { ...replacing(who, was, { how, value, choice, judgement, note }), replaces: replaced };
  });
  await db.insert(measurement).values(back);
}
