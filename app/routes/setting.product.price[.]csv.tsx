import type { LoaderFunctionArgs } from "@remix-run/node";
import { priceSheet } from "~/lib/product/price.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, priceSheet);
}
