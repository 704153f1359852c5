import { certificates } from "~/lib/bi/certificate.schema";
import { type Api, ApiError } from "./api.server";

type Delivered = { lines: { card_key: number | null }[] };

export const cardsOf = ({ lines }: Delivered): string =>
  [...new Set(lines.flatMap(({ card_key }) => card_key ?? []))].slice(0, 100).join();

/** Those of these cards whose 検査成績書 this side may read. */
export async function certifiedCards(api: Api, doc: Delivered): Promise<{ key: number; id: string }[]> {
  const cards = cardsOf(doc);
  if (cards === "") return [];
  try {
    const found = await api.get(certificates, "/certificates", { cards });
    return found.cards.map(({ key, id }) => ({ key, id }));
  } catch (error) {
    if (error instanceof ApiError || (error instanceof Response && error.status === 404)) return [];
    throw error;
  }
}

/** Whether there is a 検査成績書 to be read of what was delivered. */
export const isCertified = async (api: Api, doc: Delivered): Promise<boolean> =>
  (await certifiedCards(api, doc)).length > 0;
