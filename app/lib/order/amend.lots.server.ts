import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Process } from "~/lib/shop/process.schema";
import { processesOf } from "~/lib/shop/process.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { standingFamily } from "~/lib/task/order.family";
import type { Progress } from "./amend";
import { type LineLot, progressOf } from "./amend.plan";

/** The cards of an order, with what it takes to say how far each of its lines is. */
export type Cards = { all: Card[]; begun: Set<number>; processes: Process[] };

const BEGUN = ["started", "counted", "finished", "defect"];

// Named in full: in a select of one table drizzle writes its columns bare.
const SINCE_REDRAWN = sql`not exists (select from activity a where a.subject = 'card' and a.kind = 'redrawn'
  and a.subject_key = activity.subject_key and a.seq > activity.seq)`;

export async function cardsNow(
  db: Tx,
  order: { key: number; seller_id: string },
  lock = false,
): Promise<Cards> {
  const rows = db.select().from(card).where(eq(card.order_key, order.key)).orderBy(asc(card.key));
  const all = lock ? await rows.for("update") : await rows;
  const keys = all.map((one) => one.key);
  const entries =
    keys.length === 0
      ? []
      : await db
          .selectDistinct({ key: activity.subject_key })
          .from(activity)
          .where(
            and(
              eq(activity.subject, "card"),
              inArray(activity.subject_key, keys),
              inArray(activity.kind, BEGUN),
              SINCE_REDRAWN,
            ),
          );
  return {
    all,
    begun: new Set(entries.map((entry) => entry.key)),
    processes: await processesOf(db, order.seller_id),
  };
}

/** Of one line: what is closed is as good as shipped, nothing more of it comes. */
export function lotsOf(root: Card, { all, begun }: Cards): LineLot[] {
  const live = standingFamily(root, all).filter(
    (one) => one.cancelled_time === null && one.answer !== "declined",
  );
  return live.map((one) => {
    const closed = one.closed_reason !== null && one.shipped_time === null;
    return {
      ...one,
      num_good: closed ? one.num_delivered : one.num_good,
      shipped_time: closed ? one.update_time : one.shipped_time,
      is_root: one.key === root.key,
      is_begun: begun.has(one.key),
    };
  });
}

export const lineProgress = (root: Card, cards: Cards): Progress =>
  progressOf(lotsOf(root, cards), cards.processes);
