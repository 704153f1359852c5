import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { firstSteps, startOf } from "~/lib/product/product.route.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { today } from "~/lib/time/date";
import { DECLINED } from "~/lib/vocabulary/card.schema";
import { cannotAgree, cannotAnswer, cannotPropose } from "./answer";
import type { acceptance, proposal, reasoned } from "./answer.schema";
import { firstProcess } from "./card";
import { forEachPicked } from "./card.bulk.server";
import type { versioned } from "./card.command.schema";
import { ownCard } from "./card.lock.server";
import { changeCard, offBoard } from "./card.write.server";
import type { MoveResults } from "./move.schema";
import { seenByAnswer } from "./order.seen.server";

async function entered(db: Tx, who: Who, card: Card) {
  const processes = await processesOf(db, card.seller_id);
  const step =
    card.product_id === null ? undefined : (await firstSteps(db, [card.product_id])).get(card.product_id);
  const first = startOf(processes, step) ?? firstProcess(processes);
  if (!first) throw new Refusal(409, "工程がまだ登録されていません。メタ情報で工程を登録してください。");
  return {
    group_id: first.group_id,
    status: first.label,
    moved_group: card.group_id,
    group_update_time: who.now,
    answer: "accepted" as const,
  };
}

export async function acceptCard(
  db: Tx,
  who: Who,
  key: number,
  { version }: z.output<typeof versioned>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotAnswer(card));
  await seenByAnswer(db, who, card.order_key);
  return changeCard(db, who, card, "accepted", {
    ...(await entered(db, who, card)),
    proposed_delivery_date: null,
    answer_reason: null,
  });
}

/** A proposed date, and whatever was answered already, stays as it is. */
export const acceptCards = (db: Tx, who: Who, picked: z.output<typeof acceptance>): Promise<MoveResults> =>
  forEachPicked(db, who, picked, async (row) => {
    const why =
      cannotAnswer(row) ?? (row.answer === "waiting" ? null : "納期の提案に、依頼元の回答を待っています。");
    if (!why) await seenByAnswer(db, who, row.order_key);
    return (
      why ?? changeCard(db, who, row, "accepted", { ...(await entered(db, who, row)), answer_reason: null })
    );
  });

export async function proposeDate(
  db: Tx,
  who: Who,
  key: number,
  { version, proposed_delivery_date, reason }: z.output<typeof proposal>,
) {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotAnswer(card));
  await seenByAnswer(db, who, card.order_key);
  const problem = cannotPropose(card, proposed_delivery_date, today(new Date(who.now)));
  if (problem) throw new Refusal(422, "入力内容を確認してください。", { proposed_delivery_date: [problem] });
  return changeCard(
    db,
    who,
    card,
    "proposed",
    { answer: "proposed", proposed_delivery_date, answer_reason: reason ?? null },
    reason,
  );
}

export async function agreeDate(
  db: Tx,
  who: Who,
  key: number,
  { version }: z.output<typeof versioned>,
): Promise<Card> {
  const card = await ownCard(db, who, "buyer_id", key, version);
  refuseIf(cannotAgree(card));
  return changeCard(db, who, card, "agreed", {
    ...(await entered(db, who, card)),
    delivery_date: card.proposed_delivery_date,
    proposed_delivery_date: null,
    answer_reason: null,
  });
}

export async function refuseDate(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: z.output<typeof reasoned>,
): Promise<Card> {
  const card = await ownCard(db, who, "buyer_id", key, version);
  refuseIf(cannotAgree(card));
  return changeCard(
    db,
    who,
    card,
    "refused",
    { answer: "waiting", proposed_delivery_date: null, answer_reason: reason },
    reason,
  );
}

export async function declineCard(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: z.output<typeof reasoned>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotAnswer(card));
  await seenByAnswer(db, who, card.order_key);
  return changeCard(
    db,
    who,
    card,
    "declined",
    {
      answer: "declined",
      answer_reason: reason,
      proposed_delivery_date: null,
      ...offBoard(card, who.now, DECLINED),
    },
    reason,
  );
}
