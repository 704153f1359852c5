import { issueDeliveries } from "~/lib/accounting/delivery.issue.server";
import { deliveryNew } from "~/lib/accounting/delivery.schema";
import { createCollaboration } from "~/lib/company/factory.server";
import { type Database, operator, tenant } from "~/lib/db/connection.server";
import { collaborationOf } from "~/lib/partner/party.server";
import { readOffsetBooks } from "~/lib/receivable/offset.books.server";
import { offsetNew } from "~/lib/receivable/offset.proposal.schema";
import { proposeOffset } from "~/lib/receivable/offset.propose.server";
import { shiftMonth } from "~/lib/time/date";
import { MONTH_END, paymentPeriod, periodOf } from "~/lib/time/period";
import type { Clock } from "./world.clock.server";
import { accountantOf, closingActs } from "./world.documents.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

/** Two factories that bill each other: last month's help with a press, and 相殺 that waits for an answer. */
export async function mutualActs(db: Database, shop: Shop, other: Shop, clock: Clock): Promise<Act[]> {
  const [seller_id, buyer_id] = [shop.seller_id, other.seller_id];
  await operator(db, (tx) => createCollaboration(tx, seller_id, buyer_id, MONTH_END));
  const who = { company_id: seller_id, username: shop.clerk };
  const terms = await tenant(db, who, (tx) => collaborationOf(tx, seller_id, buyer_id), "read");
  const { end } = paymentPeriod(shiftMonth(periodOf(clock.today, terms), -1), terms);
  const last = clock.upTo(end);
  const closed = clock.after(end);
  const note = deliveryNew.parse({
    buyer_id,
    delivery_date: clock.date(last),
    extras: [
      { name: "プレス機の貸出（2日）", num_units: "1", unit: "lot", unit_price: "36000" },
      { name: "曲げ作業の応援（6.5時間）", num_units: "1", unit: "lot", unit_price: "27300" },
    ],
    grouping: "one",
    show_amounts: true,
    unusual_date: true,
  });
  const acts: Act[] = [
    { at: clock.instant(last + 0.8), username: shop.clerk, run: (tx, one) => issueDeliveries(tx, one, note) },
    ...closingActs(shop, buyer_id, accountantOf(buyer_id), terms, clock),
  ];
  if (closed === null || closed > -2) return acts;
  const propose: Act["run"] = async (tx, one) => {
    const { offset } = await readOffsetBooks(tx, one, buyer_id);
    const words = "今月分から、双方の請求を相殺させていただけないでしょうか。";
    if (offset > 0)
      await proposeOffset(tx, one, offsetNew.parse({ partner_id: buyer_id, amount: offset, words }));
  };
  return [...acts, { at: clock.instant(closed + 1.5), username: shop.clerk, run: propose }];
}
