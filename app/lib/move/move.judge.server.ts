import { and, eq, inArray, isNull, max } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Process } from "~/lib/shop/process.schema";
import type { Card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { pause } from "~/lib/tables/work.table.server";
import { undone } from "~/lib/task/branch";
import { cannotMove, isOnward } from "~/lib/task/card";
import { cannotHaveMoved } from "~/lib/task/move";
import type { MoveResults } from "~/lib/task/move.schema";
import { isTooLate } from "~/lib/task/outsource";
import { partsMade } from "~/lib/task/part.server";
import { type RestChoice, restBehind, restUnsaid } from "~/lib/task/rest";
import { cannotUnship } from "~/lib/task/ship";
import { cannotWhileOut, type Work } from "~/lib/task/work.open.server";
import type { ISODate } from "~/lib/time/date";

type Result = MoveResults["items"][number];

async function notesOf(db: Tx, rows: Card[]): Promise<Map<number, string[]>> {
  const keys = rows.filter((row) => row.shipped_time).map((row) => row.key);
  const lines =
    keys.length === 0
      ? []
      : await db
          .select({ key: delivery_line.card_key, number: delivery.number })
          .from(delivery_line)
          .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
          .where(
            and(
              inArray(delivery_line.card_key, keys),
              eq(delivery_line.is_live, true),
              isNull(delivery.cancelled_time),
            ),
          );
  return new Map(
    keys.map((key) => [
      key,
      [...new Set(lines.filter((line) => line.key === key).map((line) => line.number))],
    ]),
  );
}

async function lastAt(db: Tx, open: Work[]): Promise<Map<number, string>> {
  const keys = open.map((one) => one.key);
  const stops =
    keys.length === 0
      ? []
      : await db
          .select({ work_key: pause.work_key, start: max(pause.pause_start), end: max(pause.pause_end) })
          .from(pause)
          .where(inArray(pause.work_key, keys))
          .groupBy(pause.work_key);
  const last = new Map<number, string>();
  for (const one of open) {
    const stop = stops.find((row) => row.work_key === one.key);
    const times = [one.work_start, stop?.start, stop?.end, last.get(one.card_key)].flatMap((time) =>
      time ? new Date(time).toISOString() : [],
    );
    if (times.length > 0) last.set(one.card_key, times.sort().at(-1)!);
  }
  return last;
}

type Way = {
  to: Process;
  processes: Process[];
  at: string;
  ask: boolean;
  until?: ISODate;
  keep_work: boolean;
  rest?: RestChoice;
  dry_run: boolean;
  include: "ok" | "all";
};

/** `ask`: the partner gets what is undone, `until` that day. */
export async function judge(
  db: Tx,
  who: Who,
  rows: Card[],
  results: Map<number, Result>,
  open: Work[],
  way: Way,
): Promise<void> {
  const { to, processes, at, ask, until, keep_work, rest, dry_run, include } = way;
  const [out, parts, notes] = [
    await cannotWhileOut(
      db,
      rows.map((row) => row.key),
    ),
    await partsMade(
      db,
      who.company_id,
      rows.map((row) => row.id),
    ),
    await notesOf(db, rows),
  ];
  const last = keep_work ? new Map<number, string>() : await lastAt(db, open);
  for (const row of rows) {
    const result = results.get(row.key)!;
    const made = parts.get(row.id);
    const working = open.some((work) => work.card_key === row.key);
    const onward = isOnward(processes, row.group_id, to.group_id);
    // A card that was shipped since it was ticked is told so, rather than that it has changed.
    const billed = row.shipped_time ? cannotUnship(row, notes.get(row.key) ?? []) : null;
    if (billed) result.exceptions.push("billed");
    const why =
      billed ??
      (row.shipped_time ? cannotMove(row, to) : null) ??
      result.detail ??
      cannotMove(row, to) ??
      out.get(row.key) ??
      cannotHaveMoved(row, last.get(row.key) ?? null, at);
    const left = onward ? undone({ ...row, num_partial: "0" }) : undone(row);
    result.detail =
      why ??
      (ask && left === "0" ? "残りがないため、外注に出せません。" : null) ??
      (ask && working && keep_work ? "作業中のカードです。作業を終了してから外注に出してください。" : null);
    if (!result.detail && working) result.exceptions.push("working");
    if (!result.detail && made && made.made < made.all) result.exceptions.push("parts");
    const behind = restBehind(row, processes, to.group_id);
    result.num_rest = behind?.rest ?? null;
    if (!result.detail && (behind || (to.role === "ready" && undone(row) !== "0" && onward)))
      result.exceptions.push("left");
    if (!result.detail && until !== undefined && isTooLate(until, row.delivery_date))
      result.exceptions.push("late");
    if (!result.detail && include === "ok" && result.exceptions.length > 0)
      result.detail = "確認が必要なため、移動していません。";
    if (!dry_run || rest) result.detail ??= restUnsaid(row, behind, rest);
    result.ok = result.detail === null;
  }
}
