import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { connect, type Database, operator, type Tx } from "~/lib/db/connection.server";
import { errorCode } from "~/lib/db/failure.server";
import { backup_run } from "~/lib/tables/backup.table.server";
import type { BackupRun, BackupState } from "./backup";
import type { Made } from "./make.server";

const runColumns = {
  day: backup_run.day,
  began_time: backup_run.began_time,
  ended_time: backup_run.ended_time,
  name: backup_run.name,
  place: backup_run.place,
  num_bytes: backup_run.num_bytes,
  num_rows: backup_run.num_rows,
  num_files: backup_run.num_files,
  made_ms: backup_run.made_ms,
  checked_ms: backup_run.checked_ms,
  problem: backup_run.problem,
};

/** What is known of the last backups, by schedule and by hand. */
export async function backupState(db: Tx): Promise<BackupState> {
  const last = (whole?: ReturnType<typeof and>): Promise<BackupRun[]> =>
    db.select(runColumns).from(backup_run).where(whole).orderBy(desc(backup_run.began_time)).limit(1);
  const [[tried], [good]] = await Promise.all([
    last(isNotNull(backup_run.ended_time)),
    last(and(isNotNull(backup_run.ended_time), isNull(backup_run.problem))),
  ]);
  return { last: tried ?? null, good: good ?? null };
}

/**
 * Of several processes one takes the day's turn. One that failed is tried again after an hour, one that came
 * to no end died with its process and is after three.
 */
export async function claimDay(
  db: Database,
  day: string,
  place: string,
  now: string,
): Promise<number | null> {
  const taken = await operator(db, (tx) =>
    tx
      .insert(backup_run)
      .values({ day, place, began_time: now })
      .onConflictDoUpdate({
        target: backup_run.day,
        set: { began_time: now, ended_time: null, problem: null, place },
        setWhere: sql`(${backup_run.problem} is not null and ${backup_run.began_time} < ${now}::timestamptz - interval '1 hour')
          or (${backup_run.ended_time} is null and ${backup_run.began_time} < ${now}::timestamptz - interval '3 hours')`,
      })
      .returning({ key: backup_run.key }),
  );
  return taken[0]?.key ?? null;
}

const MOST_SAID = 500;
type Ending = { made: Partial<Made> } | { problem: string };
const endingOf = (ending: Ending) => {
  if ("problem" in ending) return { problem: ending.problem.slice(0, MOST_SAID) };
  const { name, bytes, rows, files, made_ms, checked_ms, problems = [] } = ending.made;
  const problem = problems.length > 0 ? problems.join(" ").slice(0, MOST_SAID) : null;
  return { name, num_bytes: bytes, num_rows: rows, num_files: files, made_ms, checked_ms, problem };
};

export const endRun = (db: Database, key: number, ending: Ending) =>
  operator(db, (tx) =>
    tx
      .update(backup_run)
      .set({ ended_time: sql`now()`, ...endingOf(ending) })
      .where(and(eq(backup_run.key, key), isNull(backup_run.ended_time))),
  );

/** One by hand, told afterwards; a database of before this table keeps no such record. */
export async function recordRun(
  owner_url: string,
  key: number | null,
  place: string,
  began_time: string,
  ending: Ending,
): Promise<void> {
  const db = connect(owner_url, 1);
  try {
    if (key !== null) return void (await endRun(db, key, ending));
    const row = { place, began_time, ended_time: sql`now()`, ...endingOf(ending) };
    await operator(db, (tx) => tx.insert(backup_run).values(row));
  } catch (error) {
    if (errorCode(error) !== "42P01") throw error;
  } finally {
    await db.$client.end();
  }
}
