import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { listSupplies } from "~/lib/order/supply.read.server";
import { tokyoDate } from "~/lib/time/date";
import type { EarlySupply } from "./offset.proposal.schema";

/** Of both directions: what was charged for material whose goods are not paid yet (R2-11). */
export async function earlySupplies(db: Tx, who: Who, partner_id: string): Promise<EarlySupply[]> {
  const day = tokyoDate(who.now);
  const { items } = await listSupplies(db, who, { kind: "paid", open: false });
  return items.flatMap(({ key, item, price, settlement_from, is_buyer, seller_id, buyer_id }) => {
    const ofPair = partner_id === (is_buyer ? seller_id : buyer_id);
    const early = settlement_from === null || settlement_from > day;
    return ofPair && early && (price ?? 0) > 0
      ? [{ key, item, price: price!, settlement_from, is_ours: is_buyer }]
      : [];
  });
}
