import { and, asc, desc, eq, gt, isNotNull, lt, ne, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import type { Card } from "./card.write.server";
import { positionBetween } from "./position";

/** A card, or where it comes to be. */
export type CardPosition = Pick<Card, "key" | "seller_id" | "group_id" | "subgroup_id">;

const LEFT = "隣のカードがこの列を離れたため、置けませんでした。新しい並びで、もう一度置いてください。";

const isProcess = (seller_id: string, group_id: number) =>
  and(eq(factory_process.company_id, seller_id), eq(factory_process.group_id, group_id));

/** Whether the cards of this process stand as they were put by hand. */
export async function isSequenced(db: Tx, seller_id: string, group_id: number): Promise<boolean> {
  const [row] = await db
    .select({ on: factory_process.is_sequenced })
    .from(factory_process)
    .where(isProcess(seller_id, group_id));
  return row?.on ?? false;
}

/**
 * The same; and until this transaction ends nobody else gives a place there, so that two cards never get the
 * same. Cards are locked before it.
 */
export async function lockSequence(db: Tx, { seller_id, group_id }: CardPosition): Promise<boolean> {
  const [row] = await db
    .select({ on: factory_process.is_sequenced })
    .from(factory_process)
    .where(isProcess(seller_id, group_id))
    .for("no key update");
  return row?.on ?? false;
}

const others = (one: CardPosition) =>
  and(eq(card.seller_id, one.seller_id), eq(card.group_id, one.group_id), ne(card.key, one.key));

/**
 * The nearest card that has a place before (or behind) this one, among all others of the process or (`lane`)
 * of its lane alone.
 */
export async function nearestCard(
  db: Tx,
  one: CardPosition,
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
export async function positionBeside(
  db: Tx,
  one: CardPosition,
  side: "before" | "behind",
  place: string | null,
): Promise<string> {
  const next = (await nearestCard(db, one, side, place))?.place ?? null;
  return side === "before" ? positionBetween(next, place) : positionBetween(place, next);
}

/** A place at either end, or beside another card; beside one that has none it is behind all that have. */
export async function positionAt(db: Tx, one: CardPosition, spot: string): Promise<string> {
  if (spot === "first") return positionBeside(db, one, "behind", null);
  if (spot === "last") return positionBeside(db, one, "before", null);
  const [side, key] = spot.split(".");
  const [row] = await db
    .select({ place: card.place })
    .from(card)
    .where(and(others(one), eq(card.key, Number(key))));
  if (!row) throw new Refusal(409, LEFT);
  return positionBeside(db, one, side === "after" && row.place !== null ? "behind" : "before", row.place);
}

type PositionFields = Partial<Pick<Card, "group_id" | "subgroup_id" | "place">>;

/**
 * A change with what it makes of the card's place: who leaves a process or a lane leaves it; whoever is given
 * back one that another card has by
 * now (or one of `given`, in the same change of many) comes to stand directly behind.
 */
export async function withPosition<Changes extends PositionFields>(
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
      (await nearestCard(db, one, "behind", place))?.place,
      ...given.filter((other) => other > place),
    ].filter((other) => other !== undefined);
    place = positionBetween(place, behind.sort()[0] ?? null);
  }
  given.push(place);
  return { ...changes, place };
}
