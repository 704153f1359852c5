import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { ownCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import type { cardPosition, placing } from "./position.schema";
import { isSequenced, lockSequence, nearestCard, positionAt, positionBeside } from "./position.server";

const BY_DATE =
  "この工程は納期の順に並んでいます。列の▾で「手動（段取り順）で並べる」を選ぶと、順番を変えられます。";
const END = {
  up: "もう先頭にあります。",
  first: "もう先頭にあります。",
  down: "もう最後にあります。",
  last: "もう最後にあります。",
};

async function stepped(db: Tx, one: Card, way: "up" | "down"): Promise<string> {
  refuseIf(
    one.place === null ? "このカードの順番は、まだ決まっていません。先に順番に入れてください。" : null,
  );
  const next = await nearestCard(db, one, way === "up" ? "before" : "behind", one.place, true);
  if (!next) throw new Refusal(409, END[way]);
  return positionBeside(db, one, way === "up" ? "before" : "behind", next.place);
}

/** `off` takes the position away; one drop writes one card. */
export async function sequence(db: Tx, who: Who, one: Card, way: string): Promise<Card> {
  refuseIf((await lockSequence(db, one)) ? null : BY_DATE);
  if (way === "off") {
    refuseIf(one.place === null ? "このカードの順番は、まだ決まっていません。" : null);
    return changeCard(db, who, one, "placed", { place: null }, "順番を外す");
  }
  if (one.place !== null && (way === "first" || way === "last")) {
    refuseIf(
      (await nearestCard(db, one, way === "first" ? "before" : "behind", one.place, true)) ? null : END[way],
    );
  }
  const place = way === "up" || way === "down" ? await stepped(db, one, way) : await positionAt(db, one, way);
  const before = await nearestCard(db, one, "before", place, true);
  return changeCard(db, who, one, "placed", { place }, before ? `${before.id}の次` : "先頭");
}

export async function placeCard(
  db: Tx,
  who: Who,
  key: number,
  { version, place }: z.output<typeof placing>,
): Promise<Card> {
  return sequence(db, who, await ownCard(db, who, "seller_id", key, version), place);
}

export async function positionOf(db: Tx, who: Who, key: number): Promise<z.output<typeof cardPosition>> {
  const [one] = await db
    .select()
    .from(card)
    .where(and(eq(card.key, key), eq(card.seller_id, who.company_id)));
  if (!one) throw notFound("カード");
  const {
    rows: [count],
  } = await db.execute<{ total: number; number: number }>(sql`select count(*)::int as total,
    count(*) filter (where place <= ${one.place})::int as number from card where seller_id = ${one.seller_id} and group_id = ${one.group_id}
    and subgroup_id is not distinct from ${one.subgroup_id} and place is not null`);
  const { total, number } = count!;
  return {
    is_sequenced: await isSequenced(db, one.seller_id, one.group_id),
    number: one.place === null ? null : number,
    total,
  };
}
