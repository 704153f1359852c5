import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";

/** Buyers that agreed with this seller to issue 支払通知書 in place of its 請求書. */
export async function selfBillers(db: Tx, seller_id: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ buyer_id: string }>(sql`
    select buyer_id from (select distinct on (buyer_id) buyer_id, act from self_bill_agreement
      where seller_id = ${seller_id} and act in ('accepted', 'ended') order by buyer_id, key desc) said
    where act = 'accepted'`);
  return new Set(rows.map(({ buyer_id }) => buyer_id));
}

/** Of lines as `delivery_key.line_no`: which stand on a 支払通知書 already, and may be billed no second time. */
export async function selfBilledProblem(db: Tx, names: string[]): Promise<string | null> {
  const { rows } = await db.execute<{ number: string; name: string }>(sql`
    select i.number, l.name from delivery_line l join invoice i on i.key = l.invoice_key and i.is_self_billed and i.cancelled_time is null
    where l.delivery_key || '.' || l.line_no = any(${sql.param(names)}::text[])
      and l.delivery_key = any(${sql.param(names.map((name) => name.split(".")[0]))}::bigint[]) order by i.key limit 1`);
  const [first] = rows;
  return first
    ? `「${first.name}」は支払通知書 ${first.number} に載っています。支払通知書が請求書の代わりになるため、請求書には載せられません。`
    : null;
}
