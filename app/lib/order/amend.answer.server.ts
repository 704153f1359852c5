import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { termsOf } from "~/lib/partner/party.server";
import { order_amendment_answer } from "~/lib/tables/amendment.table.server";
import { askedBy } from "~/lib/task/asked.server";
import { today } from "~/lib/time/date";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { amendPath, recordOrder } from "./amend.log.server";
import { cardsNow } from "./amend.lots.server";
import { cutOfLine, withListPrice } from "./amend.price";
import { revise } from "./amend.revised.server";
import type { amendAnswer } from "./amend.schema";
import { itemState, offLines, orderHead, seenOf, standings } from "./amend.standing.server";
import { movedText, suppliedMeanwhile, unseenProblem } from "./amend.unseen.server";
import { asksMoney } from "./amend.words";
import { amendmentRows, type ItemRow } from "./order.revision.server";
import { givenFor } from "./supply.given.server";

async function lockedAmendment(db: Tx, who: Who, key: number, amendment_key: number) {
  const order = await orderHead(db, who, key, true);
  const [row] = await amendmentRows(db, key, amendment_key);
  if (!row) throw notFound("変更依頼");
  const day = today(new Date(who.now));
  const off = offLines(await standings(db, order, await cardsNow(db, order)));
  return { order, row, open: row.items.filter((item) => itemState(item, row, day, off) === "open") };
}

const ANSWERED = "この変更依頼は、もう回答が出ているか、期限が過ぎたか、明細が断られて終わっています。";

export async function answerAmendment(
  db: Tx,
  who: Who,
  key: number,
  amendment_key: number,
  { answers, words, seen }: z.output<typeof amendAnswer>,
): Promise<{ key: number; revision: number | null }> {
  const { order, row, open } = await lockedAmendment(db, who, key, amendment_key);
  refuseIf(order.cancelled_time ? "この依頼は取り消されています。" : null);
  refuseIf(row.proposed_by === who.company_id ? "相手の会社が回答するのを待っています。" : null);
  const answered = new Map(
    answers.flatMap(({ item_no, answer }) => (answer ? [[item_no, answer] as const] : [])),
  );
  const said = open.filter((item) => answered.has(item.item_no));
  refuseIf(
    open.length === 0 || [...answered.keys()].some((no) => !open.some((item) => item.item_no === no))
      ? ANSWERED
      : null,
  );
  if (said.length === 0)
    throw new Refusal(422, "入力内容を確認してください。", {
      answers: ["同意か断るかを、明細ごとに選択してください"],
    });
  const taken = new Set(answers.flatMap(({ item_no, reprice }) => (reprice ? item_no : [])));
  const takes = ({ item_no, list_price }: ItemRow) => list_price !== null && taken.has(item_no);
  const asked = said.filter((item) => answered.get(item.item_no) === "agreed");
  const money = asked.some((item) => asksMoney(item) || takes(item));
  if (money && !seesOrderAmounts(who, order))
    throw new Refusal(403, "金額の変更に同意するには、会計の権限が必要です。");

  const cards = await cardsNow(db, order, true);
  const now = await standings(db, order, cards);
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  const given = await givenFor(db, key);
  const agreed = asked.map((item) =>
    takes(item) ? withListPrice(item, now.get(item.line_no!)?.unit_price ?? null) : item,
  );
  for (const item of agreed) {
    const standing = item.line_no === null ? undefined : now.get(item.line_no);
    if (!standing) continue;
    const cut = cutOfLine({ ...item, progress: standing.progress }, terms?.toriteki ?? "unknown");
    const aside = takes(item) ? "。「単価も見直す」を外すと、数量だけに合意できます" : "";
    refuseIf(cut && `${standing.line.line_no}行目：${cut}${aside}。`);
    refuseIf(unseenProblem(row, item, standing));
    refuseIf(suppliedMeanwhile(item, standing, given.get(standing.line.line_no), order.supply_terms));
  }
  refuseIf(agreed.length > 0 && seen !== seenOf(open, now) ? movedText(agreed, now) : null);
  await askedBy(db, row.proposed_by);
  const revision = agreed.length > 0 ? await revise(db, who, order, row, agreed, now, words) : null;
  await db.insert(order_amendment_answer).values(
    said.map((item) => ({
      amendment_key,
      item_no: item.item_no,
      seller_id: order.seller_id,
      buyer_id: order.buyer_id,
      state: answered.get(item.item_no)!,
      answered_by: who.company_id,
      answerer_name: who.name,
      answered_time: who.now,
      words,
      revision: answered.get(item.item_no) === "agreed" ? revision : null,
      takes_price: answered.get(item.item_no) === "agreed" && takes(item),
    })),
  );
  if (revision === null)
    await recordOrder(
      db,
      who,
      order,
      { kind: "amend_declined", reason: words, after: { amendment_key } },
      {
        kind: "declined",
        title: "変更依頼の断り",
        text: `${order.order_id} の変更依頼が断られました`,
        path: amendPath(key, amendment_key),
      },
    );
  return { key: amendment_key, revision };
}

export async function withdrawAmendment(
  db: Tx,
  who: Who,
  key: number,
  amendment_key: number,
): Promise<{ key: number }> {
  const { order, row, open } = await lockedAmendment(db, who, key, amendment_key);
  refuseIf(row.proposed_by === who.company_id ? null : "取り下げられるのは、提案した側だけです。");
  refuseIf(open.length === 0 ? ANSWERED : null);
  await db.insert(order_amendment_answer).values(
    open.map(({ item_no }) => ({
      amendment_key,
      item_no,
      seller_id: order.seller_id,
      buyer_id: order.buyer_id,
      state: "withdrawn" as const,
      answered_by: who.company_id,
      answerer_name: who.name,
      answered_time: who.now,
    })),
  );
  await recordOrder(
    db,
    who,
    order,
    { kind: "amend_withdrawn", after: { amendment_key } },
    {
      kind: "order",
      title: "変更依頼の取り下げ",
      text: `${order.order_id} の変更依頼が取り下げられました`,
      path: amendPath(key, amendment_key),
    },
  );
  return { key: amendment_key };
}
