import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { products } from "~/lib/product/product.schema";
import { withStock } from "~/lib/web/stock.server";
import { enter } from "~/lib/web/visit.server";

/** What a combobox of the factory's own products asks while someone types. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const q = new URL(args.request.url).searchParams.get("q")?.slice(0, 100);
  const { items } = await api.get(products, "/products", { seller_id: who.company_id, q, size: 30 });
  const found = items.map(({ product_id, code, ...fill }) => ({
    value: String(product_id),
    label: `${code} ${fill.name}`,
    fill: { buyer_id: fill.buyer_id, name: fill.name, order_unit: fill.order_unit, unit: fill.unit },
  }));
  return json(await withStock(visitor, found));
}
