import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { acceptCard } from "~/lib/task/answer.server";
import { newCard } from "~/lib/task/card.new.server";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { acceptingFromStock, allocating, stockCardNew } from "./allocation.schema";
import { allocateCard, lockedToAllocate } from "./allocation.server";
import { takeFromStock } from "./ready.server";
import { findStock } from "./stock.read.server";

export async function newCardFromStock(
  db: Tx,
  who: Who,
  product_id: number,
  { from_stock, num_from_stock, ...asked }: z.output<typeof stockCardNew>,
): Promise<number> {
  await findStock(db, who, product_id);
  const made = await newCard(db, who, { ...asked, product_id });
  await takeFromStock(db, who, made, { from_stock, num_from_stock });
  return made.key;
}

/** 承諾 and 在庫から出す at once: refused together, where the stock does not do. */
export async function acceptFromStock(
  db: Tx,
  who: Who,
  key: number,
  { version, ...from }: z.output<typeof acceptingFromStock>,
): Promise<Card> {
  const card = await acceptCard(db, who, key, { version });
  await takeFromStock(db, who, card, from);
  return card;
}

/** `ready`: what is allocated is set apart from the rest, which is still to be made. */
export async function allocateFor(
  db: Tx,
  who: Who,
  key: number,
  { num, ready }: z.output<typeof allocating>,
) {
  if (!ready) return allocateCard(db, who, key, num);
  const { one, order_unit, lacking, left } = await lockedToAllocate(db, who, key);
  const most = compareDecimal(left, lacking) < 0 ? left : lacking;
  const taken = num ?? most;
  const isOther = one.order_unit !== order_unit;
  if (compareDecimal(taken, most) > 0 || compareDecimal(taken, "0") <= 0)
    return allocateCard(db, who, key, taken);
  const whole = compareDecimal(taken, lacking) === 0;
  if (isOther ? !whole : lacking !== one.num_items)
    throw new Refusal(422, "入力内容を確認してください。", {
      ready: [
        isOther
          ? `カードの単位（${UNIT_LABEL[one.order_unit]}）と在庫の単位（${UNIT_LABEL[order_unit]}）が違うため、一部を分けて置けません`
          : "すでに引き当てた分があるため、分けて置けません。カードを分割してから引き当ててください",
      ],
    });
  const from = whole
    ? ({ from_stock: "all" } as const)
    : ({ from_stock: "part", num_from_stock: taken } as const);
  return (await takeFromStock(db, who, one, from, "num"))!;
}
