import { issueDeliveries } from "~/lib/accounting/delivery.issue.server";
import { deliveryNew } from "~/lib/accounting/delivery.schema";
import { readPool } from "~/lib/accounting/undelivered.server";
import { decimal, milli } from "~/lib/money/decimal";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const AT = -0.6;

/** 分納: of the largest lot that is shipped and on no 納品書 yet, half is delivered. */
export const partialActs = ({ clerk, buyers }: Shop, clock: Clock): Act[] => [
  {
    at: clock.instant(AT),
    username: clerk,
    run: async (tx, who) => {
      const { buyer_id } = buyers[0];
      const { items } = await readPool(tx, who, { buyer_id, unshipped: false });
      const [lot] = items.sort((a, b) => Number(milli(b.num_remaining) - milli(a.num_remaining)));
      if (!lot) return;
      const num_items = decimal((milli(lot.num_remaining) / 2000n) * 1000n);
      const note = deliveryNew.parse({
        buyer_id,
        delivery_date: clock.date(AT),
        lines: [{ card_key: lot.card_key, num_items }],
        grouping: "order",
        show_amounts: true,
        with_receipt: true,
        unusual_date: true,
      });
      await issueDeliveries(tx, who, note);
    },
  },
];
