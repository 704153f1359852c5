import type { LoaderFunctionArgs } from "@remix-run/node";
import { productList } from "~/lib/product/product.list";
import { listCsv } from "~/lib/web/list.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return listCsv(args, productList([], true) as never);
}
