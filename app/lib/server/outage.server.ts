import { sql } from "drizzle-orm";
import type { Database } from "~/lib/db/connection.server";
import { isFull } from "~/lib/db/space.server";
import { errorFields } from "~/lib/telemetry/line";
import { say } from "~/lib/telemetry/logger.server";
import type { Reading } from "~/lib/telemetry/metrics.server";

const LOOK_MS = 10_000;
const DOWN_MS = 1_000;

let down: number | null = null;
let full: number | null = null;

const since = (from: number) => Math.round((Date.now() - from) / 1000);

async function lookAtDatabase(db: Database): Promise<void> {
  const problem = await db.execute(sql`select 1`).then(
    () => null,
    (error: unknown) => errorFields(error),
  );
  // A server that stops has ended them itself.
  if (problem && db.$client.ending) return;
  if (problem && down === null) {
    down = Date.now();
    say("error", "database_down", { code: problem.code, reason: problem.reason });
  }
  if (!problem && down !== null) {
    say("warn", "database_up", { seconds: since(down) });
    down = null;
  }
}

async function lookAtDisk(db: Database): Promise<void> {
  const is_full = await isFull(db);
  if (is_full && full === null) {
    full = Date.now();
    say("error", "disk_full", { message: "空きがなくなったので、書き込みを断っています。" });
  }
  if (!is_full && full !== null) {
    say("warn", "disk_room", { seconds: since(full) });
    full = null;
  }
}

/** Says once that the database or its disk went away, and once that it is back. */
export function watchOutage(db: Database): void {
  const look = async () => {
    if (db.$client.ending) return;
    await lookAtDatabase(db);
    await lookAtDisk(db);
    setTimeout(() => void look(), down === null ? LOOK_MS : DOWN_MS).unref();
  };
  setTimeout(() => void look(), LOOK_MS).unref();
}

export const outageReadings = (): Reading[] => [
  {
    name: "koba_database_down",
    help: "1 while the database does not answer",
    values: [[{}, down ? 1 : 0]],
    longest: true,
  },
  {
    name: "koba_disk_full",
    help: "1 while writes are refused for want of room",
    values: [[{}, full ? 1 : 0]],
    longest: true,
  },
];
