import type { Import } from "~/lib/import/import.schema";
import { orderLineImport } from "~/lib/order/order.import";
import { destinationImport, placeImport } from "~/lib/partner/destination.schema";
import { partnerImport } from "~/lib/partner/partner.import";
import { priceImport, productImport } from "~/lib/product/product.import";
import { processImport, reasonImport, recordImport } from "~/lib/shop/meta.import";
import { workerImport } from "~/lib/shop/worker.schema";
import { openingImport, termsImport } from "~/lib/stock/stock.import";
import { countImport } from "~/lib/stocktake/stocktake.import";
import { cardImport } from "~/lib/task/card.import";
import { payeeImport } from "~/lib/transfer/payee.import";
import { routedPath } from "./path";
import { titled } from "./title";

/** remix.config.js gives each its addresses. */
export const IMPORTS: Import[] = [
  cardImport,
  orderLineImport,
  productImport,
  priceImport,
  partnerImport,
  destinationImport,
  placeImport,
  workerImport,
  processImport,
  reasonImport,
  recordImport,
  countImport,
  termsImport,
  openingImport,
  payeeImport,
];

export function importAt(pathname: string): Import {
  const path = routedPath(pathname);
  const found = IMPORTS.find((one) => path === `${one.path}.csv` || `${path}/`.startsWith(`${one.path}/`));
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

type MetaArgs = Parameters<ReturnType<typeof titled>>[0] & { location: { pathname: string }; data?: unknown };

export function importMeta({ matches, location, data }: MetaArgs) {
  const state = (data as { page?: { state: string } } | undefined)?.page?.state;
  const isGoing = state === "checking" || state === "saving";
  return [
    ...titled(importAt(location.pathname).title)({ matches }),
    ...(isGoing ? [{ httpEquiv: "refresh", content: "2" }] : []),
  ];
}
