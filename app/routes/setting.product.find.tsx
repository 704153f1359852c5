import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { products } from "~/lib/product/product.schema";
import { enter } from "~/lib/web/visit.server";

/** What a combobox of the factory's own products asks while someone types. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const q = new URL(args.request.url).searchParams.get("q")?.slice(0, 100);
  const { items } = await api.get(products, "/products", { seller_id: who.company_id, q, size: 30 });
  return json(
    items.map(({ product_id, code, ...fill }) => ({
      value: String(product_id),
      label: `${code} ${fill.name}`,
      fill: { buyer_id: fill.buyer_id, name: fill.name, order_unit: fill.order_unit, unit: fill.unit },
    })),
  );
}
