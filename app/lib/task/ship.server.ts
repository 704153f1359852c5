import type { z } from "zod";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { compareDecimal } from "~/lib/money/decimal";
import { convert, priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { NON_KANBAN_GROUP, SHIPPED } from "~/lib/vocabulary/card.schema";
import { branchOff } from "./branch.server";
import { overCount } from "./card";
import { ownCard } from "./card.lock.server";
import { overRefused } from "./card.move.server";
import { documentsOf, isStockBuyer } from "./card.read.server";
import { changeCard } from "./card.write.server";
import { cannotShip, cannotUnship, closedText, shipmentErrors, shippable, splitShipment } from "./ship";
import { overOrderErrors } from "./ship.limit";
import { overOrderOf } from "./ship.limit.server";
import type { shipment, unshipment } from "./ship.schema";
import { fromStock, goneFromStock, lockMoved } from "./ship.stock.server";
import { cannotWhileOut, endAll, refuseHalves, wrongInput } from "./work.open.server";

/** By `num_items` before shipping, by `num_good` from then on (D8). */
async function priced(db: Tx, card: Card, quantity: string) {
  const { amount_rounding } = await collaborationOf(db, card.seller_id, card.buyer_id);
  const problem = card.unit_price && amountProblem(convert(quantity, card), card.unit_price);
  if (problem) throw new Refusal(422, "入力内容を確認してください。", { num_good: [problem] });
  return priceOf({ ...card, num_items: quantity }, amount_rounding);
}

export async function shipCard(
  db: Tx,
  who: Who,
  key: number,
  { version, over, ...given }: z.output<typeof shipment>,
): Promise<Card> {
  let card = await ownCard(db, who, "seller_id", key, version);
  const num_good = given.num_good ?? shippable(card);
  refuseIf(cannotShip(card, num_good));
  refuseHalves(card, { num_good });
  refuseIf((await cannotWhileOut(db, [key])).get(key) ?? null);
  const beyond = over ? null : await overOrderOf(db, card, num_good);
  if (beyond) throw wrongInput(overOrderErrors(beyond));
  const more = overCount({ ...card, num_good, num_partial: "0" });
  // What was counted over the plan was confirmed then.
  if (more && !over && compareDecimal(num_good, card.num_good) > 0) throw overRefused(more);
  const asked = shipmentErrors(card, num_good, given, await fromStock(db, card));
  if (asked) throw wrongInput(asked, "出荷する前に確認してください。");
  const reason = closedText(card, num_good, given);
  const { rest, stays } = splitShipment(card, num_good);
  if (rest.num_items !== "0" && given.shortage === "divide")
    card = (await branchOff(db, who, card, [rest], true, "残りを作る", stays)).parent;
  return changeCard(
    db,
    who,
    card,
    "shipped",
    {
      num_good,
      num_partial: "0",
      ...(await priced(db, card, num_good)),
      group_id: NON_KANBAN_GROUP,
      status: SHIPPED,
      moved_group: card.group_id,
      group_update_time: who.now,
      shipped_time: who.now,
      product_time: card.product_time ?? who.now,
      ...(card.is_billing_target && (await isStockBuyer(db, card.buyer_id))
        ? { is_billing_target: false }
        : {}),
    },
    reason,
    await endAll(db, who, card),
  );
}

/** Not once a 納品書 holds it. */
export async function unshipCard(
  db: Tx,
  who: Who,
  key: number,
  { version, group_id, seen, reason }: z.output<typeof unshipment>,
): Promise<Card> {
  const card = await ownCard(db, who, "seller_id", key, version);
  refuseIf(
    cannotUnship(
      card,
      (await documentsOf(db, [key])).deliveries.map((delivery) => delivery.number),
    ),
  );
  await lockMoved(db, card);
  const gone = await goneFromStock(db, card);
  if (gone && (seen === undefined || compareDecimal(seen, gone.after) !== 0))
    throw wrongInput(
      { seen: [`${gone.text}。数え直すか、この数でよければ確かめて取り消してください`] },
      `${gone.text}。`,
    );
  const processes = await processesOf(db, card.seller_id);
  const named = processes.find(
    (factoryProcess) => factoryProcess.group_id === group_id && factoryProcess.role !== "inbox",
  );
  if (group_id !== undefined && !named) throw wrongInput({ group_id: ["戻す工程を選択してください"] });
  const back =
    named ??
    processes.find((factoryProcess) => factoryProcess.group_id === card.moved_group) ??
    processes[processes.length - 1]!;
  return changeCard(
    db,
    who,
    card,
    "unshipped",
    {
      ...(await priced(db, card, card.num_items)),
      group_id: back.group_id,
      status: back.label,
      moved_group: NON_KANBAN_GROUP,
      group_update_time: who.now,
      ...(back.group_id === card.moved_group ? {} : { subgroup_id: null }),
      shipped_time: null,
      product_time: back.role === "ready" ? card.product_time : null,
    },
    reason,
  );
}
