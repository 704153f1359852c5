import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { enterStock, foundStocks } from "~/lib/web/stock.server";

/** What a combobox asks while someone types. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const q = new URL(args.request.url).searchParams.get("q")?.slice(0, 100);
  return json(await foundStocks(api, q));
}
