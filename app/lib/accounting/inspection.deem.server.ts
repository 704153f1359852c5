import { sql } from "drizzle-orm";
import { automatic, type Who } from "~/lib/api/who";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { isGoods, pendingItems } from "./inspection";
import { inspectionTerms } from "./inspection.due.server";
import { addRows, lockGoods, type NewRow } from "./inspection.write.server";

const BUYER = { company_type: "buyer" as const, permissions: ["accounting" as const] };

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

/** Of these buyers, before what was delivered to them is billed. */
export async function deemPartners(db: Tx, who: Who, buyer_ids: string[]): Promise<number> {
  const { rows } = await db.execute<{ buyer_id: string; delivery_key: string }>(
    sql`select distinct l.buyer_id, l.delivery_key from delivery_line l join delivery d on d.key = l.delivery_key
      cross join lateral (select t.inspection_days from billing_basis t
        where (t.seller_id, t.buyer_id) = (d.seller_id, d.buyer_id) and t.from_date <= d.delivery_date
        order by t.from_date desc, t.key desc limit 1) b
      where l.seller_id = ${who.company_id} and l.buyer_id in (select jsonb_array_elements_text(${JSON.stringify(buyer_ids)}::jsonb))
        and l.is_live and not l.is_cost and (l.card_key is not null or l.replaces_key is not null)
        and l.num_accepted + l.num_rejected < l.num_items
        and d.delivery_date + b.inspection_days < ${tokyoDate(who.now)}::date
      order by 1, 2`,
  );
  let deemed = 0;
  for (const { buyer_id, delivery_key } of rows)
    if (await deemDelivery(db, automatic(buyer_id, who.now, BUYER), Number(delivery_key))) deemed += 1;
  return deemed;
}

/** みなし検収 of all that has come to its day; each in a transaction of its own. */
export async function deemDue(db: Database, now: string): Promise<number> {
  const { rows } = await operator(db, (tx) =>
    tx.execute<{ buyer_id: string; delivery_key: string }>(
      sql`select buyer_id, delivery_key from deemable_deliveries(${tokyoDate(now)}::date)`,
    ),
  );
  let deemed = 0;
  for (const { buyer_id, delivery_key } of rows) {
    const who = automatic(buyer_id, now, BUYER);
    if (await tenant(db, who, (tx) => deemDelivery(tx, who, Number(delivery_key)))) deemed += 1;
  }
  return deemed;
}
