import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { tokyoDate } from "~/lib/time/date";
import { basisOn } from "./basis";
import { basisRows } from "./basis.server";
import { inspectionDue, isGoods, pendingItems } from "./inspection";
import { AUTOMATIC, addRows, lockGoods, type NewRow } from "./inspection.write.server";

/** Judged again under the lock: of two processes one finds it waiting. */
async function deemDelivery(db: Tx, who: Who, key: number): Promise<boolean> {
  const goods = await lockGoods(db, key);
  const { seller_id, buyer_id, delivery_date } = goods.note;
  const { inspection_days } = basisOn(await basisRows(db, [seller_id], [buyer_id]), delivery_date);
  if (inspection_days === null) return false;
  const inspected_date = inspectionDue(delivery_date, inspection_days);
  if (inspected_date >= tokyoDate(who.now)) return false;
  const rows: NewRow[] = goods.lines
    .filter((line) => isGoods(line) && milli(pendingItems(line)) > 0n)
    .map((line) => ({
      kind: "deemed",
      line_no: line.line_no,
      received_date: delivery_date,
      inspected_date,
      num_accepted: pendingItems(line),
    }));
  if (rows.length === 0) return false;
  const reason = `検収期限（納品から${inspection_days}営業日）を過ぎたため、合格とみなしました`;
  await addRows(db, who, goods, rows, "deemed", reason);
  return true;
}

const automatic = (company_id: string, now: string): Who => ({
  username: AUTOMATIC,
  name: AUTOMATIC,
  email: "",
  isInternal: false,
  internalWrite: false,
  version: 1,
  acting: null,
  company_id,
  company_name: AUTOMATIC,
  company_type: "buyer",
  is_admin: false,
  permissions: ["accounting"],
  origin: AUTOMATIC,
  now,
});

/** みなし検収 of all that has come to its day; each in a transaction of its own. */
export async function deemDue(db: Database, now: string): Promise<number> {
  const { rows } = await operator(db, (tx) =>
    tx.execute<{ buyer_id: string; delivery_key: string }>(
      sql`select buyer_id, delivery_key from deemable_deliveries(${tokyoDate(now)}::date)`,
    ),
  );
  let deemed = 0;
  for (const { buyer_id, delivery_key } of rows) {
    const who = automatic(buyer_id, now);
    if (await tenant(db, who, (tx) => deemDelivery(tx, who, Number(delivery_key)))) deemed += 1;
  }
  return deemed;
}
