import { and, asc, eq, getTableColumns, inArray, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, milli } from "~/lib/money/decimal";
import { type Stock, stock_move } from "~/lib/tables/stock.table.server";
import { partsToTake } from "./backflush";
import { keptByCount } from "./move";
import { type NewMove, oppositeOf } from "./move.server";
import { takenBack } from "./settle";
import type { Lot, Need } from "./work.read.server";

const opposite = alias(stock_move, "opposite");

/** What the work itself has moved; `live`: neither taken back nor taking something back. */
export async function cardMovesOf(db: Tx, keys: number[]) {
  const rows = await db
    .select({ ...getTableColumns(stock_move), reversed_by: opposite.key })
    .from(stock_move)
    .leftJoin(opposite, and(eq(opposite.reverses, stock_move.key), isNotNull(opposite.reverses)))
    .where(
      and(inArray(stock_move.card_key, keys), inArray(stock_move.source, ["card", "allocation", "part"])),
    )
    .orderBy(asc(stock_move.key));
  return rows.map((row) => ({ ...row, live: row.reverses === null && row.reversed_by === null }));
}
export type CardMove = Awaited<ReturnType<typeof cardMovesOf>>[number];
type Stocks = Map<number, Stock>;

const sum = (moves: { num: string }[]) => addDecimal("0", ...moves.map((move) => move.num));

const isKept = ({ product_id, occurred_time }: CardMove, stocks: Stocks) =>
  keptByCount({ occurred_time, last_inventory_time: stocks.get(product_id)?.last_inventory_time ?? null });

/** Refused where a count has been made since: its figure holds what would be taken back. */
export function takeBack(moves: CardMove[], stocks: Stocks): NewMove[] {
  for (const move of moves) {
    const kept = isKept(move, stocks);
    const back = "品物が戻ってきたときは、今日の日付で「入庫」を登録してください。";
    refuseIf(kept && (move.source === "allocation" ? kept + back : kept));
  }
  return moves.map((move) => oppositeOf(move));
}

/** 入庫 of what was shipped for a stock; taken back when it is not shipped any more. */
export function broughtIn(
  lots: Lot[],
  moved: CardMove[],
  stocks: Stocks,
  prices: Map<number, string>,
): NewMove[] {
  return lots.flatMap((lot) => {
    const live = moved.filter((move) => move.card_key === lot.key && move.source === "card" && move.live);
    if (compareDecimal(sum(live), lot.brings) === 0) return [];
    const back = takeBack(live, stocks);
    if (lot.brings === "0") return back;
    return [
      ...back,
      {
        product_id: lot.product_id!,
        kind: "in" as const,
        num: lot.brings,
        source: "card" as const,
        card_key: lot.key,
        occurred_time: lot.shipped_time!,
        unit_price: prices.get(lot.key) ?? null,
      },
    ];
  });
}

/** What was used beyond the plan, or saved, is no part of it. */
const isBeyond = (move: CardMove) => move.source === "part" && move.kind === "adjust";

/** What was taken for these cards, by the plan. */
function plannedOf(moved: CardMove[], keys: number[]): CardMove[] {
  const beyond = new Set(moved.filter(isBeyond).map((move) => move.key));
  return moved.filter(
    (move) =>
      move.source === "part" && keys.includes(move.card_key!) && !beyond.has(move.reverses ?? move.key),
  );
}

export const takenOf = (moved: CardMove[], product_id: number, keys: number[]): string =>
  decimal(-milli(sum(plannedOf(moved, keys).filter((move) => move.product_id === product_id))));

/** バックフラッシュ: what the finished pieces of a family have used, less what was taken for them before. */
export function partsTaken(
  lots: Lot[],
  needs: Need[],
  moved: CardMove[],
  changed: number[],
  stocks: Stocks,
): NewMove[] {
  const moves = needs.flatMap(({ root, product_id, per_parent, order_unit }): NewMove[] => {
    const family = lots.filter((lot) => lot.root === root);
    const keys = family.map((lot) => lot.key);
    const own = plannedOf(moved, keys).filter((move) => move.product_id === product_id);
    const taken = decimal(-milli(sum(own)));
    const partsFor = (num: "made" | "done") =>
      partsToTake(per_parent, addDecimal("0", ...family.map((lot) => lot[num])), taken, order_unit !== "kg");
    const take = partsFor("made");
    const card_key = changed.find((key) => keys.includes(key)) ?? root;
    const of = { product_id, source: "part" as const, card_key };
    if (compareDecimal(take, "0") === 0) return [];
    if (compareDecimal(take, "0") > 0) return [{ ...of, kind: "out", num: decimal(-milli(take)) }];
    // Allocated only after the work: what a count holds as used stays so, and stops nobody.
    const isCounted = own.some((move) => move.live && isKept(move, stocks));
    if (isCounted && compareDecimal(partsFor("done"), "0") >= 0) return [];
    return givenBack(own, decimal(-milli(take)), of, moved, stocks);
  });
  return [...moves, ...unneeded(lots, needs, moved, stocks)];
}

/** With what was used beside the plan in the same act. */
function givenBack(
  own: CardMove[],
  back: string,
  of: Pick<NewMove, "product_id" | "source" | "card_key">,
  moved: CardMove[],
  stocks: Stocks,
) {
  const { reversed, rest } = takenBack(
    own.filter((move) => move.live),
    back,
  );
  const along = moved.filter(
    (move) =>
      isBeyond(move) &&
      move.live &&
      move.product_id === of.product_id &&
      reversed.some((one) => one.action === move.action),
  );
  const moves = takeBack([...reversed, ...along], stocks);
  return rest === "0" ? moves : [...moves, { ...of, kind: "in" as const, num: rest }];
}

/** What is no part of the product any more stays used, until nothing is done of it. */
function unneeded(lots: Lot[], needs: Need[], moved: CardMove[], stocks: Stocks): NewMove[] {
  const undone = lots.filter(
    (lot) => lot.is_root && lots.every((one) => one.root !== lot.key || one.done === "0"),
  );
  return undone.flatMap(({ key: root }) => {
    const keys = lots.flatMap((lot) => (lot.root === root ? lot.key : []));
    const own = plannedOf(moved, keys).filter(
      (move) => !needs.some((need) => need.root === root && need.product_id === move.product_id),
    );
    return [...new Set(own.map((move) => move.product_id))].flatMap((product_id) => {
      const of = own.filter((move) => move.product_id === product_id);
      const taken = decimal(-milli(sum(of)));
      return givenBack(of, taken, { product_id, source: "part", card_key: root }, moved, stocks);
    });
  });
}

export type Used = { product_id: number; num: string };

/** 実際の使用数: what differs from the plan goes or stays too, as 過使用 or 節約. */
export function beyondPlan(used: Used[], planned: NewMove[]): NewMove[] {
  return used.flatMap(({ product_id, num }): NewMove[] => {
    const plan = planned.find((move) => move.product_id === product_id && move.kind === "out");
    if (!plan) {
      const sentence = "予定では使わない部品があります。使った分は、在庫の「出庫」で登録してください";
      throw new Refusal(422, `${sentence}。`, { parts_used: [sentence] });
    }
    const left = decimal(-milli(plan.num) - milli(num));
    if (compareDecimal(left, "0") === 0) return [];
    const reason = compareDecimal(left, "0") < 0 ? "over_use" : "saving";
    return [
      { product_id, kind: "adjust", num: left, source: "part", card_key: plan.card_key ?? null, reason },
    ];
  });
}
