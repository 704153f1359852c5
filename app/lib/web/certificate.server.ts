import { certificates } from "~/lib/bi/certificate.schema";
import { type Api, ApiError } from "./api.server";

type Delivered = { lines: { card_key: number | null }[] };

export const cardsOf = ({ lines }: Delivered): string =>
  [...new Set(lines.flatMap(({ card_key }) => card_key ?? []))].slice(0, 100).join();

/** Whether there is a 検査成績書 to be read of what was delivered. */
export async function isCertified(api: Api, doc: Delivered): Promise<boolean> {
  const cards = cardsOf(doc);
  if (cards === "") return false;
  try {
    return (await api.get(certificates, "/certificates", { cards })).cards.length > 0;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof Response && error.status === 404)) return false;
    throw error;
  }
}
