import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { isGoods, pendingItems } from "./inspection";
import { inspectionTerms } from "./inspection.due.server";
import { AUTOMATIC, addRows, lockGoods, type NewRow } from "./inspection.write.server";

/** Judged again under the lock: of two processes one finds it waiting. */
async function deemDelivery(db: Tx, who: Who, key: number): Promise<boolean> {
  const goods = await lockGoods(db, key);
  const { dueOf } = await inspectionTerms(db, goods.note);
  const today = tokyoDate(who.now);
  const rows = goods.lines.flatMap((line): NewRow[] => {
    const due = dueOf(line.line_no);
    const waits = isGoods(line) && milli(pendingItems(line)) > 0n;
    if (!waits || due === null || due >= today) return [];
    return [
      {
        kind: "deemed",
        line_no: line.line_no,
        received_date: goods.note.delivery_date,
        inspected_date: due,
        num_accepted: pendingItems(line),
      },
    ];
  });
  if (rows.length === 0) return false;
  const days = [...new Set(rows.map((row) => formatDate(row.inspected_date)))];
  const reason = `検収期限の${days.join("、")}を過ぎたため、合格とみなしました`;
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
