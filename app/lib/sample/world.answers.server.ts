import { and, eq, isNull } from "drizzle-orm";
import { seeAnswers } from "~/lib/order/order.cancel.server";
import { orders } from "~/lib/tables/order.table.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** Days before now up to which each buyer has read what was answered. */
const READ_TO = -3.5;

export const answerActs = (shops: Shop[], clock: Clock): Act[] =>
  shops.flatMap(({ seller_id, buyers }) =>
    buyers.map(
      ({ buyer_id, clerks }): Act => ({
        at: clock.instant(READ_TO),
        username: clerks[0]!,
        run: async (tx, who) => {
          const sent = await tx
            .select({ key: orders.key })
            .from(orders)
            .where(
              and(
                eq(orders.seller_id, seller_id),
                eq(orders.buyer_id, buyer_id),
                isNull(orders.answer_seen_time),
              ),
            );
          for (const { key } of sent) await seeAnswers(tx, who, key, { until: who.now });
        },
      }),
    ),
  );
