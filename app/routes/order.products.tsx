import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { productOption } from "~/lib/order/order.draft";
import { products } from "~/lib/product/product.schema";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const found = await api.get(products, "/products", {
    seller_id: query.get("seller_id"),
    q: query.get("q")?.slice(0, 100),
    size: 30,
  });
  return json(found.items.map(productOption));
}
