import { DEFAULT_GROUP, SUPPORT_GROUP } from "~/lib/api/identity";
import { type CompanyType } from "~/lib/vocabulary/permission";
import type { RoomKind } from "~/lib/vocabulary/room";

const SEPARATOR = "_";

const named = (group: string) => (group === DEFAULT_GROUP ? SUPPORT_GROUP : group);

/**
 * A company's room with a group (product §6): another company, itself (社内), or the default group. A seller's
 * id comes first.
 */
export const roomOf = (factoryId: string, companyType: CompanyType, group: string): string =>
  (companyType === "seller" ? [factoryId, named(group)] : [named(group), factoryId]).join(SEPARATOR);

export type Parties = { kind: RoomKind; seller_id: string; buyer_id: string };

/** Whose room this is, or null for what names none. */
export function partiesOf(room_id: string): Parties | null {
  const [first, second, ...rest] = room_id.split(SEPARATOR);
  if (!first || !second || rest.length > 0 || (first === SUPPORT_GROUP && second === SUPPORT_GROUP))
    return null;
  const one = first === SUPPORT_GROUP ? second : second === SUPPORT_GROUP ? first : null;
  if (one) return { kind: "support", seller_id: one, buyer_id: one };
  return { kind: first === second ? "own" : "pair", seller_id: first, buyer_id: second };
}

/** A room belongs to this company at all; whether the two still work together is the database's to say. */
export function isMember(room_id: string, factoryId: string): boolean {
  const parties = partiesOf(room_id);
  return parties !== null && [parties.seller_id, parties.buyer_id].includes(factoryId);
}

/** product §9: when a message made now is to be forgotten, in seconds since 1970. */
export const expiry = (now: string): number => Math.floor(Date.parse(now) / 1000) + 2_592_000;
