import { finishWork } from "~/lib/task/work.finish.server";
import { finishing, pausing, starting } from "~/lib/task/work.schema";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import type { Card } from "~/lib/task/card.write.server";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "./connection.server";
import type { Planned } from "./world.plan.server";
import type { Shop } from "./world.shop.server";

/** What is done to a card at a time of world.clock. */
export type Step = { time: number; run: (card: Card, tx: Tx, who: Who) => Promise<Card> };

/** Times are kept of every third card, from the morning of a week ago on. */
const SINCE = -6;
const OUTSIDE = 6;
export const isTimed = (shop: Shop, line: Planned, group_id: number, arrived: number): boolean =>
  line.turn % 3 === 0 && arrived >= SINCE && group_id < shop.inspect && (shop.seller_id !== "yamada" || group_id !== OUTSIDE);

const begin = (ids: number[], time: number): Step =>
  ({ time, run: ({ key, version }, tx, who) => startWork(tx, who, key, starting.parse({ version, worker_ids: ids })) });
const stop = (reason: string, time: number): Step =>
  ({ time, run: ({ key, version }, tx, who) => pauseWork(tx, who, key, pausing.parse({ version, reason })) });
const go = (time: number): Step => ({ time, run: ({ key, version }, tx, who) => resumeWork(tx, who, key, { version, worker_ids: [] }) });

/**
 * Work at a card in one process, from its arrival to its leaving: begun, now and then paused, and finished into the `next` process. In the
 * process where it stays, half of it is done when the shift ends, or it is still at work, or paused.
 */
export function timedSteps(line: Planned, workers: number[], arrived: number, left: number, next: number | null): Step[] {
  const at = (share: number) => arrived + (left - arrived) * share;
  const turn = Math.floor(line.turn / 3);
  const ids = [workers[turn % workers.length]!, ...(turn % 4 === 1 ? [workers[(turn + 1) % workers.length]!] : [])];
  const steps = [begin(ids, at(0.15)), ...(turn % 3 === 2 ? [stop("段取り替えのため", at(0.4)), go(at(0.5))] : [])];
  if (next !== null) {
    return [...steps, { time: left, run: ({ key, version }, tx, who) => finishWork(tx, who, key, finishing.parse({ version, group_id: next })) }];
  }
  if (turn % 5 === 2) {
    const half = String(Math.ceil(Number(line.num_items) / 2));
    return [...steps, { time: at(0.9), run: ({ key, version }, tx, who) => finishWork(tx, who, key, finishing.parse({ version, num_good: "0", num_partial: half })) }];
  }
  return turn % 5 === 1 ? [...steps, stop("材料待ち", at(0.8))] : steps;
}
