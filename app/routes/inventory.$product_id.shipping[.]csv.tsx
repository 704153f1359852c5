import type { LoaderFunctionArgs } from "@remix-run/node";
import { shippingCsv } from "~/lib/stock/breakdown.list";
import { breakdown } from "~/lib/stock/breakdown.schema";
import { stockHref } from "~/lib/stock/stock.list";
import { stockRow } from "~/lib/stock/stock.schema";
import { csvAnswer } from "~/lib/web/csv.server";
import { enterStock } from "~/lib/web/stock.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const path = stockHref(Number(args.params.product_id));
  const [row, { items }] = await Promise.all([
    api.get(stockRow, path),
    api.get(breakdown, `${path}/shipping`),
  ]);
  return csvAnswer(args, `${row.code}_出荷予定`, shippingCsv(items, row));
}
