import { and, eq, isNull, sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { hasNoPin } from "~/lib/code/pass.server";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { scan } from "~/lib/tables/scan.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { nextProcess } from "~/lib/task/card";
import { lockCard } from "~/lib/task/card.lock.server";
import { moveCard } from "~/lib/task/card.move.server";
import { settleOvernight } from "~/lib/task/overnight.server";
import { undoCard } from "~/lib/task/undo.server";
import { cannotWork } from "~/lib/task/work";
import { finishWork } from "~/lib/task/work.finish.server";
import { openWorks, wrongInput } from "~/lib/task/work.open.server";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import { ACT_LABEL } from "~/lib/vocabulary/scan";
import { misplaced, movedSince, movesFirst } from "./scan";
import type { ScanItem } from "./scan.schema";

async function inPlace(
  db: Tx,
  who: Who,
  card: Card,
  { group_id, move, inside, rest, act }: ScanItem,
): Promise<Card> {
  if (group_id === undefined || group_id === card.group_id) return card;
  if (!movesFirst(act, (await openWorks(db, [card.key])).length > 0)) return card;
  const [to] = await db
    .select({ label: factory_process.label })
    .from(factory_process)
    .where(and(eq(factory_process.company_id, who.company_id), eq(factory_process.group_id, group_id)));
  const sentence = misplaced(card, group_id, to?.label);
  if (!sentence) return card;
  refuseIf(cannotWork(card, ACT_LABEL[act]));
  if (!move) throw wrongInput({ move: [sentence] }, sentence);
  return moveCard(db, who, card.key, { version: card.version, group_id, inside, rest });
}

async function isPaused(db: Tx, card: Card, worker_id: number | undefined): Promise<boolean> {
  const [row] = await db
    .select({ all: sql<number>`count(*)::int`, paused: sql<number>`count(${pause.key})::int` })
    .from(work)
    .leftJoin(pause, and(eq(pause.work_key, work.key), isNull(pause.pause_end)))
    .where(
      and(
        eq(work.card_key, card.key),
        isNull(work.work_end),
        worker_id === undefined ? undefined : eq(work.worker_id, worker_id),
      ),
    );
  return row!.all > 0 && row!.all === row!.paused;
}

/** `who.now`: when it happened; `late`: somebody has looked at it since. */
export async function perform(
  db: Tx,
  who: Who,
  card_key: number,
  item: ScanItem,
  late = false,
): Promise<Card> {
  const ended = await settleOvernight(db, who, { worker_id: item.worker_id, card_key }, item);
  let card = await lockCard(db, card_key);
  // It waits since then.
  if (ended && item.act === "pause" && (await isPaused(db, card, item.worker_id))) return card;
  if (item.queued && !item.move) {
    const moved = movedSince(card, item.seen);
    if (moved) throw wrongInput({ move: [moved] }, moved);
  }
  const worker_ids = item.worker_id === undefined ? [] : [item.worker_id];
  if (item.act === "start" && (await isPaused(db, card, item.worker_id)))
    return resumeWork(db, who, card_key, { version: card.version, worker_ids });
  card = await inPlace(db, who, card, item);
  const { version } = card;
  const { reason_id, reason, inside, rest, override } = item;
  const begin = { version, group_id: undefined, inside: false, rest, override, reason };
  switch (item.act) {
    case "start":
    case "unmanned": {
      const is_unmanned = item.act === "unmanned";
      const open = await openWorks(db, [card.key]);
      // 人の作業にする only where nobody stands beside the machine.
      const takes_over = is_unmanned || open.every((row) => row.is_unmanned);
      const there = open.filter((row) => takes_over && row.group_id === card.group_id);
      const [at] = there.flatMap(({ worker_id }) => worker_id ?? []);
      const isTheirs = at !== undefined && (is_unmanned || (await hasNoPin(db, who, at)));
      const ids = worker_ids.length === 0 && isTheirs ? [at] : worker_ids;
      return startWork(db, who, card.key, { ...begin, worker_ids: ids, is_unmanned, takes_over }, late);
    }
    case "resume":
      return resumeWork(db, who, card.key, { version, worker_ids: await those(db, card, item.worker_id) });
    case "pause":
      return pauseWork(db, who, card.key, {
        version,
        worker_ids: await those(db, card, item.worker_id),
        reason_id,
        reason,
      });
    case "next": {
      const to = nextProcess(await processesOf(db, who.company_id), card.group_id);
      refuseIf(to ? null : `「${card.status}」の次の工程はありません。`);
      return moveCard(db, who, card.key, { version, group_id: to!.group_id, inside, rest });
    }
    default:
      return finishWork(
        db,
        who,
        card.key,
        {
          version,
          worker_ids,
          num_good: item.num_good,
          num_defective: item.num_defective,
          num_partial: item.num_partial,
          reason_id,
          treatment: undefined,
          treatment_id: undefined,
          rework_group_id: undefined,
          shortage: item.shortage,
          over: item.over,
          next: "next",
          group_id: undefined,
          inside,
          note: reason,
          values: item.values,
          values_reason: item.values_reason ?? (item.skip ? reason : undefined),
          photo_items: [],
        },
        [],
        late,
      );
  }
}

/** Whoever stops a machine need not be who started it. */
async function those(db: Tx, card: Card, worker_id: number | undefined): Promise<number[]> {
  const open = await openWorks(db, [card.key]);
  return worker_id !== undefined && open.some((row) => row.worker_id === worker_id) ? [worker_id] : [];
}

export async function takeBack(db: Tx, who: Who, client_id: string | undefined): Promise<Card> {
  const [row] = await db
    .select()
    .from(scan)
    .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id ?? "")));
  if (!row || row.state !== "done") throw new Refusal(404, "取り消す読み取りが見つかりません。");
  const card = await lockCard(db, row.card_key!);
  if (card.version !== row.version)
    throw new Refusal(
      409,
      "このカードは、そのあとに更新されたため、取り消せません。カードの画面で確認してください。",
    );
  return undoCard(db, who, card.key, { version: card.version });
}
