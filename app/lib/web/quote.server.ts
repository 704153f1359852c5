import { pageOf } from "~/lib/list/list.schema";
import { productOption } from "~/lib/order/order.draft";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { products } from "~/lib/product/product.schema";
import { receivedRow } from "~/lib/quote/quote.row.schema";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { unitOptions } from "~/lib/vocabulary/unit";
import type { Api } from "./api.server";
import type { Visitor } from "./visit.server";

/** How many wait for an answer; null to who may not see prices. */
export async function numQuotes({ api, who }: Visitor): Promise<number | null> {
  if (!seesAmounts(who)) return null;
  const open = await api.get(pageOf(receivedRow), "/quotes/received", { open: "on", size: 1 });
  return open.total;
}

/** What a form of 見積依頼 offers to choose from. */
export async function quoteChoices(api: Api) {
  const [{ items: sellers }, { items: known }] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
    api.get(products, "/products", { size: 60 }),
  ]);
  const units = [...new Set<Unit>(["piece", ...sellers.flatMap((one) => one.units)])];
  return {
    sellers: sellers.map(({ id, name }) => ({ value: id, label: name })),
    products: known.map(productOption),
    units: unitOptions(units),
  };
}
