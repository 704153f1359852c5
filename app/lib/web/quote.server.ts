import type { BulkAsk } from "~/lib/list/bulk.schema";
import { pageOf } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { askedLine, productOption, type Typed } from "~/lib/order/order.draft";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { type DestinationRow, destinations, placeText } from "~/lib/partner/destination.schema";
import { products } from "~/lib/product/product.schema";
import { quoteRow, receivedRow } from "~/lib/quote/quote.row.schema";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { unitOptions } from "~/lib/vocabulary/unit";
import type { Api } from "./api.server";
import type { Visitor } from "./visit.server";

/** How many wait for an answer; null to who may not see prices. */
export async function numQuotes({ api, who }: Visitor): Promise<number | null> {
  if (!seesAmounts(who)) return null;
  const open = await api.get(pageOf(receivedRow), "/quotes/received", { open: "on", size: 1 });
  return open.total;
}

export const askedItems = (typed: Typed, lines: number[]) =>
  lines.map((index) => {
    const { num_items, files, ...line } = askedLine(typed, index);
    return { ...line, quantities: [num_items ?? ""], order_files: files };
  });

/** Of those that were ticked, the drafts; null where none of them is one. */
export async function sendAsk(api: Api, keys: string[], value: string): Promise<BulkAsk | null> {
  const { items } = await api.get(pageOf(quoteRow), "/quotes", { status: "draft", size: 500 });
  const drafts = items.filter((one) => keys.includes(String(one.key)));
  if (drafts.length === 0) return null;
  const num = drafts.reduce((sum, one) => sum + one.num_sellers, 0);
  const text = `下書き${drafts.length}件を、のべ${num}社に送信します。送信したあとは変更できません。送信しますか。`;
  return { ids: drafts.map((one) => String(one.key)), name: "go", value, label: "送信する", text };
}

function usualPlace(places: DestinationRow[], destination_id: string): string {
  const said = places.find((place) => String(place.destination_id) === destination_id);
  const usual = said ?? places.find((place) => place.is_default) ?? places[0];
  return usual ? placeText(usual) : "";
}

/** What a form of 見積依頼 offers to choose from. */
export async function quoteChoices({ api, who }: Visitor, destination_id = "") {
  const [{ items: sellers }, { items: known }, { items: places }] = await Promise.all([
    api.get(collaborators, "/factories/collaborators", { side: "seller" }),
    api.get(products, "/products", { size: 60 }),
    api.get(destinations, `/factories/${who.company_id}/destinations`),
  ]);
  const units = [...new Set<Unit>(["piece", ...sellers.flatMap((one) => one.units)])];
  return {
    sellers: sellers.map(({ id, name }) => ({ value: id, label: name })),
    products: known.map(productOption),
    units: unitOptions(units),
    places: places.map((place): Option => ({ value: placeText(place), label: placeText(place) })),
    usual: usualPlace(places, destination_id),
  };
}
