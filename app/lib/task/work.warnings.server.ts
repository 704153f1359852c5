import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { openWorks } from "./work.open.server";

/** What should be known before work on a card begins: shown, never a refusal. */
export async function warningsOf(db: Tx, one: Card): Promise<string[]> {
  const {
    rows: [parts],
  } = await db.execute<{ all: number; undone: number }>(sql`
    select count(*)::int as all, (count(*) filter (where shipped_time is null and product_time is null))::int as undone
    from card where seller_id = ${one.seller_id} and parent_id = ${one.id} and task_type = 'part' and cancelled_time is null`);
  const elsewhere = (await openWorks(db, [one.key])).filter((open) => open.group_id !== one.group_id);
  const places = [...new Set(elsewhere.map((open) => open.status))];
  return [
    ...(parts!.undone > 0 ? [`部品が${parts!.all}点のうち${parts!.undone}点、できていません`] : []),
    ...places.map((status) => `前の工程「${status}」の作業が終わっていません`),
  ];
}
