import { and, eq } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { keysetPage, type Cursor } from "~/lib/list/keyset.server";
import { totalOf } from "./board.count.server";
import type { BoardFilter } from "./board.schema";
import { viewOf } from "./board.where.server";
import { card_columns, shown } from "./card.read.server";
import { card, card_inner } from "./card.table.server";

/** The board's cards as a list, newest first: for the table and the CSV. */
export async function cardsOf(db: Tx, who: Who, { after, before, size, ...filter }: BoardFilter & Cursor & { size: number }) {
  const view = await viewOf(db, who, filter);
  const where = and(view.scope, view.all);
  const names = new Map([...view.partners.map(({ id, name }): [string, string] => [id, name]), [who.company_id, who.company_name]]);
  const [page, total] = await Promise.all([keysetPage(
    (further, order, limit) => db.select({ card: card_columns, inner: card_inner }).from(card).leftJoin(card_inner, eq(card_inner.card_key, card.key))
      .where(and(where, further)).orderBy(order).limit(limit),
    { by: card.created_time, key: card.key, of: (row) => [row.card.created_time, row.card.key] }, { after, before }, size), totalOf(db, who, view, filter)]);
  const items = page.items.map((row) => ({ tick: `${row.card.key}.${row.card.version}`, ...shown(who, row.card, row.inner, names) }));
  return { ...page, ...total, items };
}
