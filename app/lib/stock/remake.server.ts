import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { branchOff } from "~/lib/task/branch.server";
import { firstProcess } from "~/lib/task/card";
import { moveCard } from "~/lib/task/card.move.server";
import { changeCard } from "~/lib/task/card.write.server";
import type { Lot } from "./work.read.server";

// Read by the buyer too, who is told nothing of what lies in stock.
const REASON = "これから作る分";
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Good by a count before `until`: to ship counts what comes out of stock as good too. */
async function goodBefore(db: Tx, { key, num_good }: Card, until: string): Promise<string> {
  const { rows } = await db.execute<{ num: string | null }>(sql`
    with counts as (select seq, kind, at, before, after from activity
      where subject = 'card' and subject_key = ${key} and after ? 'num_good')
    select coalesce(
      (select after->>'num_good' from counts where kind <> 'shipped' and at <= ${until} order by seq desc limit 1),
      (select before->>'num_good' from counts where kind <> 'created' order by seq limit 1)) as num`);
  return rows[0]?.num ?? num_good;
}

type Ended = { row: { allocated_time: string }; num: string };

/**
 * What was to come out of stock and does not any more has to be made: where it stands at 出荷待ち only for its
 * 引当, it goes back to the process it came from. `left`: what the card still holds.
 */
export async function makeInstead(
  db: Tx,
  who: Who,
  { one, lot }: { one: Card; lot: Lot },
  ended: Ended[],
  left: string,
): Promise<string | null> {
  const processes = await processesOf(db, who.company_id);
  const waits = processes.find((each) => each.group_id === one.group_id)?.role === "ready";
  const arrived = waits ? (one.product_time ?? who.now) : who.now;
  const good = milli(await goodBefore(db, one, arrived));
  const [items, pieces] = [milli(one.num_items), milli(lot.num_items)];
  const held = pieces === 0n ? 0n : (milli(left) * items) / pieces;
  const counted = least(milli(one.num_good), good + held);
  const at =
    counted === milli(one.num_good)
      ? one
      : await changeCard(db, who, one, "counted", { num_good: decimal(counted) }, REASON);
  const since = ended.filter(
    ({ row }) => !one.product_time || Date.parse(row.allocated_time) <= Date.parse(one.product_time),
  );
  const given = since.reduce((sum, each) => sum + milli(each.num), 0n);
  const num = pieces === 0n ? 0n : least((given * items) / pieces, items - held - least(good, items - held));
  const back = processes.find((each) => each.group_id === one.moved_group);
  const to = back && back.role !== "ready" && back.role !== "inbox" ? back : firstProcess(processes);
  if (!waits || num <= 0n || !to || to.role === "ready") return null;
  const isWhole = num >= items || items !== pieces;
  const { group_id } = to;
  if (isWhole)
    await moveCard(db, who, one.key, {
      version: at.version,
      group_id,
      reason: REASON,
      rest: "all",
      inside: true,
    });
  else await branchOff(db, who, at, [{ num_items: decimal(num), group_id }], true, REASON);
  return to.label;
}
