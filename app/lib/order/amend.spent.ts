import { milli } from "~/lib/money/decimal";
import type { LineCards } from "./amend.batch";
import { MAKES, oldOf } from "./amend.plan";

/**
 * What the pieces that are here have cost so far, in yen, cut: finished ones at their price, begun ones by
 * the steps behind them and half of the one where they stand. `route`: the product's processes; where it has
 * none, all of the factory's. `price`: of the whole line; null stays null.
 */
export function spentOn(
  { lots, processes, progress }: LineCards,
  route: number[],
  price: number | null,
): number | null {
  const ordered = milli(progress.ordered);
  if (price === null || ordered === 0n) return null;
  const makes = (of: (group_id: number) => boolean) =>
    processes.flatMap(({ group_id, role }, at) => (MAKES.includes(role) && of(group_id) ? [at] : []));
  const own = makes((group_id) => route.includes(group_id));
  const steps = own.length > 0 ? own : makes(() => true);
  const halves = BigInt(2 * steps.length || 1);
  const worth = oldOf(lots, processes).reduce((sum, { key, made, wip }) => {
    const at = processes.findIndex(
      ({ group_id }) => group_id === lots.find((lot) => lot.key === key)?.group_id,
    );
    const reached = 2 * steps.filter((step) => step < at).length + Number(steps.includes(at));
    return sum + milli(made) * halves + milli(wip) * BigInt(reached);
  }, 0n);
  return Number((BigInt(price) * worth) / (ordered * halves));
}
