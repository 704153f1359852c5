import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { allocateCard } from "~/lib/stock/allocation.server";
import { moveByHand } from "~/lib/stock/hand.server";
import { lockStocks } from "~/lib/stock/move.server";
import { moving } from "~/lib/stock/stock.schema";
import { stockTerms } from "~/lib/stock/terms.schema";
import { changeTerms } from "~/lib/stock/terms.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

async function productOf(db: Tx, seller_id: string, code: string) {
  const [row] = await db
    .select()
    .from(product)
    .where(and(eq(product.seller_id, seller_id), eq(product.code, code)));
  return row!;
}

type Given = {
  kind: "in" | "out" | "adjust";
  num: string;
  seen?: string;
  reason?: string;
  words?: string;
  unit_price?: string;
  is_provisional?: boolean;
};

/** 在庫: what was there, what came and went over weeks; one product short, one below nothing, one allocated. */
export function stockActs({ seller_id, boss, hand }: Shop, clock: Clock): Act[] {
  const move = (at: number, code: string, given: Given, username = hand): Act => ({
    at: clock.instant(at),
    username,
    run: async (tx, who) => {
      const { product_id } = await productOf(tx, seller_id, code);
      await moveByHand(tx, who, product_id, moving.parse({ effective_date: clock.date(at), ...given }));
    },
  });
  const terms = (at: number, code: string, given: object): Act => ({
    at: clock.instant(at),
    username: boss,
    run: async (tx, who) => {
      const { product_id } = await productOf(tx, seller_id, code);
      await changeTerms(tx, who, product_id, stockTerms.parse(given));
    },
  });
  const opening = (code: string, num: string) =>
    move(-60, code, { kind: "in", num, words: "期首在庫" }, boss);
  return [
    terms(-61, "YM-S001", {
      num_threshold: "200",
      lead_days: 5,
      moq: "100",
      lot: "50",
      standard_price: "28",
      shelf: "A-1",
    }),
    terms(-61, "YM-S002", {
      num_threshold: "80",
      lead_days: 7,
      lot: "20",
      standard_price: "61",
      shelf: "A-2",
    }),
    terms(-61, "YM-P001", {
      num_threshold: "150",
      lead_days: 3,
      lot: "100",
      standard_price: "12",
      shelf: "B-1",
    }),
    terms(-61, "YM-P002", { num_threshold: "40", standard_price: "35", shelf: "B-2" }),
    opening("YM-S001", "420"),
    opening("YM-S002", "120"),
    opening("YM-P001", "600"),
    opening("YM-P002", "30"),
    move(-42, "YM-S001", { kind: "out", num: "160" }),
    move(-35, "YM-P001", { kind: "out", num: "180" }),
    move(-28, "YM-S002", { kind: "out", num: "45" }),
    move(
      -21,
      "YM-P001",
      { kind: "in", num: "200", unit_price: "13.5", is_provisional: true, words: "社外から購入、請求書待ち" },
      boss,
    ),
    move(-14, "YM-S001", { kind: "out", num: "120" }),
    move(-12, "YM-S002", { kind: "adjust", num: "-3", reason: "broken", words: "落下" }),
    move(-4, "YM-P001", { kind: "out", num: "90" }),
    move(-2.2, "YM-S001", { kind: "out", num: "60" }),
    allocated(seller_id, boss, clock),
    belowNothing(seller_id, hand, clock),
  ];
}

/** Goods came and were used before anybody had recorded that they came. */
const belowNothing = (seller_id: string, hand: string, clock: Clock): Act => ({
  at: clock.instant(-0.5),
  username: hand,
  run: async (tx, who) => {
    const { product_id } = await productOf(tx, seller_id, "YM-P002");
    const { num } = (await lockStocks(tx, [product_id])).get(product_id)!;
    const given = { kind: "out", num: String(Number(num) + 4), seen: "-4", reason: "other" };
    const words = "入庫の記録より先に使った";
    const said = moving.parse({ ...given, words, effective_date: clock.date(-0.5) });
    await moveByHand(tx, who, product_id, said);
  },
});

/** A customer's own product, kept for its next order: 引当 on a card that waits. */
function allocated(seller_id: string, boss: string, clock: Clock): Act {
  return {
    at: clock.instant(-1.2),
    username: boss,
    run: async (tx, who) => {
      const [waiting] = await tx
        .select({ key: card.key, product_id: card.product_id })
        .from(card)
        .innerJoin(product, and(eq(product.product_id, card.product_id), eq(product.buyer_id, "tanaka")))
        .where(
          and(
            eq(card.seller_id, seller_id),
            eq(card.order_unit, "piece"),
            ne(card.group_id, NON_KANBAN_GROUP),
            isNull(card.answer),
          ),
        )
        .orderBy(desc(card.key))
        .limit(1);
      if (!waiting?.product_id) throw new Error("no card of a customer's product waits for 引当");
      // All of it is allocated: what is to be kept for the next order is short.
      await tx
        .update(product)
        .set({ is_stock: true, num_threshold: "20", shelf: "C-1" })
        .where(eq(product.product_id, waiting.product_id));
      const given = moving.parse({
        kind: "in",
        num: "40",
        effective_date: clock.date(-1.2),
        words: "作り置き",
      });
      await moveByHand(tx, who, waiting.product_id, given);
      await allocateCard(tx, who, waiting.key);
    },
  };
}
