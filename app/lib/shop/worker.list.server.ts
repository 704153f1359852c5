import { and, eq, gte, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { member } from "~/lib/tables/member.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { startOfDay, today } from "~/lib/time/date";
import { minutesAtWork } from "~/lib/time/minutes";
import { processesOf } from "./process.server";
import type { WorkerLine } from "./worker.schema";
import { workersOf } from "./worker.server";

/** 作業者一覧: each with the processes they are for, their account and their time at work today. */
export async function workerLines(db: Tx, who: Who, all: boolean): Promise<WorkerLine[]> {
  const rows = await workersOf(db, who, all);
  const labels = new Map((await processesOf(db, who.company_id)).map((one) => [one.group_id, one.label]));
  const people = new Map(
    (
      await db
        .select({ username: member.username, name: member.name })
        .from(member)
        .where(eq(member.company_id, who.company_id))
    ).map((one) => [one.username, one.name]),
  );
  const from = startOfDay(today(new Date(who.now)));
  const works = await db
    .select()
    .from(work)
    .where(
      and(
        eq(work.seller_id, who.company_id),
        isNotNull(work.worker_id),
        isNotNull(work.work_start),
        eq(work.is_void, false),
        or(isNull(work.work_end), gte(work.work_end, from)),
      ),
    );
  const stops =
    works.length === 0
      ? []
      : await db
          .select()
          .from(pause)
          .where(
            inArray(
              pause.work_key,
              works.map((one) => one.key),
            ),
          );
  const minutes = (worker_id: number) =>
    minutesAtWork(
      works
        .filter((one) => one.worker_id === worker_id)
        .map((one) => ({ ...one, pauses: stops.filter((stop) => stop.work_key === one.key) })),
      from,
      who.now,
    );
  return rows.map((row) => ({
    ...row,
    duties: row.group_ids.flatMap((id) => labels.get(id) ?? []).join("・"),
    user_name: row.username && (people.get(row.username) ?? null),
    minutes_today: minutes(row.worker_id),
  }));
}
