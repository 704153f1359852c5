import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { nextNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record, recordAll } from "~/lib/log/activity.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { type NewCard, searchText } from "./card.write.server";

export async function createCard(db: Tx, who: Who, values: NewCard, reason?: string): Promise<Card> {
  const id = values.id ?? String(await nextNumber(db, values.seller_id, "card"));
  const [made] = await db
    .insert(card)
    .values({
      ...values,
      id,
      created_time: who.now,
      update_time: who.now,
      group_update_time: who.now,
      version: 1,
      search_key: searchText({ ...values, id }),
    })
    .returning();
  const { key, version, search_key: _, ...after } = made!;
  await record(db, who, {
    subject: "card",
    subject_key: key,
    seq: version,
    seller_id: made!.seller_id,
    buyer_id: made!.buyer_id,
    kind: "created",
    reason,
    before: {},
    after,
  });
  return made!;
}

/** Numbers are taken before; few statements however many cards. */
export async function createCards(db: Tx, who: Who, all: (NewCard & { id: string })[]): Promise<Card[]> {
  if (all.length === 0) return [];
  const made = await db
    .insert(card)
    .values(
      all.map((values) => ({
        ...values,
        created_time: who.now,
        update_time: who.now,
        group_update_time: who.now,
        version: 1,
        search_key: searchText(values),
      })),
    )
    .returning();
  await recordAll(
    db,
    who,
    made.map(({ key, version, search_key: _, ...after }) => ({
      subject: "card",
      subject_key: key,
      seq: version,
      seller_id: after.seller_id,
      buyer_id: after.buyer_id,
      kind: "created",
      before: {},
      after,
    })),
  );
  return made;
}

/** 1234-1, 1234-2 (D10). */
export async function nextBranch(db: Tx, parent: Card): Promise<string> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from card where seller_id = ${parent.seller_id} and parent_id = ${parent.id}`);
  return `${parent.id}-${Number(rows[0]!.n) + 1}`;
}
