import { and, asc, desc, eq, gt, isNotNull, lt, ne, sql } from "drizzle-orm";
import { Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { process } from "~/lib/setting/factory.table.server";
import { card } from "./card.table.server";
import type { Card } from "./card.write.server";
import { placeBetween } from "./place";

/** A card, or where it comes to be. */
export type Standing = Pick<Card, "key" | "seller_id" | "group_id" | "subgroup_id">;

const LEFT = "隣のカードがこの列を離れたため、置けませんでした。新しい並びで、もう一度置いてください。";

const the = (seller_id: string, group_id: number) =>
  and(eq(process.company_id, seller_id), eq(process.group_id, group_id));

/** Whether the cards of this process stand as they were put by hand. */
export async function isSequenced(db: Tx, seller_id: string, group_id: number): Promise<boolean> {
  const [row] = await db.select({ on: process.is_sequenced }).from(process).where(the(seller_id, group_id));
  return row?.on ?? false;
}

/**
 * The same; and until this transaction ends nobody else gives a place there, so that two cards never get the
 * same. Cards are locked before it.
 */
export async function lockSequence(db: Tx, { seller_id, group_id }: Standing): Promise<boolean> {
  const [row] = await db
    .select({ on: process.is_sequenced })
    .from(process)
    .where(the(seller_id, group_id))
    .for("no key update");
  return row?.on ?? false;
}

const others = (one: Standing) =>
  and(eq(card.seller_id, one.seller_id), eq(card.group_id, one.group_id), ne(card.key, one.key));

/**
 * The nearest card that has a place before (or behind) this one, among all others of the process or (`lane`)
 * of its lane alone.
 */
export async function nearest(
  db: Tx,
  one: Standing,
  side: "before" | "behind",
  place: string | null = null,
  lane = false,
) {
  const beyond =
    place === null ? undefined : side === "behind" ? gt(card.place, place) : lt(card.place, place);
  const here = lane ? sql`${card.subgroup_id} is not distinct from ${one.subgroup_id}` : undefined;
  const [row] = await db
    .select({ id: card.id, place: sql<string>`${card.place}` })
    .from(card)
    .where(and(others(one), isNotNull(card.place), beyond, here))
    .orderBy(side === "behind" ? asc(card.place) : desc(card.place))
    .limit(1);
  return row ?? null;
}

/** A place directly before (or behind) another; from null: at the end (or the head) of all. */
export async function beside(
  db: Tx,
  one: Standing,
  side: "before" | "behind",
  place: string | null,
): Promise<string> {
  const next = (await nearest(db, one, side, place))?.place ?? null;
  return side === "before" ? placeBetween(next, place) : placeBetween(place, next);
}

/** A place at either end, or beside another card; beside one that has none it is behind all that have. */
export async function placeAt(db: Tx, one: Standing, spot: string): Promise<string> {
  if (spot === "first") return beside(db, one, "behind", null);
  if (spot === "last") return beside(db, one, "before", null);
  const [side, key] = spot.split(".");
  const [row] = await db
    .select({ place: card.place })
    .from(card)
    .where(and(others(one), eq(card.key, Number(key))));
  if (!row) throw new Refusal(409, LEFT);
  return beside(db, one, side === "after" && row.place !== null ? "behind" : "before", row.place);
}

type Place = Partial<Pick<Card, "group_id" | "subgroup_id" | "place">>;

/**
 * A change with what it makes of the card's place: who leaves a process or a lane leaves it; whoever is given
 * back one that another card has by
 * now (or one of `given`, in the same change of many) comes to stand directly behind.
 */
export async function settled<Changes extends Place>(
  db: Tx,
  before: Card,
  changes: Changes,
  given: string[] = [],
): Promise<Changes> {
  const goes = (name: "group_id" | "subgroup_id") =>
    changes[name] !== undefined && changes[name] !== before[name];
  if (changes.place == null) {
    const leaves =
      before.place !== null && changes.place === undefined && (goes("group_id") || goes("subgroup_id"));
    return leaves ? { ...changes, place: null } : changes;
  }
  const one = { ...before, ...changes };
  await lockSequence(db, one);
  let { place } = changes;
  const taken = async () =>
    given.includes(place) || (await db.$count(card, and(others(one), eq(card.place, place)))) > 0;
  while (await taken()) {
    const behind = [
      (await nearest(db, one, "behind", place))?.place,
      ...given.filter((other) => other > place),
    ].filter((other) => other !== undefined);
    place = placeBetween(place, behind.sort()[0] ?? null);
  }
  given.push(place);
  return { ...changes, place };
}
