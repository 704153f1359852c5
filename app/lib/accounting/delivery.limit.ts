import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { canReceive, isNearlyAll } from "~/lib/task/tolerance";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { OverBill } from "~/lib/vocabulary/tolerance";

/** An ordered line over all its live 納品書; what was rejected and is to come again is not `done`. */
export type LineLimit = {
  root_key: number;
  ordered: string;
  done: string;
  billed: string;
  order_unit: Unit;
  over_pct: string;
  under_pct: string;
  over_bill: OverBill;
};

export const mostToCome = (limit: LineLimit): string =>
  canReceive(limit, limit.over_pct, limit.order_unit !== "kg");

/** How many may still come, said where more are to be delivered. */
function limitProblem(num_items: string, limit: LineLimit): string | null {
  const most = mostToCome(limit);
  if (compareDecimal(num_items, most) <= 0) return null;
  const count = (number: string) => `${formatNumber(number)}${UNIT_LABEL[limit.order_unit]}`;
  const allowed = Number(limit.over_pct) > 0 ? `（許容差 ${formatNumber(limit.over_pct)}%）` : "";
  const so_far = `注文数${count(limit.ordered)}${allowed}のうち${count(limit.done)}が納品済みです。`;
  const left =
    compareDecimal(most, "0") > 0 ? `あと${count(most)}まで納品できます` : "これ以上は納品できません";
  return `${so_far}${left}。多く納めるときは、先に変更依頼か取引の条件で決めてください`;
}

/** Of the pieces, those beyond what the order is billed for (注文数まで). */
function unbilledOf(num_items: string, { ordered, billed, over_bill }: LineLimit): string {
  if (over_bill === "delivered") return "0";
  const room = milli(ordered) - milli(billed);
  const beyond = milli(num_items) - (room > 0n ? room : 0n);
  return decimal(beyond > 0n ? beyond : 0n);
}

type Wanted = { card_key: number; num_items: string; unbilled: boolean };
type Allotted = { problem: string | null; num_unbilled: string; may_complete: boolean };
const UNBOUND: Allotted = { problem: null, num_unbilled: "0", may_complete: false };

/** Cards of one ordered line share what may still come of it, in the order they are delivered in. */
export function allotted(lines: Wanted[], limits: Map<number, LineLimit>): Allotted[] {
  const running = new Map<number, LineLimit>();
  const first = lines.map(({ card_key, num_items, unbilled }) => {
    const found = limits.get(card_key);
    if (!found) return null;
    const limit = running.get(found.root_key) ?? found;
    const num_unbilled = unbilled ? "0" : unbilledOf(num_items, limit);
    const billed = unbilled ? 0n : milli(num_items) - milli(num_unbilled);
    running.set(limit.root_key, {
      ...limit,
      done: addDecimal(limit.done, num_items),
      billed: addDecimal(limit.billed, decimal(billed)),
    });
    return { root_key: limit.root_key, problem: limitProblem(num_items, limit), num_unbilled };
  });
  return first.map((one) => {
    if (!one) return UNBOUND;
    const after = running.get(one.root_key)!;
    const { problem, num_unbilled } = one;
    return { problem, num_unbilled, may_complete: isNearlyAll(after, after.under_pct) };
  });
}
