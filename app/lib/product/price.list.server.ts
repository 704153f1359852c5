import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { today } from "~/lib/time/date";
import { listAt } from "./product";
import { productsPage } from "./product.list.server";
import type { productListFilter } from "./product.master.schema";
import { priceListsOf } from "./product.server";

/** A page is counted by products, not by lines. */
export async function priceLinesOf(db: Tx, who: Who, filter: z.output<typeof productListFilter>) {
  const page = await productsPage(db, who, filter);
  const lists = await priceListsOf(
    db,
    page.items.map((row) => row.product_id),
  );
  const names = await namesOf(db, [...new Set(page.items.map((row) => row.buyer_id))]);
  const day = today(new Date(who.now));
  return {
    ...page,
    items: page.items.flatMap(({ product_id, buyer_id, code, name, unit }) => {
      const own = lists.get(product_id) ?? [];
      const from = listAt(own, day)?.effective_from ?? "";
      return own
        .filter((list) => list.effective_from >= from)
        .reverse()
        .flatMap(({ tiers, ...list }) =>
          tiers.map((tier) => ({
            ...list,
            ...tier,
            code,
            name,
            unit,
            buyer_name: names.get(buyer_id) ?? "",
          })),
        );
    }),
  };
}
