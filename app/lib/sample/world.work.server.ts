import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { finishing, pausing, starting } from "~/lib/task/work.schema";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import type { Planned } from "./world.plan.server";
import type { Shop } from "./world.shop.server";

type Step = { time: number; run: (card: Card, tx: Tx, who: Who) => Promise<Card> };

const SINCE = -6;
const OUTSIDE = 6;
/** Of the last days some, and of the process where cards wait longest all that went through. */
export const isTimed = (
  shop: Shop,
  line: Planned,
  group_id: number,
  arrived: number,
  left: number | null,
): boolean =>
  (left !== null && group_id === shop.slow) ||
  (line.turn % 3 === 0 &&
    arrived >= SINCE &&
    group_id < shop.inspect &&
    (shop.seller_id !== "yamada" || group_id !== OUTSIDE));

const begin = (ids: number[], time: number): Step => ({
  time,
  run: ({ key, version }, tx, who) => startWork(tx, who, key, starting.parse({ version, worker_ids: ids })),
});
const stop = (reason: string, time: number): Step => ({
  time,
  run: ({ key, version }, tx, who) => pauseWork(tx, who, key, pausing.parse({ version, reason })),
});
const go = (time: number): Step => ({
  time,
  run: ({ key, version }, tx, who) => resumeWork(tx, who, key, { version, worker_ids: [] }),
});

/**
 * The first time from `time` on at which somebody would begin: not so late in the day that it would be broken
 * off.
 */
const morning = (time: number) => (time - Math.floor(time) > 0.7 ? Math.floor(time) + 1.01 : time);

/** A piece of work of this length that ends within a day, as late as it may. */
const lateBefore = (left: number, length: number) => {
  const end = left - 0.02;
  return (end - Math.floor(end) > length ? end : Math.floor(end) - 0.05) - length;
};

export function timedSteps(
  line: Planned,
  workers: number[],
  arrived: number,
  left: number | null,
  slow: boolean,
): Step[] {
  const turn = Math.floor(line.turn / 3);
  const ids = [
    workers[turn % workers.length]!,
    ...(turn % 4 === 1 ? [workers[(turn + 1) % workers.length]!] : []),
  ];
  const length = 0.06 + (turn % 5) * 0.04;
  const late = slow && left !== null ? lateBefore(left, length) : arrived;
  const from = late > arrived ? late : morning(arrived + 0.02);
  const end = from + length;
  const done = (more: object, time: number): Step => ({
    time,
    run: ({ key, version }, tx, who) =>
      finishWork(tx, who, key, finishing.parse({ version, next: "stay", ...more })),
  });
  if (left !== null) {
    if (end > left - 0.01) return [];
    return [
      begin(ids, from),
      ...(turn % 3 === 2 ? [stop("段取り替えのため", from + 0.02), go(from + 0.03)] : []),
      done({}, end),
    ];
  }
  const last = Math.max(from, 0.5 + (turn % 4) * 0.08);
  if (last > 0.9 || turn % 5 === 3) return [];
  if (turn % 5 === 2 || turn % 5 === 4)
    return [
      begin(ids, last),
      done({ num_good: "0", num_partial: String(Math.ceil(Number(line.num_items) / 2)) }, 0.94),
    ];
  return [begin(ids, last), ...(turn % 5 === 1 ? [stop("材料待ち", 0.92)] : [])];
}
