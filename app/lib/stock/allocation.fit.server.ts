import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal, decimal, formatNumber, isPositive, milli } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { type Allocation, endAllocation, handOver } from "./allocation.end.server";
import { pickOpen } from "./settle";
import type { Lot } from "./work.read.server";

const sum = (rows: { num: string }[]) => addDecimal("0", ...rows.map((row) => row.num));
const less = (a: string, b: string) => decimal(milli(a) - milli(b));
const least = (a: string, b: string) => (compareDecimal(a, b) < 0 ? a : b);

type Family = { lots: Lot[]; changed: number[]; absorbed: number[] };

/** No card holds more than its pieces: the rest goes with what was divided off or merged, or is free. */
export async function fit(db: Tx, who: Who, family: Family, lot: Lot, rows: Allocation[]): Promise<void> {
  const own = () => rows.filter((row) => row.card_key === lot.key && row.state === "open");
  const room = lot.shipped_time || lot.cancelled_time ? "0" : lot.num_items;
  const over = less(sum(own()), room);
  if (!isPositive(over)) return;
  const parts = pickOpen(own(), over);
  for (const part of parts) {
    let left = part.num;
    for (const to of followers(family, lot)) {
      const taken = sum(rows.filter((row) => row.card_key === to.key && row.state === "open"));
      const num = least(left, less(to.num_items, taken));
      if (!isPositive(num)) continue;
      rows.push({ ...part.row, card_key: to.key, num });
      await handOver(db, who, { row: part.row, num }, to.key, "分割・合流");
      left = less(left, num);
    }
    if (!isPositive(left)) continue;
    await endAllocation(db, who, { row: part.row, num: left }, "released", releasedWhy(lot));
    if (!lot.shipped_time && !lot.cancelled_time) await tellReduced(db, who, lot, left);
  }
}

/** Whoever agreed to fewer has not seen the 引当. */
const tellReduced = (db: Tx, who: Who, { key, id }: Lot, num: string) =>
  giveNotices(db, [
    {
      company_id: who.company_id,
      kind: "stock",
      text: `カード ${id} の数量が引当より少なくなったため、引当 ${formatNumber(num)} を解除しました`,
      path: `/task/${key}/stock`,
      at: who.now,
    },
  ]);

function followers({ lots, changed, absorbed }: Family, lot: Lot): Lot[] {
  if (lot.cancelled_time && !absorbed.includes(lot.key)) return [];
  return lots.filter(
    (one) =>
      one.root === lot.root &&
      one.key !== lot.key &&
      changed.includes(one.key) &&
      !one.shipped_time &&
      !one.cancelled_time,
  );
}

/** What comes back with the card. */
export const RELEASED_WITH = { cancelled: "カードの取消", shipped: "出荷した残り" };
const releasedWhy = (lot: Lot) =>
  lot.cancelled_time ? RELEASED_WITH.cancelled : lot.shipped_time ? RELEASED_WITH.shipped : "数量の減少";
