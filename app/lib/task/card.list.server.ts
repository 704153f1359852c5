import { and, eq, type SQL } from "drizzle-orm";
import { keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, type CardInner, card, card_inner } from "~/lib/tables/card.table.server";
import { companyNames } from "./board.choices.server";
import { totalOf } from "./board.count.server";
import type { BoardFilter } from "./board.filter.schema";
import { viewOf } from "./board.where.server";
import { card_columns, cardRowFor } from "./card.read.server";
import { overOf } from "./stock.over.server";

type CardAndInner = { card: Pick<Card, keyof typeof card_columns>; inner: CardInner | null };
type Page = Sorted & { size: number };

/** Each with what only its factory sees. */
export const cardPage = (
  db: Tx,
  where: SQL | undefined,
  orders: Orders<CardAndInner>,
  { size, ...sorted }: Page,
) =>
  keysetPage(
    (further, order, limit) =>
      db
        .select({ card: card_columns, inner: card_inner })
        .from(card)
        .leftJoin(card_inner, eq(card_inner.card_key, card.key))
        .where(and(where, further))
        .orderBy(order)
        .limit(limit),
    orders,
    sorted,
    size,
  );

export const BY_DELIVERY_DATE = {
  by: card.delivery_date,
  kind: "date",
  nullable: true,
  of: ({ card: row }: CardAndInner) => row.delivery_date,
} as const;
const ORDERS: Orders<CardAndInner> = {
  key: card.key,
  keyOf: (row) => row.card.key,
  by: {
    created_time: {
      by: card.created_time,
      kind: "instant",
      of: ({ card: row }) => row.created_time,
    },
    delivery_date: BY_DELIVERY_DATE,
  },
};

export async function cardsOf(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: BoardFilter & Page,
) {
  const view = await viewOf(db, who, filter);
  const where = and(view.scope, view.all);
  const names = companyNames(who, view.partners);
  const [page, total] = await Promise.all([
    cardPage(db, where, ORDERS, { after, before, sort, size }),
    totalOf(db, who, view, filter),
  ]);
  const over =
    who.company_type === "buyer"
      ? []
      : await overOf(
          db,
          page.items.map((row) => row.card.key),
        );
  const short = new Set(over.map(({ card_key }) => card_key));
  const items = page.items.map((row) => ({
    is_over: short.has(row.card.key),
    tick: `${row.card.key}.${row.card.version}`,
    ...cardRowFor(who, row.card, row.inner, names),
  }));
  return { ...page, ...total, items };
}
