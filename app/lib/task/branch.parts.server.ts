import { and, asc, eq, inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { priceOf } from "~/lib/money/price";
import { collaborationOf } from "~/lib/partner/party.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { UNDIVIDED } from "./branch";
import { changeCard, offBoard } from "./card.write.server";

const WHY = "分割を元に戻す";

/** A part that moved on meanwhile stays divided; its pieces come along as cards of their own. */
export async function joinParts(db: Tx, who: Who, parent: Card, branches: Card[], at: string): Promise<void> {
  const scaled = await db
    .select({ part: card, entry: activity })
    .from(card)
    .innerJoin(
      activity,
      and(
        eq(activity.subject, "card"),
        eq(activity.subject_key, card.key),
        eq(activity.kind, "scaled"),
        eq(activity.at, at),
      ),
    )
    .where(
      and(eq(card.seller_id, parent.seller_id), eq(card.parent_id, parent.id), eq(card.task_type, "part")),
    )
    .orderBy(asc(card.key))
    .for("update", { of: card });
  if (scaled.length === 0) return;
  const carved = await db
    .select()
    .from(card)
    .where(
      and(
        eq(card.seller_id, parent.seller_id),
        inArray(
          card.parent_id,
          branches.map((one) => one.id),
        ),
        eq(card.task_type, "part"),
        eq(card.created_time, at),
      ),
    )
    .orderBy(asc(card.key))
    .for("update");
  // They were carved part by part, in the parts' own order.
  for (const { part, entry } of scaled) {
    let gone = milli(String(entry.before.num_items)) - milli(String(entry.after.num_items));
    const pieces: Card[] = [];
    while (gone > 0n && carved.length > 0) {
      pieces.push(carved.shift()!);
      gone -= milli(pieces.at(-1)!.num_items);
    }
    if (gone !== 0n || part.version !== entry.seq || pieces.some((piece) => piece.version > 1)) continue;
    for (const piece of pieces) {
      await changeCard(
        db,
        who,
        piece,
        "cancelled",
        {
          ...offBoard(piece, who.now, UNDIVIDED),
        },
        WHY,
      );
    }
    const num_items = String(entry.before.num_items);
    const { amount_rounding } = await collaborationOf(db, part.seller_id, part.buyer_id);
    await changeCard(
      db,
      who,
      part,
      "scaled",
      { num_items, ...priceOf({ ...part, num_items }, amount_rounding) },
      WHY,
    );
  }
}
