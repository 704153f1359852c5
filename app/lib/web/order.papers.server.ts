import { dayOn } from "~/lib/company/paper.party";
import { askedRevision, type Version } from "~/lib/order/order.change";
import { orderPapers } from "~/lib/order/order.papers.schema";
import { type Order, order } from "~/lib/order/order.row.schema";
import { compared } from "~/lib/order/previous.schema";
import { suppliedTexts } from "~/lib/order/supply.paper";
import { supplyOfOrder } from "~/lib/order/supply.schema";
import type { Api } from "./api.server";
import { certifiedCards } from "./certificate.server";

/** What was delivered of an order, with the 検査成績書 that its seller shows. */
export async function loadPapers(api: Api, { key, lines }: Order) {
  const of = { lines: lines.map(({ card }) => ({ card_key: card.key })) };
  return {
    ...(await api.get(orderPapers, `/orders/${key}/papers`)),
    certified: await certifiedCards(api, of),
  };
}

/** What a sheet says: the order, what is not as the last time, and what is supplied. */
export async function loadOrderSheet(api: Api, key: string, version: Version = "now") {
  const at = `/orders/${encodeURIComponent(key)}`;
  const [of, against, { items }] = await Promise.all([
    api.get(order, at),
    api.get(compared, `${at}/previous?revision=${askedRevision(version)}`),
    api.get(supplyOfOrder, `${at}/supplies`),
  ]);
  return { of, against, supplied: suppliedTexts(items, dayOn(of.buyer)) };
}
