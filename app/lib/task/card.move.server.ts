import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import type { Process } from "~/lib/shop/process.schema";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import { branchOff } from "./branch.server";
import { cannotCount, cannotMove, isOnward, nextProcess, overCount, overErrors } from "./card";
import type { counting } from "./card.command.schema";
import { ownCard } from "./card.lock.server";
import { changeCard, type PlaceChanges } from "./card.write.server";
import type { movement } from "./move.card.schema";
import { partnerUnsaid } from "./outsource";
import { sequence } from "./position.command.server";
import { lockSequence, positionAt } from "./position.server";
import { type Rest, type RestChoice, restBehind, restUnsaid } from "./rest";
import { cannotWhileOut, endWorks, openWorks, refuseHalves, wrongInput } from "./work.open.server";

type Movement = Pick<z.output<typeof movement>, "version" | "group_id" | "reason"> &
  Partial<Pick<z.output<typeof movement>, "subgroup_id" | "place" | "keep_work" | "inside" | "rest">>;

/** 出荷待ち finishes a card (product_time), going back does not; going on passes on what is done. */
export function placed(
  at: string,
  card: Card,
  to: Process,
  processes: Process[],
  subgroup_id: number | null,
): PlaceChanges {
  const product_time = to.role === "ready" ? (card.product_time ?? at) : null;
  const passes = compareDecimal(card.num_partial, "0") > 0 && isOnward(processes, card.group_id, to.group_id);
  return {
    group_id: to.group_id,
    status: to.label,
    moved_group: card.group_id,
    group_update_time: at,
    ...(product_time === card.product_time ? {} : { product_time }),
    ...(passes ? { num_partial: "0" } : {}),
    ...(subgroup_id === card.subgroup_id ? {} : { subgroup_id }),
  };
}

// Work ends unless it is kept; the rest of a half-finished lot must be answered for. `place`: beside which
// card.
export async function moveCard(db: Tx, who: Who, key: number, asked: Movement): Promise<Card> {
  const { version, group_id, subgroup_id, place, keep_work, inside, rest, reason } = asked;
  let card = await ownCard(db, who, "seller_id", key, version);
  if (place && group_id === card.group_id && (subgroup_id ?? null) === card.subgroup_id)
    return sequence(db, who, card, place);
  const processes = await processesOf(db, card.seller_id);
  const to = processes.find((one) => one.group_id === group_id);
  const lane = group_id === card.group_id && (subgroup_id ?? null) !== card.subgroup_id;
  refuseIf(cannotMove(lane ? { ...card, group_id: 0 } : card, to));
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const unsaid = partnerUnsaid(card.group_id, to!, { inside });
  if (unsaid) throw wrongInput({ partner_id: [unsaid] }, unsaid);
  await laneIn(db, card.seller_id, group_id, subgroup_id);
  const at = { ...card, group_id, subgroup_id: subgroup_id ?? null };
  const put = place && (await lockSequence(db, at)) ? { place: await positionAt(db, at, place) } : {};
  if (lane) return changeCard(db, who, card, "moved", { subgroup_id: at.subgroup_id, ...put }, reason);
  card = (await withoutRest(db, who, card, restBehind(card, processes, group_id), rest)).lot;
  const ended = keep_work ? undefined : (await endWorks(db, await openWorks(db, [key]), who.now)).get(key);
  return changeCard(
    db,
    who,
    card,
    "moved",
    { ...placed(who.now, card, to!, processes, at.subgroup_id), ...put },
    reason,
    undefined,
    ended,
  );
}

/** Before a 外注 process with no word about a partner the card stays: a page of its own asks. */
export async function moveOn(
  db: Tx,
  who: Who,
  card: Card,
  processes: Process[],
  { group_id, inside }: { group_id?: number; inside?: boolean },
): Promise<Card> {
  const to = group_id ?? nextProcess(processes, card.group_id)?.group_id;
  const factoryProcess = processes.find((one) => one.group_id === to);
  if (
    to === undefined ||
    to === card.group_id ||
    (factoryProcess && partnerUnsaid(card.group_id, factoryProcess, { inside }))
  )
    return card;
  return moveCard(db, who, card.key, { version: card.version, group_id: to, inside, rest: "all" });
}

/** `left`: the branch that the rest stays as. */
export async function withoutRest(
  db: Tx,
  who: Who,
  lot: Card,
  behind: Rest | null,
  said: RestChoice | undefined,
) {
  const unsaid = restUnsaid(lot, behind, said);
  if (unsaid) throw wrongInput({ rest: [unsaid] }, `${unsaid}。`);
  if (!behind || said !== "divide") return { lot, left: null };
  const begun = behind.half === "0" ? {} : { num_partial: "0" };
  const { parent, branches } = await branchOff(
    db,
    who,
    lot,
    [{ num_items: behind.rest, num_partial: behind.half }],
    true,
    "残りを分割",
    begun,
  );
  return { lot: parent, left: branches[0] ?? null };
}

export async function laneIn(
  db: Tx,
  company_id: string,
  group_id: number,
  subgroup_id: number | undefined,
): Promise<void> {
  if (subgroup_id === undefined) return;
  const [row] = await db
    .select({ label: subgroup.label })
    .from(subgroup)
    .where(
      and(
        eq(subgroup.company_id, company_id),
        eq(subgroup.group_id, group_id),
        eq(subgroup.subgroup_id, subgroup_id),
        eq(subgroup.is_active, true),
      ),
    );
  if (!row)
    throw new Refusal(422, "入力内容を確認してください。", {
      subgroup_id: ["この工程の機械・班を選択してください"],
    });
}

export async function countCard(
  db: Tx,
  who: Who,
  key: number,
  { version, over, reason, ...numbers }: z.output<typeof counting>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotCount(card));
  refuseHalves(card, numbers);
  const more = overCount({ ...card, ...numbers });
  if (more && !over) throw overRefused(more);
  return changeCard(db, who, card, "counted", numbers, reason);
}

export function overRefused(more: string): Refusal {
  return wrongInput(overErrors(more));
}
