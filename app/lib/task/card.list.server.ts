import { and, eq } from "drizzle-orm";
import { keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, card, card_inner } from "~/lib/tables/card.table.server";
import { companyNames } from "./board.choices.server";
import { totalOf } from "./board.count.server";
import type { BoardFilter } from "./board.filter.schema";
import { viewOf } from "./board.where.server";
import { card_columns, cardRowFor } from "./card.read.server";

type Read = { card: Pick<Card, "key" | "created_time" | "delivery_date"> };
/** Numbers are given in the order of making. */
const made = {
  by: card.created_time,
  kind: "instant",
  of: ({ card: row }: Read) => row.created_time,
} as const;
const ORDERS: Orders<Read> = {
  key: card.key,
  keyOf: (row) => row.card.key,
  by: {
    id: made,
    created_time: made,
    delivery_date: {
      by: card.delivery_date,
      kind: "date",
      nullable: true,
      of: (row) => row.card.delivery_date,
    },
  },
};

export async function cardsOf(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: BoardFilter & Sorted & { size: number },
) {
  const view = await viewOf(db, who, filter);
  const where = and(view.scope, view.all);
  const names = companyNames(who, view.partners);
  const [page, total] = await Promise.all([
    keysetPage(
      (further, order, limit) =>
        db
          .select({ card: card_columns, inner: card_inner })
          .from(card)
          .leftJoin(card_inner, eq(card_inner.card_key, card.key))
          .where(and(where, further))
          .orderBy(order)
          .limit(limit),
      ORDERS,
      { after, before, sort },
      size,
    ),
    totalOf(db, who, view, filter),
  ]);
  const items = page.items.map((row) => ({
    tick: `${row.card.key}.${row.card.version}`,
    ...cardRowFor(who, row.card, row.inner, names),
  }));
  return { ...page, ...total, items };
}
