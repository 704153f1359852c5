import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import type { Entry } from "~/lib/log/entry";
import { settlePrices } from "./agreed.server";
import { bringBack } from "./allocation.back.server";
import { settleAllocations } from "./allocation.settle.server";
import { boughtPrices } from "./bought.server";
import { insideOf } from "./inside.server";
import { addMoves, lockStocks, type NewMove } from "./move.server";
import { tellNegative } from "./negative.server";
import { tellRequest } from "./request.server";
import { tellShort, tellShortOf } from "./short.server";
import { revalue } from "./value.server";
import { beyondPlan, broughtIn, cardMovesOf, partsTaken, type Used } from "./work.moves.server";
import { concerned, lotsOf, needsOf } from "./work.read.server";

type Changed = {
  db: Tx;
  who: Who;
  seller_id: string;
  key: number;
  absorbed: boolean;
  asked: boolean;
  used: Used[];
  /** When it had left, where it is back. */
  left: string | null;
  /** With no more and no less done of it. */
  same: boolean;
  /** It shipped, or is back: what of it came out of stock is known, or open again. */
  went: boolean;
};

/** What changes how many pieces there are, or where they have gone. */
const COUNTED = [
  "num_items",
  "num_good",
  "num_defective",
  "shipped_time",
  "cancelled_time",
  "product_id",
  "unit_weight",
  "pieces_per_set",
];

/** What a card has done to stock by the end of its transaction, whichever way it went there. */
export function settleStock(db: Tx, who: Who, entries: Entry[]): void {
  for (const { subject, kind, seller_id, after } of entries)
    if (subject === "factory" && kind === "terms" && "stock_valuation" in after)
      atEnd(db, revalueAll, [{ db, seller_id, now: who.now }]);
  const raised = entries.filter(
    ({ subject, kind, after }) => subject === "product" && kind !== "created" && "num_threshold" in after,
  );
  if (raised.length > 0)
    atEnd(
      db,
      tellShort,
      raised.map(({ subject_key: product_id }) => ({ db, who, product_id })),
    );
  const agreed = entries.filter(
    ({ subject, kind, before, after }) =>
      subject === "card" && kind !== "created" && (after.unit_price ?? null) !== (before.unit_price ?? null),
  );
  if (agreed.length > 0)
    atEnd(
      db,
      settlePrices,
      agreed.flatMap(({ subject_key: key, buyer_id }) =>
        buyer_id === null ? [] : [{ db, who, buyer_id, key }],
      ),
    );
  const worked = entries.filter(
    ({ subject, after, inner }) =>
      subject === "card" && (inner || [...COUNTED, "num_partial"].some((name) => name in after)),
  );
  if (worked.length > 0)
    atEnd(
      db,
      tellShortOf,
      worked.map(({ subject_key: key }) => ({ db, who, key })),
    );
  const changed = entries.filter(
    ({ subject, after }) => subject === "card" && COUNTED.some((name) => name in after),
  );
  if (changed.length === 0) return;
  atEnd(
    db,
    settleAll,
    changed.map(({ seller_id, subject_key: key, kind, inner, before, after }) => ({
      db,
      who,
      seller_id,
      key,
      absorbed: kind === "absorbed",
      asked: kind === "created" && after.answer === "waiting" && after.product_id != null,
      same: isSame({ before, after }),
      went: (before.shipped_time ?? null) !== (after.shipped_time ?? null),
      used: usedIn(inner?.after["work.parts_used"]),
      left: leftIn(before, after),
    })),
  );
}

/**
 * Told again as it was: parts are taken by the next count that says something new. To leave, or to come back,
 * says nothing of how many were made, whether by 出荷取消 or 元に戻す.
 */
const isSame = ({ before, after }: Pick<Entry, "before" | "after">): boolean =>
  COUNTED.every((name) => name === "shipped_time" || (before[name] ?? null) === (after[name] ?? null));

function leftIn(before: Entry["before"], after: Entry["after"]): string | null {
  const name = ["shipped_time", "cancelled_time"].find((one) => before[one] && after[one] === null);
  return name ? String(before[name]) : null;
}

/** "14:200 15:3.5" */
const usedIn = (told: unknown): Used[] =>
  (typeof told === "string" ? told.split(" ") : []).flatMap((pair) => {
    const [id, num] = pair.split(":");
    return id && num ? [{ product_id: Number(id), num }] : [];
  });

async function revalueAll(all: { db: Tx; seller_id: string; now: string }[]): Promise<void> {
  const why = { words: "評価方法の変更", field: "stock_valuation" };
  for (const { db, seller_id, now } of all) await revalue(db, seller_id, { now, ...why });
}

async function settleAll(all: Changed[]): Promise<void> {
  for (const seller_id of new Set(all.map((one) => one.seller_id))) {
    const own = all.filter((one) => one.seller_id === seller_id);
    const { db, who } = own[0]!;
    const by = who.acting ? null : who.company_id;
    await insideOf(db, who, seller_id, (inside) => settleCards(db, inside, own, by));
  }
}

async function settleCards(db: Tx, who: Who, changed: Changed[], by: string | null): Promise<void> {
  const keys = await concerned(db, [...new Set(changed.map((one) => one.key))]);
  const used = changed.flatMap((one) => one.used);
  await tellRequest(
    db,
    who,
    changed.flatMap((one) => (one.asked ? one.key : [])),
  );
  if (keys.length === 0) {
    beyondPlan(used, []);
    return;
  }
  const before = await lotsOf(db, keys);
  const family = before.map((lot) => lot.key);
  const needs = await needsOf(
    db,
    before.flatMap((lot) => (lot.is_root && lot.uses_parts ? lot.key : [])),
    family,
  );
  const ids = [
    ...before.flatMap((lot) => lot.product_id ?? []),
    ...needs.map((need) => need.product_id),
    ...(await cardMovesOf(db, family)).map((move) => move.product_id),
  ];
  const stocks = await lockStocks(db, [...new Set(ids)]);
  // Read once more: a branch may have been finished by somebody who held the stock until now.
  const lots = await lotsOf(db, keys);
  const moved = await cardMovesOf(db, family);
  const back = changed.flatMap(({ key, left }) => (left === null ? [] : [[key, left] as const]));
  await bringBack(db, who, lots, new Map(back));
  const allocated = await settleAllocations(db, who, {
    lots,
    moved,
    stocks,
    changed: keys,
    absorbed: changed.flatMap((one) => (one.absorbed ? one.key : [])),
  });
  // Each card's 引当 is known only now, and what it has out of stock takes no parts.
  const after = needs.length === 0 ? lots : await lotsOf(db, keys);
  const recounted = changed.flatMap((one) => (one.same ? [] : one.key));
  const went = changed.flatMap((one) => (one.went ? one.key : []));
  const restocked = after.flatMap((lot) => (went.includes(lot.key) ? lot.root : []));
  const isNew = (lot: (typeof after)[number]) =>
    recounted.includes(lot.key) || (restocked.includes(lot.root) && lot.made !== lot.done);
  const roots = after.flatMap((lot) => (isNew(lot) ? lot.root : []));
  const needed = needs.filter((need) => roots.includes(need.root));
  const parts = roots.length === 0 ? [] : partsTaken(after, needed, moved, keys, stocks);
  const moves: NewMove[] = [
    ...broughtIn(lots, moved, stocks, await boughtPrices(db, lots)),
    ...parts,
    ...beyondPlan(used, parts),
    ...allocated,
  ];
  await tellNegative(db, who, stocks, await addMoves(db, who, moves, { by }), lots);
}
