import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { AGREEMENT_LABEL } from "~/lib/fields/agreement";
import { giveNotices } from "~/lib/notice/notice.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card as cards } from "~/lib/tables/card.table.server";
import { agreement, message } from "~/lib/tables/message.table.server";
import { askedBy } from "~/lib/task/asked.server";
import { cardName } from "~/lib/task/card";
import { consequences } from "~/lib/task/card.edit.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { type CardChanges, changeCard } from "~/lib/task/card.write.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { agreementText, asSeen, cannotAnswerAgreement, outdatedProposal, proposalText } from "./agreement";
import { type AgreementInput, type agreementAnswer } from "./agreement.schema";
import { messageWithId } from "./message.read.server";
import type { Message } from "./message.schema";
import { postMessage } from "./message.server";
import { checkRoom, lockRoom } from "./room.check.server";

type Field = AgreementInput["field"];
const changesOf = (field: Field, value: string): CardChanges => (field === "other" ? {} : { [field]: value });

async function cardOf(db: Tx, key: number, seller_id: string, buyer_id: string): Promise<Card> {
  const card = await lockCard(db, key);
  if (card.seller_id !== seller_id || card.buyer_id !== buyer_id) throw notFound("カード");
  refuseIf(card.cancelled_time ? "取り消されたカードについては合意できません。" : null);
  return card;
}

async function valueAt(
  db: Tx,
  card: Card,
  field: Exclude<Field, "other">,
  since: string,
): Promise<string | null> {
  const [first] = await db
    .select({ before: activity.before })
    .from(activity)
    .where(
      and(
        eq(activity.subject, "card"),
        eq(activity.subject_key, card.key),
        gt(activity.at, since),
        sql`${activity.after} ? ${field}`,
      ),
    )
    .orderBy(asc(activity.seq))
    .limit(1);
  return first ? ((first.before as Record<string, string | null>)[field] ?? null) : card[field];
}

export async function proposeAgreement(db: Tx, who: Who, input: AgreementInput): Promise<Message> {
  const room = await checkRoom(db, who, input.roomId);
  if (room.kind !== "pair") throw new Refusal(422, "合意は、取引先とのルームでできます。");
  await lockRoom(db, who, input.roomId);
  const known = await messageWithId(db, who, input.roomId, input.id);
  if (known) return known;
  const card = await cardOf(db, input.taskId, room.seller_id, room.buyer_id);
  if (input.field === "unit_price" && !seesAmounts(who))
    throw new Refusal(403, "単価の合意には、会計の権限が必要です。");
  await consequences(db, card, changesOf(input.field, input.value), "value");
  const [made] = await db
    .insert(agreement)
    .values({
      room_id: room.room_id,
      seller_id: room.seller_id,
      buyer_id: room.buyer_id,
      card_key: card.key,
      field: input.field,
      value: input.value,
      note: input.note ?? null,
      proposed_by: who.company_id,
      proposer_name: who.name,
      proposed_time: who.now,
    })
    .returning({ key: agreement.key });
  // The words are read by anybody of the two, in mail and on locked screens too: no amounts.
  const text = proposalText(asSeen(input, false));
  const said = {
    id: input.id,
    roomId: input.roomId,
    message: text,
    taskId: input.taskId,
    productId: undefined,
    send: true,
  };
  return postMessage(db, who, said, { agreement_key: made!.key });
}

export async function answerAgreement(
  db: Tx,
  who: Who,
  key: number,
  { answer }: z.output<typeof agreementAnswer>,
): Promise<Message> {
  const [seen] = await db
    .select({ room_id: agreement.room_id })
    .from(agreement)
    .where(eq(agreement.key, key));
  if (!seen) throw notFound("合意の提案");
  const room = await lockRoom(db, who, seen.room_id);
  const [found] = await db.select().from(agreement).where(eq(agreement.key, key)).for("no key update");
  refuseIf(cannotAnswerAgreement(found!, who.company_id, answer));
  if (found!.field === "unit_price" && answer !== "withdrawn" && !seesAmounts(who)) {
    throw new Refusal(403, "単価の合意には、会計の権限が必要です。");
  }
  if (answer === "agreed") {
    const card = await cardOf(db, found!.card_key, room.seller_id, room.buyer_id);
    const { field, proposed_time } = found!;
    if (field !== "other")
      refuseIf(outdatedProposal(field, await valueAt(db, card, field, proposed_time), card[field]));
    const changes = await consequences(db, card, changesOf(field, found!.value), "value");
    const words = [agreementText(asSeen(found!, false)), found!.note].filter(Boolean).join("　");
    await askedBy(db, found!.proposed_by);
    await changeCard(db, who, card, "settled", changes, words);
  }
  await db
    .update(agreement)
    .set({ state: answer, answerer_name: who.name, answered_time: who.now })
    .where(eq(agreement.key, key));
  const [said] = await db
    .select({ id: message.id, number: message.number })
    .from(message)
    .where(and(eq(message.room_id, room.room_id), eq(message.agreement_key, key)));
  if (!said) throw notFound("合意の提案");
  // What was agreed on is told by its entry in the log.
  if (answer === "declined") {
    const [row] = await db
      .select({ id: cards.id, name: cards.name, order_id: cards.order_id })
      .from(cards)
      .where(eq(cards.key, found!.card_key));
    const text = `${who.company_name}：${cardName(row!)}の合意の提案が断られました：${agreementText(asSeen(found!, false))}`;
    const [path, title] = [
      `/chat/${room.room_id}?before=${said.number + 1}`,
      `${AGREEMENT_LABEL[found!.field]}の断り`,
    ];
    await giveNotices(db, [
      { company_id: found!.proposed_by, kind: "declined", text, title, path, at: who.now },
    ]);
  }
  await db.execute(sql`select tell_room(${room.room_id}, 'agreement', ${said.number})`);
  return (await messageWithId(db, who, room.room_id, said.id))!;
}
