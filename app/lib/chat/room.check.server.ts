import { and, eq } from "drizzle-orm";
import { DEFAULT_GROUP } from "~/lib/api/identity";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { chat_room } from "~/lib/tables/message.table.server";
import { isMember, partiesOf, roomOf } from "./room";

/** A pair must still work together; rooms of others do not exist. */
export async function checkRoom(db: Tx, who: Who, room_id: string) {
  if (!isMember(room_id, who.company_id)) throw notFound("ルーム");
  const parties = partiesOf(room_id)!;
  if (parties.kind === "pair") {
    const [pair] = await db
      .select({ is_active: collaboration.is_active })
      .from(collaboration)
      .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
      .where(
        and(
          eq(collaboration.seller_id, parties.seller_id),
          eq(collaboration.buyer_id, parties.buyer_id),
          eq(factory.is_stock, false),
        ),
      );
    if (!pair?.is_active) throw notFound("ルーム");
  } else if (
    room_id !==
    roomOf(
      who.company_id,
      who.company_type ?? "buyer",
      parties.kind === "own" ? who.company_id : DEFAULT_GROUP,
    )
  ) {
    throw notFound("ルーム");
  }
  return { room_id, ...parties };
}
export async function lockRoom(db: Tx, who: Who, room_id: string) {
  const room = await checkRoom(db, who, room_id);
  await db.insert(chat_room).values(room).onConflictDoNothing();
  const [row] = await db.select().from(chat_room).where(eq(chat_room.room_id, room_id)).for("update");
  return row!;
}
