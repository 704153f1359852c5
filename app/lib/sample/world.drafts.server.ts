import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { draftNew } from "~/lib/order/draft.schema";
import { saveDraft } from "~/lib/order/draft.server";
import { product } from "~/lib/tables/factory.table.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

async function lines(db: Tx, { seller_id }: Shop, buyer_id: string, quantities: string[]) {
  const products = await db
    .select()
    .from(product)
    .where(
      and(eq(product.seller_id, seller_id), eq(product.buyer_id, buyer_id), eq(product.order_unit, "piece")),
    )
    .orderBy(asc(product.product_id))
    .limit(quantities.length);
  return products.flatMap(({ product_id, code, name }, at): [string, string][] => [
    [`lines[${at}].product_id`, String(product_id)],
    [`lines[${at}].product_id_label`, [code, name].filter(Boolean).join(" ")],
    [`lines[${at}].num_items`, quantities[at]!],
    [`lines[${at}].order_unit`, "piece"],
  ]);
}

/** 下書き that somebody was called away from, and a ひな形 for what is ordered every month. */
export function draftActs(shop: Shop, clock: Clock): Act[] {
  const [{ buyer_id, clerks }] = shop.buyers;
  const save = (at: number, quantities: string[], more: object, head: [string, string][]): Act => ({
    at: clock.instant(at),
    username: clerks[0]!,
    run: async (tx, who) => {
      const fields = [...head, ...(await lines(tx, shop, buyer_id, quantities))];
      await saveDraft(tx, who, draftNew.parse({ seller_id: shop.seller_id, fields, ...more }));
    },
  });
  return [
    save(-5.2, ["100", "50", "200"], { template_name: "毎月の定期分" }, []),
    save(-0.7, ["40", ""], {}, [["note", "数量は、営業に確かめてから。"]]),
  ];
}
