import { and, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { containing } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import { cardByCode } from "~/lib/code/code.server";
import { readText } from "~/lib/code/token";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { card, card_inner } from "~/lib/tables/card.table.server";
import { countsOf } from "~/lib/task/board.count.server";
import { orderOf } from "~/lib/task/board.cursor.server";
import { viewOf } from "~/lib/task/board.where.server";
import { undone } from "~/lib/task/branch";
import { card_columns, cardRowFor } from "~/lib/task/card.read.server";
import { MOVE_MAX } from "~/lib/task/move.schema";
import { isSequenced } from "~/lib/task/position.server";
import { type MovableFilter, type movable, movableRow, numbersOf } from "./movable.schema";

export async function movableOf(
  db: Tx,
  who: Who,
  { group_id, name, ...filter }: MovableFilter,
): Promise<z.output<typeof movable>> {
  const view = await viewOf(db, who, filter);
  const from = () =>
    db
      .select({ card: card_columns, inner: card_inner })
      .from(card)
      .leftJoin(card_inner, eq(card_inner.card_key, card.key));
  const { asked, unread } = await resolved(db, who, numbersOf(filter));
  const named =
    asked.length === 0
      ? []
      : await from().where(and(eq(card.seller_id, who.company_id), inArray(card.id, asked)));
  const meant =
    group_id === undefined
      ? sql`false`
      : and(
          view.scope,
          eq(card.group_id, group_id),
          view.all,
          name ? or(ilike(card.name, containing(name)), ilike(card.drawing_no, containing(name))) : undefined,
        );
  const by_hand = group_id !== undefined && (await isSequenced(db, who.company_id, group_id));
  const standing =
    group_id === undefined
      ? []
      : await from()
          .where(meant)
          .orderBy(orderOf(by_hand ? "manual" : "due"))
          .limit(MOVE_MAX + 1);
  const there = named.filter((row) => !row.card.shipped_time && !row.card.cancelled_time);
  const keys = new Set(there.map((row) => row.card.key));
  const rows = [
    ...there.sort((a, b) => asked.indexOf(a.card.id) - asked.indexOf(b.card.id)),
    ...standing.filter((row) => !keys.has(row.card.key)),
  ];
  const names = await namesOf(db, [...new Set(rows.map((row) => row.card.buyer_id)), who.company_id]);
  const why = (id: string) => {
    const found = named.find((row) => row.card.id === id)?.card;
    return !found
      ? "自社のカードに見つかりません。番号を確かめてください。"
      : found.shipped_time
        ? "出荷済みです。"
        : "取り消されたカードです。";
  };
  const far = standing.length > MOVE_MAX;
  const apart = far
    ? there.filter((row) => !standing.some((one) => one.card.key === row.card.key)).length
    : 0;
  const count = async () =>
    name
      ? await db.$count(card, meant)
      : (await countsOf(db, who, view, filter)).reduce(
          (sum, one) => sum + (one.group_id === group_id ? one.count : 0),
          0,
        );
  return {
    total: far ? (await count()) + apart : rows.length,
    more: rows.length > MOVE_MAX,
    items: rows.slice(0, MOVE_MAX).map((row) =>
      movableRow.parse({
        ...cardRowFor(who, row.card, row.inner, names),
        num_left: undone(row.card),
        tick: `${row.card.key}.${row.card.version}`,
      }),
    ),
    named: there.map((row) => row.card.id),
    missing: [
      ...unread,
      ...asked.filter((id) => !there.some((row) => row.card.id === id)).map((id) => ({ id, why: why(id) })),
    ],
  };
}

/** `unread`: codes of other things than cards. */
async function resolved(db: Tx, who: Who, texts: string[]) {
  const codes = new Map(
    texts
      .map((text) => [text, readText(text)] as const)
      .filter(([, read]) => read !== null && read.kind !== "number"),
  );
  const keys = new Map<string, number>();
  const unread: { id: string; why: string }[] = [];
  for (const text of codes.keys()) {
    const meant = await cardByCode(db, who, text);
    if (typeof meant === "string") unread.push({ id: text, why: meant });
    else if (meant.kind !== "card")
      unread.push({ id: text, why: "カードのコードではありません。現品票のコードを読み取ってください。" });
    else keys.set(text, meant.key);
  }
  const rows =
    keys.size === 0
      ? []
      : await db
          .select({ key: card.key, id: card.id })
          .from(card)
          .where(and(eq(card.seller_id, who.company_id), inArray(card.key, [...keys.values()])));
  const asked = texts.flatMap((text) =>
    codes.has(text) ? (rows.find((row) => row.key === keys.get(text))?.id ?? []) : text,
  );
  return { asked: [...new Set(asked)], unread };
}
