import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { laneIn, placed, withoutRest } from "~/lib/task/card.move.server";
import { type CardChange, changeCards } from "~/lib/task/card.write.server";
import { answered, cannotMoveThen, movedInstant } from "~/lib/task/move";
import { lockPicked, sameFields } from "~/lib/task/move.lock.server";
import type { bulkMove, MoveResults } from "~/lib/task/move.schema";
import { partnerInVain, partnerUnsaid } from "~/lib/task/outsource";
import { leftText, restBehind } from "~/lib/task/rest";
import { endedText } from "~/lib/task/work.ended";
import { namesOfWorkers } from "~/lib/task/work.ended.server";
import { endWorks, openWorks, workersBy, wrongInput } from "~/lib/task/work.open.server";
import { judge } from "./move.judge.server";
import { type OutsourceRequest, sendOut, tryOut } from "./outsource.send.server";

type BulkMove = z.output<typeof bulkMove>;

const partnerOf = ({
  partner_id,
  delivery_date,
  unit_price,
  undetermined_reason,
  planned_fix_date,
}: BulkMove): OutsourceRequest | null =>
  partner_id ? { partner_id, delivery_date, unit_price, undetermined_reason, planned_fix_date } : null;

// One transaction, by as many statements as for one card. 移動日時 becomes the card's group_update_time; its log
// entry stays where it was written (decision 022).
export async function moveCards(db: Tx, who: Who, body: BulkMove): Promise<MoveResults> {
  const { cards, group_id, subgroup_id, keep_work, rest, dry_run, include, reason, inside, worker_id } = body;
  const processes = await processesOf(db, who.company_id);
  const to = processes.find((factoryProcess) => factoryProcess.group_id === group_id);
  refuseIf(
    !to || to.role === "inbox" ? "移動先の工程が見つかりません。画面を読み込み直してください。" : null,
  );
  const late = body.moved_time && cannotMoveThen(body.moved_time, who.now);
  if (late) throw wrongInput({ moved_time: [late] });
  const asked = partnerOf(body);
  const wrong = partnerInVain(to!, body) ?? partnerUnsaid(0, to!, { partner_id: asked?.partner_id, inside });
  if (wrong) throw wrongInput({ partner_id: [wrong] }, wrong);
  const worker =
    worker_id === undefined ? undefined : (await workersBy(db, who, [worker_id], "worker_id")).get(worker_id);
  await laneIn(db, who.company_id, group_id, subgroup_id);

  const at = movedInstant(body.moved_time, who.now);
  const { rows, results } = await lockPicked(db, who, cards);
  const open = await openWorks(
    db,
    rows.map((row) => row.key),
  );
  await judge(db, who, rows, results, open, {
    to: to!,
    processes,
    at,
    ask: asked !== null,
    until: asked?.delivery_date,
    keep_work,
    rest,
    dry_run,
    include,
  });
  const goes = (row: Card) => ({
    card: row,
    changes: sameFields(row, placed(at, row, to!, processes, subgroup_id ?? null)),
  });
  const ready = rows.filter((row) => results.get(row.key)!.ok);
  if (dry_run) {
    if (asked)
      await tryOut(
        db,
        who,
        ready.map(goes).map(({ card, changes }) => ({ ...card, ...changes })),
        asked,
      );
    return answered([...results.values()]);
  }
  if (ready.length === 0) return answered([...results.values()]);
  const going = [];
  for (const row of ready) {
    const { lot, left } = await withoutRest(db, who, row, restBehind(row, processes, group_id), rest);
    if (left) results.get(row.key)!.ended = leftText(left);
    going.push(goes(lot));
  }
  const ends = keep_work ? [] : open.filter((work) => results.get(work.card_key)?.ok);
  const ended = await endWorks(db, ends, at);
  const names = await namesOfWorkers(db, ends);
  for (const row of ready)
    results.get(row.key)!.ended += endedText(names.filter(({ card_key }) => card_key === row.key));
  const told = (key: number): CardChange | undefined =>
    worker === undefined
      ? ended.get(key)
      : { before: ended.get(key)?.before ?? {}, after: { ...ended.get(key)?.after, "work.mover": worker } };
  const moved = await changeCards(
    db,
    who,
    "moved",
    going.map((one) => ({ ...one, told: told(one.card.key) })),
    reason,
  );
  const last = asked ? await sendOut(db, who, moved, asked, body.with_drawings ? "drawings" : []) : moved;
  for (const row of last) results.get(row.key)!.version = row.version;
  return answered([...results.values()]);
}
