import { sql } from "drizzle-orm";
import { followerOf } from "~/lib/accounting/correction.read.server";
import { liveSettlements } from "~/lib/accounting/paid.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import type { invoice } from "~/lib/tables/invoice.table.server";

type Issued = typeof invoice.$inferSelect;

/** What keeps a 支払通知書 from being taken back, in the books of either side. */
export async function obstacles(db: Tx, who: Who, row: Issued) {
  const { rows } = await db.execute<{ paid: string }>(
    sql`select coalesce(sum(amount), 0)::bigint as paid from payout_part where invoice_key = ${row.key}`,
  );
  const theirs = await inCompany(db, who, row.seller_id, async () => ({
    is_settled: (await db.execute(liveSettlements(row.key))).rows.length > 0,
    follower: await followerOf(db, row),
  }));
  return { paid: Number(rows[0]!.paid), ...theirs };
}
