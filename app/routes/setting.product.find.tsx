import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { products } from "~/lib/setting/product.schema";
import { enter } from "~/lib/web/visit.server";

/** What a combobox of the factory's own products asks while someone types. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(products, "/products", { seller_id: who.company_id, q: new URL(args.request.url).searchParams.get("q")?.slice(0, 100), size: 30 });
  return json(items.map(({ product_id, buyer_id, code, name, order_unit, unit }) => ({ value: String(product_id), label: `${code} ${name}`, fill: { buyer_id, name, order_unit, unit } })));
}
