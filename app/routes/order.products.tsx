import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { productOption } from "~/lib/order/order.draft";
import { products } from "~/lib/product/product.schema";
import { productsNamed } from "~/lib/web/order.products.server";
import { withStock } from "~/lib/web/stock.server";
import { enter } from "~/lib/web/visit.server";

const MOST = 100;

/** ?q= what is typed, or ?codes= of a pasted column, one a line. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api } = visitor;
  const query = new URL(args.request.url).searchParams;
  const [seller_id, codes] = [query.get("seller_id"), query.get("codes")];
  if (codes !== null) {
    const named = await productsNamed(api, seller_id, { codes: codes.split("\n").slice(0, MOST) });
    return json(await withStock(visitor, named.map(productOption)));
  }
  const found = await api.get(products, "/products", {
    seller_id,
    q: query.get("q")?.slice(0, 100),
    size: 50,
  });
  return json(await withStock(visitor, found.items.map(productOption)));
}
