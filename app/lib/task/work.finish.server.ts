import { eq } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import { addDecimal, isPositive } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { work } from "~/lib/tables/work.table.server";
import { unchosenText } from "~/lib/text/text.schema";
import type { Stored } from "~/lib/vocabulary/file";
import { branchOff } from "./branch.server";
import { overErrors } from "./card";
import { ownCard } from "./card.lock.server";
import { moveOn } from "./card.move.server";
import { type CardChange, changeCard, offBoard } from "./card.write.server";
import { keepDefect, loggedTreatment, treatedBy } from "./defect.server";
import { checkedItems, keepValues } from "./measure.server";
import { CHOOSE_SHORTAGE, type Counted, cannotWork, counted, isLastStep, shortageText } from "./work";
import {
  atWork,
  cannotWhileOut,
  closeWorks,
  endAll,
  openWorks,
  reasonBy,
  refuseHalves,
  workersBy,
  wrongInput,
} from "./work.open.server";
import type { finishing, stopping } from "./work.schema";

const DEFECT_PHOTOS = 3;
type Finishing = z.output<typeof finishing>;

/** 特採: used as they are, and no defect. */
const asGood = ({ num_good, num_defective, num_partial }: Finishing) => ({
  num_good: num_good === undefined ? undefined : addDecimal(num_good, num_defective ?? "0"),
  num_partial,
});

/** `late`: it happened before, so that somebody who has left since may have done it. */
export async function finishWork(
  db: Tx,
  who: Who,
  key: number,
  body: Finishing,
  photos: Stored[] = [],
  late = false,
): Promise<Card> {
  let card = await ownCard(db, who, "seller_id", key, body.version);
  refuseIf(cannotWork(card, "完了"));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const processes = await processesOf(db, card.seller_id);
  const bad = body.num_defective ?? "0";
  refuseHalves(card, { num_good: body.num_good, num_defective: bad, num_partial: body.num_partial });
  const treated = await treatedBy(db, who, isPositive(bad) ? body : {});
  const given = treated.treatment === "concession" ? asGood(body) : body;
  const counts = counted(card, given, isLastStep(processes, card.group_id));
  const over = isPositive(counts.over) && !body.over;
  const unsaid = isPositive(bad) && body.reason_id === undefined;
  if (over || unsaid)
    throw wrongInput({
      ...(over ? overErrors(counts.over) : {}),
      ...(unsaid ? { reason_id: [unchosenText("不良理由")] } : {}),
    });
  const reason = isPositive(bad) ? await reasonBy(db, who, "defect", body.reason_id) : null;
  const named = photos.map((stored, at) => ({ stored, item_id: body.photo_items[at] ?? 0 }));
  const ofDefect = named.filter(({ item_id }) => item_id === 0).map(({ stored }) => stored);
  const ofItems = named.filter(({ item_id }) => item_id !== 0);
  if (ofDefect.length > DEFECT_PHOTOS) throw wrongInput({ files: [`写真は${DEFECT_PHOTOS}枚までです`] });
  if (ofDefect.length > 0 && !reason)
    throw wrongInput({ files: ["不良数を入力してください。写真は不良の記録に付けます"] });
  if (counts.is_whole && isPositive(counts.rest)) {
    if (!body.shortage)
      throw wrongInput(
        { shortage: [CHOOSE_SHORTAGE] },
        shortageText(card.num_items, counts.rest) + "どうするかを選んでください。",
      );
    if (body.shortage === "divide") {
      // Nothing done: there is no card to finish beside the rest.
      if (counts.rest === card.num_items)
        throw wrongInput({ num_good: ["良品数か不良数を入力してください"] });
      card = (await branchOff(db, who, card, [{ num_items: counts.rest }], true, "残りを分割")).parent;
    }
  }
  const items = await checkedItems(db, card, body, ofItems, counts.is_whole);
  const { told, work_key } = await endWork(db, who, card, body, counts, late);
  Object.assign(told.after, loggedTreatment(treated));
  await keepValues(db, who, { card, work_key, worker_id: body.worker_ids[0] }, items, body, ofItems);
  if (body.parts_used) told.after["work.parts_used"] = body.parts_used;
  const { num_good, num_defective, num_partial } = counts;
  const note =
    [reason, body.shortage === "short" && isPositive(counts.rest) ? "不足のまま完了" : null, body.note]
      .filter(Boolean)
      .join("、") || undefined;
  card = await changeCard(
    db,
    who,
    card,
    "finished",
    { num_good, num_defective, num_partial },
    note,
    await atWork(db, who, card),
    told,
  );
  if (reason) {
    const defect_key = await keepDefect(db, who, card, {
      num: bad,
      reason,
      reason_id: body.reason_id!,
      ...treated,
      cause: body.cause,
      note: body.note,
      worker_id: body.worker_ids[0],
      group_id: card.group_id,
      status: card.status,
      rework_group_id: body.rework_group_id,
      work_key,
    });
    if (ofDefect.length > 0)
      await keepFiles(
        db,
        who,
        { kind: "defect", key: defect_key, seller_id: card.seller_id, buyer_id: card.seller_id },
        ofDefect,
      );
  }
  return counts.is_whole && body.next === "next" ? moveOn(db, who, card, processes, body) : card;
}

/**
 * The quantities go to who first worked where the card is now; without work, a row without times keeps them.
 */
async function endWork(
  db: Tx,
  who: Who,
  card: Card,
  { worker_ids, note }: Finishing,
  counts: Counted,
  late: boolean,
): Promise<{ told: CardChange; work_key: number }> {
  await workersBy(db, who, worker_ids, "worker_ids", late);
  const open = await openWorks(db, [card.key]);
  const named =
    worker_ids.length === 0
      ? open
      : open.filter((row) => row.worker_id !== null && worker_ids.includes(row.worker_id));
  const numbers = {
    num_good: counts.good,
    num_defective: counts.defective,
    num_partial: counts.partial,
    note: note ?? null,
  };
  await closeWorks(db, who, counts.is_whole ? open : named);
  let first = named.find((row) => row.group_id === card.group_id);
  if (first) await db.update(work).set(numbers).where(eq(work.key, first.key));
  else {
    [first] = await db
      .insert(work)
      .values({
        ...numbers,
        seller_id: card.seller_id,
        card_key: card.key,
        group_id: card.group_id,
        status: card.status,
        worker_id: worker_ids[0] ?? null,
        work_end: who.now,
      })
      .returning();
  }
  const ended = counts.is_whole ? open : named;
  const after = {
    "work.keys": [...new Set([first!.key, ...ended.map((row) => row.key)])].join(),
    "work.num_good": counts.good,
    "work.num_defective": counts.defective,
    "work.num_partial": counts.partial,
  };
  return { told: { before: {}, after }, work_key: first!.key };
}

const STOPPED = "中止";

export async function stopCard(
  db: Tx,
  who: Who,
  key: number,
  { version, reason_id, reason }: z.output<typeof stopping>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(card, "中止"));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const why = [await reasonBy(db, who, "cancel", reason_id), reason].filter(Boolean).join(" ");
  if (!why) throw wrongInput({ reason: ["理由を入力してください"] });
  return changeCard(
    db,
    who,
    card,
    "stopped",
    {
      ...offBoard(card, who.now, STOPPED),
      is_billing_target: false,
    },
    why,
    await endAll(db, who, card),
  );
}
