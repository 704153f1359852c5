import { json } from "@remix-run/node";
import type { BulkAnswer } from "~/lib/list/bulk.schema";
import { type CardShortages, cardShortages, shortagesOfAll } from "~/lib/stock/allocation.schema";
import { negativeText, overText, shortText } from "~/lib/stock/short";
import { MOVE_MAX } from "~/lib/task/move.schema";
import type { CardRow } from "~/lib/vocabulary/card.schema";
import type { Api } from "./api.server";

type Concerned = Pick<CardRow, "key" | "product_id">;
const NONE: CardShortages = { items: [], parts: [], negative: [], over: [] };

export const partsOf = (api: Api, { key, product_id }: Concerned): Promise<CardShortages> =>
  product_id === null ? Promise.resolve(NONE) : api.get(cardShortages, `/cards/${key}/shortages`);

/** What is said before the work, on a screen of few words. */
export async function shortOf(api: Api, card: Concerned): Promise<string> {
  const found = await partsOf(api, card);
  return overText(found) + shortText(found);
}

/** What is said of parts with what a card has just done: what it has used, and what it is going to. */
export async function partsText(api: Api, card: Concerned): Promise<string> {
  const found = await partsOf(api, card);
  return negativeText(found) + overText(found) + shortText(found);
}

/** Before several are shipped or moved: each that lacks something, with what. */
export async function shortagesText(api: Api, keys: number[]): Promise<string> {
  const { items } = await api.get(shortagesOfAll, "/inventory/shortages", { keys });
  return items.map(({ card_id, text }) => `カード ${card_id}: ${text}`).join(" ");
}

type Ticked = { key: number; version: number };

/** What lacks goods or parts ships only when it was told: the answer presses `act`.known. */
export async function askShort(api: Api, ids: Ticked[], act: string, label: string) {
  const keys = ids.map(({ key }) => key);
  const short = keys.length > 0 && keys.length <= MOVE_MAX ? await shortagesText(api, keys) : "";
  if (!short) return null;
  return json<BulkAnswer>({
    ask: {
      ids: ids.map((one) => `${one.key}.${one.version}`),
      name: "act",
      value: `${act}.known`,
      label,
      text: `${short} 足りないまま出荷しますか。`,
    },
  });
}
