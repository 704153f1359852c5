import { type CardShortages, cardShortages } from "~/lib/stock/allocation.schema";
import { negativeText, shortText } from "~/lib/stock/short";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import type { Api } from "./api.server";

type Concerned = Pick<CardRow, "key" | "product_id">;
const NONE: CardShortages = { items: [], parts: [], negative: [] };

export const partsOf = (api: Api, { key, product_id }: Concerned): Promise<CardShortages> =>
  product_id === null ? Promise.resolve(NONE) : api.get(cardShortages, `/cards/${key}/shortages`);

/** What is said of parts with what a card has just done: what it has used, and what it is going to. */
export async function partsText(api: Api, card: Concerned): Promise<string> {
  const found = await partsOf(api, card);
  return negativeText(found) + shortText(found);
}
