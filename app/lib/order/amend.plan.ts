import { decimal, milli } from "~/lib/money/decimal";
import type { Role } from "~/lib/vocabulary/card.schema";
import type { Progress } from "./amend";

export type Step = { group_id: number; role: Role };
/** A live card of a line; `num_items` is what of it is still to come or came (`standingFamily`). */
export type LineLot = {
  key: number;
  id: string;
  group_id: number;
  num_items: string;
  num_good: string;
  num_defective: string;
  num_partial: string;
  num_delivered: string;
  shipped_time: string | null;
  is_root: boolean;
  /** Somebody has started it where it stands, or counted it. */
  is_begun: boolean;
};
/** `lost` of `wip` are defective already. */
type Lot = { of: LineLot; shipped: bigint; made: bigint; wip: bigint; lost: bigint; free: bigint };

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const some = (n: bigint) => (n > 0n ? n : 0n);
export const MAKES: Role[] = ["work", "outsource", "inspect"];

function isPastFirst(group_id: number, processes: Step[]): boolean {
  const at = processes.findIndex((one) => one.group_id === group_id);
  const first = processes.findIndex((one) => MAKES.includes(one.role));
  return at < 0 || (first >= 0 && at > first);
}

const lostOf = (lot: LineLot) =>
  least(milli(lot.num_defective), some(milli(lot.num_items) - milli(lot.num_good)));

/** Past the first step that makes something every piece is begun; in it those that are counted. */
function startedOf(lot: LineLot, processes: Step[]): bigint {
  const rest = some(milli(lot.num_items) - milli(lot.num_good) - milli(lot.num_defective));
  const lost = lostOf(lot);
  if (isPastFirst(lot.group_id, processes)) return rest + lost;
  const counted = milli(lot.num_partial);
  const unknown = lot.is_begun && counted === 0n && milli(lot.num_good) === 0n;
  return lost + (unknown ? rest : least(counted, rest));
}

function lotOf(of: LineLot, processes: Step[]): Lot {
  const [items, good, delivered] = [of.num_items, of.num_good, of.num_delivered].map(milli) as [
    bigint,
    bigint,
    bigint,
  ];
  const came = least(good, items);
  const lost = lostOf(of);
  if (of.shipped_time) return { of, shipped: came, made: 0n, wip: items - came, lost, free: 0n };
  const wip = startedOf(of, processes);
  const made = some(came - delivered);
  return { of, shipped: delivered, made, wip, lost, free: some(items - good - wip) };
}

/** Of what a line's live cards say. */
export function progressOf(lots: LineLot[], processes: Step[]): Progress {
  const all = lots.map((lot) => lotOf(lot, processes));
  const sum = (of: (lot: Lot) => bigint) => decimal(all.reduce((total, lot) => total + of(lot), 0n));
  return {
    ordered: sum(({ of }) => milli(of.num_items)),
    delivered: sum(({ of }) => milli(of.num_delivered)),
    shipped: sum(({ shipped }) => shipped),
    made: sum(({ made }) => made),
    wip: sum(({ wip }) => wip),
  };
}

/** `made`, `wip`, `shipped`: the pieces of each that leave the card, without those that are defective. */
export type LotChange = {
  key: number;
  num_items: string;
  num_good: string;
  num_partial: string;
  made: string;
  wip: string;
  shipped: string;
};
/** Of what is begun no more than these leave. */
export type Leaving = Pick<LotChange, "made" | "wip" | "shipped">;

/**
 * Unstarted pieces go first, of the newest branch first and of the line's first card last; null: too few.
 * `most`: of those begun no more than these, the rest is kept on; without it none that is shipped leaves.
 */
export function shrunk(lots: LineLot[], processes: Step[], by: string, most?: Leaving): LotChange[] | null {
  const all = milli(by);
  const limits = most ?? { made: by, wip: by, shipped: "0" };
  const sorted = [...lots]
    .sort((a, b) => Number(a.is_root) - Number(b.is_root) || b.key - a.key)
    .map((lot) => ({ ...lotOf(lot, processes), taken: { free: 0n, wip: 0n, made: 0n, shipped: 0n } }));
  let left = all;
  for (const tier of ["free", "wip", "made", "shipped"] as const) {
    let limit = tier === "free" ? all : milli(limits[tier]);
    for (const lot of sorted) {
      const isSent = lot.of.shipped_time !== null;
      if (isSent !== (tier === "shipped")) continue;
      const there = isSent ? some(lot.shipped - milli(lot.of.num_delivered)) : lot[tier];
      const take = least(least(left, limit), there);
      left -= take;
      limit -= take;
      lot.taken[tier] += take;
    }
  }
  if (left > 0n) return null;
  return sorted.flatMap(({ of, taken, wip, lost }) => {
    const gone = taken.free + taken.wip + taken.made + taken.shipped;
    if (gone === 0n) return [];
    const items = milli(of.num_items) - gone;
    const good = milli(of.num_good) - taken.made - taken.shipped;
    return {
      key: of.key,
      num_items: decimal(items),
      num_good: decimal(good),
      num_partial: decimal(least(milli(of.num_partial), some(items - good - lost))),
      made: decimal(taken.made),
      wip: decimal(least(taken.wip, wip - lost)),
      shipped: decimal(taken.shipped),
    };
  });
}

/** The cards as they stand once the quantity is changed. */
export const afterwards = (lots: LineLot[], changes: LotChange[]): LineLot[] =>
  lots
    .map((lot) => {
      const { num_items, num_good, num_partial } = changes.find(({ key }) => key === lot.key) ?? lot;
      return { ...lot, num_items, num_good, num_partial };
    })
    .filter((lot) => milli(lot.num_items) > 0n);

type OldLot = { key: number; id: string; made: string; wip: string; goes_back: boolean };

/** What of each card was made by the old drawing and is still here; it begins anew at the first step. */
export function oldOf(lots: LineLot[], processes: Step[]): OldLot[] {
  return lots.flatMap((lot) => {
    const { made, wip, lost } = lotOf(lot, processes);
    if (lot.shipped_time || made + wip - lost <= 0n) return [];
    const goes_back = isPastFirst(lot.group_id, processes);
    return { key: lot.key, id: lot.id, made: decimal(made), wip: decimal(wip - lost), goes_back };
  });
}

/** Where more of it goes: a card nobody has begun; null: into a branch of its own. */
export function roomFor(lots: LineLot[], processes: Step[]): LineLot | null {
  const waits = (lot: LineLot) => {
    const role = processes.find((one) => one.group_id === lot.group_id)?.role;
    return !lot.shipped_time && !lot.is_begun && (role === "inbox" || role === "queue");
  };
  return lots.find((lot) => lot.is_root && waits(lot)) ?? lots.find(waits) ?? null;
}
