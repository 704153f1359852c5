import { weekday } from "~/lib/time/date";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { type Clock, diceOf } from "./world.clock.server";
import { isMeasured } from "./world.measure.server";
import type { Plan, Planned, PlannedCall } from "./world.plan.server";
import { LOTS, type Shop } from "./world.shop.server";

/** Mondays from the first of the half year on, and up to where the orders of the plan take over. */
const SINCE = -124;
const UNTIL = -76;
const EARLY = 0.05;

/** What was made each week before the plan; the first of them is found wrong on Monday. */
const WEEKLY = [
  { buyer_id: "tanaka", code: "YM-1002", route: [3, 4, 5, 7, 8] },
  { buyer_id: "tanaka", code: "YM-1003", route: [3, 4, 5, 7, 8] },
  { buyer_id: "suzuki", code: "YM-2002", route: [3, 5, 7, 8] },
];

const mondaysIn = (clock: Clock, from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n).filter((n) => weekday(clock.date(n)) === 1);

/** Cards of the months before the plan, of which no document tells: what 分析 looks back on. */
export function halfYear(shop: Shop, clock: Clock): Plan {
  const dice = diceOf(shop.seed + 1);
  const calls = mondaysIn(clock, SINCE, UNTIL).flatMap((monday, week) =>
    WEEKLY.map((made, index): PlannedCall => {
      const [low, high, step] = LOTS[made.code]!;
      const end = monday + dice.between(1.5, 2.5) + index;
      return {
        ...made,
        num_items: String(dice.whole(low, high) * step),
        delivery_date: clock.date(Math.floor(end) + (dice.chance(0.8) ? 1 : -1)),
        place: NON_KANBAN_GROUP,
        start: monday - dice.between(4.2, 5.8) + index,
        end,
        urgent: false,
        defective: index === 0 ? dice.whole(2, 6) : 0,
        monday: index === 0 ? monday + EARLY : null,
        halfway: index === 1,
        agreed: false,
        turn: week * WEEKLY.length + index,
        note: "電話で受注",
        is_billing_target: false,
      };
    }),
  );
  return { orders: [], calls };
}

/** 寸法不良 comes back with the week: each Monday one that is found wrong, or may be, is at 検査. */
export function onMondays(shop: Shop, clock: Clock, { orders, calls }: Plan): void {
  const lines: Planned[] = [...orders.flatMap((order) => order.lines), ...calls];
  for (const monday of mondaysIn(clock, UNTIL + 1, 0)) {
    const there = lines.filter(
      (line) =>
        line.monday === null &&
        line.route.includes(shop.inspect) &&
        line.route.at(-1) !== shop.inspect &&
        Number(line.num_items) >= 20 &&
        !isMeasured(shop, line) &&
        line.start + 1.5 < monday &&
        monday + 1 < line.end,
    );
    const found = there.find(({ defective }) => defective > 0) ?? there[0];
    if (!found) continue;
    found.monday = monday + EARLY;
    found.defective ||= 1 + (found.turn % 5);
  }
}
