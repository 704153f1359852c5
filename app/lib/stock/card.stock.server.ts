import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { branchOff } from "~/lib/task/branch.server";
import { moveCard } from "~/lib/task/card.move.server";
import { newCard } from "~/lib/task/card.new.server";
import type { stockCardNew } from "./allocation.schema";
import { allocateCard, freeOf, lostText } from "./allocation.server";
import { lockStocks } from "./move.server";
import { findStock } from "./stock.read.server";

/** What comes from stock needs no work: it stands at 出荷待ち; the rest is a card as any other. */
export async function newCardFromStock(
  db: Tx,
  who: Who,
  product_id: number,
  { from_stock, num_from_stock, ...asked }: z.output<typeof stockCardNew>,
): Promise<number> {
  const { order_unit } = await findStock(db, who, product_id);
  const made = await newCard(db, who, { ...asked, product_id });
  if (from_stock === "none") return made.key;
  const taken = from_stock === "all" ? made.num_items : num_from_stock;
  if (taken === undefined || compareDecimal(taken, made.num_items) > 0)
    throw new Refusal(422, "入力内容を確認してください。", {
      num_from_stock: ["在庫から出す数を、カードの数量以下で入力してください"],
    });
  const left = freeOf((await lockStocks(db, [product_id])).get(product_id)!);
  if (compareDecimal(taken, left) > 0) {
    const sentence = lostText(left, order_unit);
    throw new Refusal(422, `${sentence}。`, { num_from_stock: [sentence] });
  }
  const whole = taken === made.num_items;
  const lot = whole
    ? made
    : (await branchOff(db, who, made, [{ num_items: taken }], true, "在庫から出す")).branches[0]!;
  const waiting = await putReady(db, who, lot);
  await allocateCard(db, who, waiting.key, taken);
  return made.key;
}

async function putReady(db: Tx, who: Who, lot: Card): Promise<Card> {
  const ready = (await processesOf(db, who.company_id)).find((one) => one.role === "ready");
  if (!ready || ready.group_id === lot.group_id) return lot;
  const { key, version } = lot;
  return moveCard(db, who, key, {
    version,
    group_id: ready.group_id,
    reason: "在庫から出す",
    rest: "all",
    inside: true,
  });
}
