import { and, desc, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import { cardByCode } from "~/lib/code/code.server";
import { readText } from "~/lib/code/token";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { about } from "./beside.read.server";
import type { roomCardsQuery } from "./message.schema";
import type { Parties } from "./room";
import { checkRoom } from "./room.check.server";

const FOUND = 20;

/** Known to both companies of the room; within a company, its own. */
export const isKnownToRoom = (of: typeof card | typeof product, room: Parties) =>
  room.kind === "pair"
    ? and(eq(of.seller_id, room.seller_id), eq(of.buyer_id, room.buyer_id))
    : or(eq(of.seller_id, room.seller_id), eq(of.buyer_id, room.seller_id));

async function scanned(db: Tx, who: Who, q: string): Promise<number | null> {
  const read = who.company_type === "seller" ? readText(q) : null;
  if (read?.kind !== "card") return null;
  const meant = await cardByCode(db, who, q);
  return typeof meant === "string" ? null : meant.key;
}

export async function findAbout(
  db: Tx,
  who: Who,
  room_id: string,
  { q, key, product_id }: z.output<typeof roomCardsQuery>,
) {
  const room = await checkRoom(db, who, room_id);
  const card_key = key ?? (await scanned(db, who, q));
  const like = (of: typeof card | typeof product) =>
    q ? sql`strpos(${of.search_key}, ${searchKey(q)}) > 0` : undefined;
  const items =
    product_id !== undefined
      ? []
      : await db
          .select(about.card)
          .from(card)
          .where(and(isKnownToRoom(card, room), card_key === null ? like(card) : eq(card.key, card_key)))
          .orderBy(desc(card.key))
          .limit(FOUND);
  const products =
    card_key !== null
      ? []
      : await db
          .select(about.product)
          .from(product)
          .where(
            and(
              isKnownToRoom(product, room),
              product_id === undefined
                ? and(eq(product.is_active, true), like(product))
                : eq(product.product_id, product_id),
            ),
          )
          .orderBy(product.code)
          .limit(FOUND);
  return { items, products };
}
