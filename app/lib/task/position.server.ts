import { and, asc, desc, eq, gt, isNotNull, lt, ne, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { positionBetween } from "./position";

type CardPosition = Pick<Card, "key" | "seller_id" | "group_id" | "subgroup_id">;

const LEFT = "隣のカードがこの列を離れたため、置けませんでした。新しい並びで、もう一度置いてください。";

const isProcess = (seller_id: string, group_id: number) =>
  and(eq(factory_process.company_id, seller_id), eq(factory_process.group_id, group_id));

export async function isSequenced(db: Tx, seller_id: string, group_id: number): Promise<boolean> {
  const [row] = await db
    .select({ on: factory_process.is_sequenced })
    .from(factory_process)
    .where(isProcess(seller_id, group_id));
  return row?.on ?? false;
}

/** Nobody else gives a position there until this transaction ends. Cards are locked before it. */
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

/** `lane`: among the cards of its lane alone. */
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

/** From null: at the end (or the head) of all. */
export async function positionBeside(
  db: Tx,
  one: CardPosition,
  side: "before" | "behind",
  place: string | null,
): Promise<string> {
  const next = (await nearestCard(db, one, side, place))?.place ?? null;
  return side === "before" ? positionBetween(next, place) : positionBetween(place, next);
}

/** Beside a card without a position: behind all that have one. */
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

// Leaving a process or lane ends the position; one that is taken by now (or in `given`, of the same change)
// becomes the one directly behind.
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
