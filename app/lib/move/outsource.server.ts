import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { card_link, work } from "~/lib/tables/work.table.server";
import { undone } from "~/lib/task/branch";
import { branchOff } from "~/lib/task/branch.server";
import { lockCard, ownCard } from "~/lib/task/card.lock.server";
import { moveCard, moveOn, overRefused } from "~/lib/task/card.move.server";
import { changeCard } from "~/lib/task/card.write.server";
import { keepDefect } from "~/lib/task/defect.server";
import { cancelCards } from "~/lib/task/order.cards.server";
import { isTooLate, tooLateText } from "~/lib/task/outsource";
import { counted, isLastStep } from "~/lib/task/work";
import { cannotWhileOut, openWorks, reasonBy, refuseHalves, wrongInput } from "~/lib/task/work.open.server";
import type { outsourcing, receiving, takingBack } from "./outsource.schema";
import { sendOut } from "./outsource.send.server";

/** The card waits in a 外注 process while its linked card walks the partner's board (D4). */
export async function outsourceCard(
  db: Tx,
  who: Who,
  key: number,
  body: z.output<typeof outsourcing>,
): Promise<Card> {
  const { version, group_id, file_keys, late, rest, ...asked } = body;
  let own = await ownCard(db, who, "seller_id", key, version);
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const at = (await processesOf(db, own.seller_id)).find(
    (factoryProcess) => factoryProcess.group_id === (group_id ?? own.group_id),
  );
  if (at?.role !== "outsource") throw wrongInput({ group_id: ["外注の工程を選択してください"] });
  const due = own.delivery_date;
  if (!late && isTooLate(asked.delivery_date, due)) throw wrongInput({ late: [tooLateText(due)] });
  refuseIf(
    (await openWorks(db, [key])).length > 0 ? "作業中のカードです。完了してから外注に出してください。" : null,
  );
  if (at.group_id !== own.group_id)
    own = await moveCard(db, who, key, { version, group_id: at.group_id, inside: true, rest });
  refuseIf(compareDecimal(undone(own), "0") > 0 ? null : "残りがないため、外注に出せません。");
  return (await sendOut(db, who, [own], asked, file_keys))[0]!;
}

async function linkOf(db: Tx, card_key: number) {
  const [link] = await db
    .select()
    .from(card_link)
    .where(
      and(
        eq(card_link.card_key, card_key),
        isNull(card_link.received_time),
        isNull(card_link.cancelled_time),
      ),
    )
    .for("update");
  if (!link) throw new Refusal(409, "このカードは外注に出していません。");
  return link;
}

export async function receiveCard(
  db: Tx,
  who: Who,
  key: number,
  body: z.output<typeof receiving>,
): Promise<Card> {
  let own = await ownCard(db, who, "seller_id", key, body.version);
  const link = await linkOf(db, key);
  const theirs = await lockCard(db, link.partner_key);
  refuseIf(
    theirs.cancelled_time ? "協力会社のカードは取り消されています。「外注の取消」を選んでください。" : null,
  );
  if (!theirs.shipped_time && !body.unshipped) {
    throw wrongInput({
      unshipped: [
        "協力会社がまだ出荷を登録していません。現物が届いているときは「出荷の登録を待たずに受け入れる」を選んでください",
      ],
    });
  }
  refuseHalves(own, { num_good: body.num_good, num_defective: body.num_defective });
  const bad = body.num_defective ?? "0";
  const arrived = theirs.shipped_time ? theirs.num_good : link.num_items;
  const good = body.num_good ?? decimal(milli(arrived) - milli(bad) > 0n ? milli(arrived) - milli(bad) : 0n);
  const processes = await processesOf(db, own.seller_id);
  const counts = counted(own, { num_good: good, num_defective: bad }, isLastStep(processes, own.group_id));
  if (compareDecimal(counts.over, "0") > 0 && !body.over) throw overRefused(counts.over);
  const missing = milli(link.num_items) - milli(good) - milli(bad);
  if (missing > 0n && !body.short && !body.divide) {
    throw wrongInput({
      short: [
        `出した数より${decimal(missing)}少ない受入です。残りが後で届くときは「残りを枝にして待つ」、届かないときは「不足のまま受け入れる」を選んでください`,
      ],
    });
  }
  const faulty = compareDecimal(bad, "0") > 0;
  if (faulty && body.reason_id === undefined) throw wrongInput({ reason_id: ["不良理由を選択してください"] });
  refuseIf(
    missing > 0n && body.divide && milli(good) + milli(bad) === 0n
      ? "届いた数を入力してください。何も届いていなければ、受入は要りません。"
      : null,
  );
  const reason = faulty ? (await reasonBy(db, who, "defect", body.reason_id))! : null;

  if (missing > 0n && body.divide)
    own = (await branchOff(db, who, own, [{ num_items: counts.rest }], true, "残りの受入を待つ")).parent;
  await db
    .update(card_link)
    .set({ num_good: good, num_defective: bad, received_time: who.now })
    .where(eq(card_link.key, link.key));
  const [done] = await db
    .insert(work)
    .values({
      seller_id: own.seller_id,
      card_key: key,
      group_id: own.group_id,
      status: own.status,
      work_start: link.sent_time,
      work_end: who.now,
      num_good: good,
      num_defective: bad,
      note: body.note ?? null,
      partner_id: link.partner_id,
    })
    .returning({ key: work.key });
  await changeCard(
    db,
    who,
    theirs,
    "received",
    {},
    [`受入 良品 ${good}`, faulty ? `不良 ${bad}（${reason}）` : null, body.note].filter(Boolean).join("、"),
  );
  const { num_good, num_defective, num_partial } = counts;
  const after = await changeCard(
    db,
    who,
    own,
    "received",
    { num_good, num_defective, num_partial },
    body.note,
    { collab_id: null, collab_name: null },
    {
      before: {},
      after: {
        "link.partner_key": link.partner_key,
        "link.num_good": good,
        "link.num_defective": bad,
        "link.total": addDecimal(good, bad),
      },
    },
  );
  if (reason)
    await keepDefect(db, who, after, {
      num: bad,
      reason,
      reason_id: body.reason_id!,
      note: body.note,
      group_id: own.group_id,
      status: own.status,
      work_key: done!.key,
    });
  return moveOn(db, who, after, processes, body);
}

/** Before the partner accepts, or after it declines. */
export async function takeBackCard(
  db: Tx,
  who: Who,
  key: number,
  { version, reason }: z.output<typeof takingBack>,
): Promise<Card> {
  const own = await ownCard(db, who, "seller_id", key, version);
  const link = await linkOf(db, key);
  const theirs = await lockCard(db, link.partner_key);
  refuseIf(
    theirs.answer === "accepted" && !theirs.cancelled_time
      ? "協力会社が承諾しているため、取り消せません。協力会社にご相談ください。"
      : null,
  );
  if (!theirs.cancelled_time) await cancelCards(db, who, link.order_key, [theirs.key], reason);
  await db.update(card_link).set({ cancelled_time: who.now }).where(eq(card_link.key, link.key));
  return changeCard(
    db,
    who,
    own,
    "taken_back",
    {},
    reason,
    { collab_id: null, collab_name: null },
    { before: {}, after: { "link.partner_key": link.partner_key } },
  );
}
