import type { LoaderFunctionArgs } from "@remix-run/node";
import { invoiceLines } from "~/lib/accounting/line.list";
import { listCsv } from "~/lib/web/list.server";

export async function loader(args: LoaderFunctionArgs) {
  return listCsv(args, invoiceLines, "/accounting/invoice");
}
