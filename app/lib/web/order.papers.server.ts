import { orderPapers } from "~/lib/order/order.papers.schema";
import type { Order } from "~/lib/order/order.row.schema";
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
