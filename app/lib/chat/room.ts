import { DEFAULT_GROUP, SUPPORT_GROUP } from "~/lib/api/identity";
import { type CompanyType } from "~/lib/vocabulary/permission";
import type { RoomKind } from "~/lib/vocabulary/room";

const SEPARATOR = "_";

const named = (group: string) => (group === DEFAULT_GROUP ? SUPPORT_GROUP : group);

/** 社内, the default group or another company; a seller's id comes first. */
export const roomOf = (factoryId: string, companyType: CompanyType, group: string): string =>
  (companyType === "seller" ? [factoryId, named(group)] : [named(group), factoryId]).join(SEPARATOR);

export type Parties = { kind: RoomKind; seller_id: string; buyer_id: string };

export function partiesOf(room_id: string): Parties | null {
  const [first, second, ...rest] = room_id.split(SEPARATOR);
  if (!first || !second || rest.length > 0 || (first === SUPPORT_GROUP && second === SUPPORT_GROUP))
    return null;
  const one = first === SUPPORT_GROUP ? second : second === SUPPORT_GROUP ? first : null;
  if (one) return { kind: "support", seller_id: one, buyer_id: one };
  return { kind: first === second ? "own" : "pair", seller_id: first, buyer_id: second };
}

export function isMember(room_id: string, factoryId: string): boolean {
  const parties = partiesOf(room_id);
  return parties !== null && [parties.seller_id, parties.buyer_id].includes(factoryId);
}

/** Unix seconds */
export const expiry = (now: string): number => Math.floor(Date.parse(now) / 1000) + 2_592_000;
