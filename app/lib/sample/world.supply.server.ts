import { and, desc, eq, isNull } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { moveSupply, sendSupply } from "~/lib/order/supply.move.server";
import { supplyMoved, supplySent } from "~/lib/order/supply.schema";
import { orders } from "~/lib/tables/order.table.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

async function newestOrder(db: Tx, seller_id: string, buyer_id: string): Promise<number> {
  const isOfPair = and(
    eq(orders.seller_id, seller_id),
    eq(orders.buyer_id, buyer_id),
    isNull(orders.cancelled_time),
  );
  const [row] = await db
    .select({ key: orders.key })
    .from(orders)
    .where(isOfPair)
    .orderBy(desc(orders.key))
    .limit(1);
  return row!.key;
}

/** 支給品: bars for a price, for the newest order, and packing for nothing, some of it used and returned. */
export function supplyActs({ seller_id, hand, buyers }: Shop, clock: Clock): Act[] {
  const { buyer_id, clerks } = buyers[0];
  const [at, later] = [-2.6, -1.4];
  const keys: number[] = [];
  const send = (input: object): Act => ({
    at: clock.instant(at),
    username: clerks[0]!,
    run: async (tx, who) => {
      const order_key = await newestOrder(tx, seller_id, buyer_id);
      const sent = supplySent.parse({
        seller_id,
        order_key,
        line_no: 1,
        move_date: clock.date(at),
        ...input,
      });
      keys.push((await sendSupply(tx, who, sent)).key);
    },
  });
  const move = (movement: "used" | "returned", quantity: string, note: string): Act => ({
    at: clock.instant(later),
    username: hand,
    run: (tx, who) =>
      moveSupply(
        tx,
        who,
        keys[1]!,
        supplyMoved.parse({ movement, quantity, move_date: clock.date(later), note }),
      ),
  });
  return [
    send({
      kind: "paid",
      item: "S45C φ20 丸棒 2m",
      unit: "本",
      quantity: "12",
      unit_price: "1480",
      used_each: "0.02",
      note: "ミルシート添付",
    }),
    send({ kind: "free", item: "専用通い箱 中", unit: "箱", quantity: "40" }),
    move("used", "18", "第1便の梱包"),
    move("returned", "2", "底の割れ"),
  ];
}
