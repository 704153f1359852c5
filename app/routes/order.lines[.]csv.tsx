import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderLineImport } from "~/lib/order/order.import";
import { importTemplate } from "~/lib/web/import.server";

export async function loader(args: LoaderFunctionArgs) {
  return importTemplate(args, orderLineImport);
}
