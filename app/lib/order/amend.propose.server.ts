import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { termsOf } from "~/lib/partner/party.server";
import {
  order_amendment,
  order_amendment_answer,
  order_amendment_item,
} from "~/lib/tables/amendment.table.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { today } from "~/lib/time/date";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { amendCautions, unreadCautions } from "./amend.caution";
import { amendedItems } from "./amend.item";
import { amendPath, recordOrder } from "./amend.log.server";
import { cardsNow } from "./amend.lots.server";
import { cutErrors, withListPrice } from "./amend.price";
import { withProducts } from "./amend.product.server";
import { repriced } from "./amend.reprice.server";
import type { AmendInput } from "./amend.schema";
import { formSeen, itemState, offLines, orderHead, standings } from "./amend.standing.server";
import { batchesOf, treatmentsOf, untreatedItems } from "./amend.untreated";
import { asksMoney } from "./amend.words";
import { amendmentRows } from "./order.revision.server";
import { givenFor } from "./supply.given.server";

/** Business days in which the other side answers. */
const OPEN_DAYS = 10;
const NO_PRICE = "金額を決めるには、会計の権限が必要です";
const UNSEEN_MONEY =
  "この変更依頼には金額の変更が含まれるため、別案を出すには、会計の権限が必要です。まだ何も変更していません。";
const CHANGED =
  "画面を開いたあとで、この依頼の内容が変わりました。まだ何も送っていません。最新の内容を確認して、もう一度入力してください。";

export async function proposeAmendment(
  db: Tx,
  who: Who,
  key: number,
  input: AmendInput,
): Promise<{ key: number }> {
  const order = await orderHead(db, who, key, true);
  refuseIf(order.cancelled_time ? "取り消された依頼は変更できません。" : null);
  const cards = await cardsNow(db, order);
  const now = await standings(db, order, cards);
  refuseIf(input.seen !== undefined && input.seen !== formSeen(now) ? CHANGED : null);
  const day = today(new Date(who.now));
  const off = offLines(now);
  const rows = await amendmentRows(db, key);
  const countered = rows.find((row) => row.key === input.counters);
  if (input.counters !== undefined) {
    const open = countered?.items.filter((item) => itemState(item, countered, day, off) === "open") ?? [];
    const answerable = countered && countered.proposed_by !== who.company_id;
    refuseIf(answerable ? null : "別案を出せる変更依頼がありません。");
    refuseIf(open.length === 0 ? "この変更依頼には、もう回答が出ています。" : null);
    if (open.some(asksMoney) && !seesOrderAmounts(who, order)) throw new Refusal(403, UNSEEN_MONEY);
  }
  const asked = rows
    .filter((row) => row.key !== input.counters)
    .flatMap((row) => row.items.filter((item) => itemState(item, row, day, off) === "open"));
  const terms = (await termsOf(db, [order])).get(`${order.seller_id} ${order.buyer_id}`);
  const toriteki = terms?.toriteki ?? "unknown";
  const { items, errors } = amendedItems(await withProducts(db, order, input.lines), now, {
    amounts: seesOrderAmounts(who, order),
    asked: new Set(asked.flatMap((item) => item.line_no ?? [])),
    waiting: asked.filter((item) => item.line_no === null).length,
    today: day,
    place: [...now.values()].find((one) => !one.is_off && !one.is_cost)?.line.destination ?? null,
    given: await givenFor(db, key),
    supply_terms: order.supply_terms,
    toriteki,
  });
  const mayPrice = !input.reprice || seesOrderAmounts(who, order);
  const known = input.reprice && mayPrice ? await repriced(db, order, items, now) : { items, errors: {} };
  const priced = known.items.map((item) =>
    withListPrice(item, now.get(item.line_no ?? 0)?.unit_price ?? null),
  );
  const cut = cutErrors(priced, now, input.price_cut, toriteki);
  const wrong: Record<string, string[]> = {
    ...errors,
    ...cut,
    ...known.errors,
    ...(!mayPrice && { reprice: [NO_PRICE] }),
    ...untreatedItems(items, input, now),
  };
  const cautions = amendCautions(known.items, treatmentsOf(input), toriteki, now);
  if (Object.keys(wrong).length === 0 && who.company_id === order.buyer_id)
    Object.assign(wrong, unreadCautions(cautions, input));
  if (Object.keys(wrong).length > 0) throw new Refusal(422, "入力内容を確認してください。", wrong);
  refuseIf(items.length === 0 ? "変更した明細がありません。変えるところを入力してください。" : null);

  const pair = { seller_id: order.seller_id, buyer_id: order.buyer_id };
  const { words, made, wip, returned, drawing, cause, cost_tax_rate, counters } = input;
  const [sent] = await db
    .insert(order_amendment)
    .values({
      ...pair,
      order_key: key,
      base_revision: Math.max(1, ...[...now.values()].map(({ line }) => line.revision)),
      proposed_by: who.company_id,
      proposer_name: who.name,
      proposed_time: who.now,
      expires_date: addBusinessDays(day, OPEN_DAYS, await holidaysOf(db, who.company_id)),
      words,
      made,
      wip,
      returned,
      drawing,
      cause,
      cost_tax_rate: cost_tax_rate === undefined ? null : Number(cost_tax_rate),
      counters,
    })
    .returning({ key: order_amendment.key });
  await db.insert(order_amendment_item).values(
    known.items.map(({ at: _, ...item }, index) => ({
      ...item,
      batches: batchesOf(items[index]!, input, now),
      ...pair,
      amendment_key: sent!.key,
      item_no: index + 1,
      order_key: key,
    })),
  );
  const closed = countered?.items.filter((item) => itemState(item, countered, day, off) === "open") ?? [];
  if (closed.length > 0)
    await db.insert(order_amendment_answer).values(
      closed.map((item) => ({
        ...pair,
        amendment_key: item.amendment_key,
        item_no: item.item_no,
        state: "countered" as const,
        answered_by: who.company_id,
        answerer_name: who.name,
        answered_time: who.now,
      })),
    );
  const what = countered ? "別案" : "変更依頼";
  await recordOrder(
    db,
    who,
    order,
    { kind: "amend_proposed", reason: words, after: { amendment_key: sent!.key, num_items: items.length } },
    {
      kind: "order",
      title: what,
      text: `${order.order_id} の${what}が届きました（明細${items.length}件）`,
      path: amendPath(key, sent!.key),
    },
  );
  return { key: sent!.key };
}
