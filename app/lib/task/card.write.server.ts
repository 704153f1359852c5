import { and, eq, sql } from "drizzle-orm";
import { refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record, recordAll } from "~/lib/log/activity.server";
import { type Card, type CardInner, card, card_inner } from "~/lib/tables/card.table.server";
import { searchKey } from "~/lib/text/fold";
import type { Changed } from "~/lib/vocabulary/activity";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { cannotTakeFromPaper, cardName } from "./card";
import { staleCard } from "./card.lock.server";
import { withPosition } from "./position.server";

type Made = "key" | "version" | "search_key" | "created_time" | "update_time" | "group_update_time";
export type NewCard = Omit<typeof card.$inferInsert, Made | "id"> & { id?: string };
export type CardChanges = Partial<
  Omit<Card, "key" | "seller_id" | "buyer_id" | "id" | "version" | "update_time" | "search_key">
>;
export type InnerChanges = Partial<Omit<CardInner, "card_key" | "seller_id">>;
/** For the factory's own log; names begin with "work.". */
export type CardChange = { before: Changed; after: Changed };
export type PlaceChanges = Pick<
  CardChanges,
  | "group_id"
  | "subgroup_id"
  | "status"
  | "moved_group"
  | "group_update_time"
  | "product_time"
  | "num_partial"
  | "cancelled_time"
  | "is_billing_target"
  | "place"
>;
type PlaceChange = { card: Card; changes: PlaceChanges; told?: CardChange; reason?: string };

function pick(row: object, names: string[]): Changed {
  return Object.fromEntries(names.map((name) => [name, (row as Changed)[name] ?? null]));
}

export function searchText(row: Pick<NewCard, "id" | "name" | "order_id" | "drawing_no">): string {
  return searchKey([row.id, row.name, row.order_id, row.drawing_no].filter(Boolean).join(" "));
}

/** What a card that will not be made any more changes: it leaves the board, and its number stays. */
export const offBoard = (one: Card, now: string, status = "取消") => ({
  group_id: NON_KANBAN_GROUP,
  status,
  moved_group: one.group_id,
  group_update_time: now,
  cancelled_time: now,
});

/** The card is always the projection of its log (D6). */
export async function changeCard(
  db: Tx,
  who: Who,
  before: Card,
  kind: string,
  asked: CardChanges,
  reason?: string,
  inner?: InnerChanges,
  told?: CardChange,
) {
  const changes = await withPosition(db, before, asked);
  const version = before.version + 1;
  refuseIf(cannotTakeFromPaper(before, changes));
  const [after] = await db
    .update(card)
    .set({ ...changes, update_time: who.now, version, search_key: searchText({ ...before, ...changes }) })
    .where(and(eq(card.key, before.key), eq(card.version, before.version)))
    .returning();
  if (!after) throw await staleCard(db, before.key, before.version);
  const names = Object.keys(changes).concat("update_time");
  await record(db, who, {
    subject: "card",
    subject_key: before.key,
    seq: version,
    seller_id: before.seller_id,
    buyer_id: before.buyer_id,
    kind,
    reason,
    about: cardName(before),
    before: pick(before, names),
    after: pick(after, names),
    inner: (inner || told) && (await changeInner(db, before, inner ?? {}, told)),
  });
  return after;
}

/** By few statements however many cards; searched fields are not changed so. */
export async function changeCards(
  db: Tx,
  who: Who,
  kind: string,
  asked: PlaceChange[],
  reason?: string,
): Promise<Card[]> {
  if (asked.length === 0) return [];
  const all: PlaceChange[] = [];
  const given: string[] = [];
  for (const one of asked)
    all.push({ ...one, changes: await withPosition(db, one.card, one.changes, given) });
  for (const { card: before, changes } of all) refuseIf(cannotTakeFromPaper(before, changes));
  const names = [...new Set(all.flatMap(({ changes }) => Object.keys(changes)))].concat("update_time");
  const made = all.map(
    ({ card: before, changes }): Card => ({
      ...before,
      ...changes,
      update_time: who.now,
      version: before.version + 1,
    }),
  );
  const columns = sql.join(
    names.map((name) => sql`${sql.identifier(name)} = v.${sql.identifier(name)}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ key: number }>(sql`update card c set ${columns}, version = v.version
    from jsonb_populate_recordset(null::card, ${JSON.stringify(made)}::jsonb) v where c.key = v.key and c.version = v.version - 1 returning c.key`);
  if (rows.length !== all.length) throw stale("カード");
  await recordAll(
    db,
    who,
    all.map(({ card: before, told, reason: why }, index) => ({
      subject: "card",
      subject_key: before.key,
      seq: made[index]!.version,
      seller_id: before.seller_id,
      buyer_id: before.buyer_id,
      kind,
      reason: why ?? reason,
      about: cardName(before),
      before: pick(before, names),
      after: pick(made[index]!, names),
      inner: told,
    })),
  );
  return made;
}

async function changeInner(
  db: Tx,
  { key, seller_id }: Card,
  changes: InnerChanges,
  told: CardChange = { before: {}, after: {} },
) {
  const names = Object.keys(changes);
  if (names.length === 0) return told;
  const [before] = await db.select().from(card_inner).where(eq(card_inner.card_key, key));
  const [after] = await db
    .insert(card_inner)
    .values({ card_key: key, seller_id, ...changes })
    .onConflictDoUpdate({ target: card_inner.card_key, set: changes })
    .returning();
  return {
    before: { ...pick(before ?? {}, names), ...told.before },
    after: { ...pick(after!, names), ...told.after },
  };
}
