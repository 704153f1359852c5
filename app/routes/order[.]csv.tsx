import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderList } from "~/lib/order/order.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, orderList);
}
