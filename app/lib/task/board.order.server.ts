import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory, factory_process } from "~/lib/tables/factory.table.server";
import type { columnOrder } from "./board.schema";

type Order = z.output<typeof columnOrder>;

/** For everybody of the factory, so that all see one sequence; positions are kept. */
export async function orderColumn(
  db: Tx,
  who: Who,
  { group_id, is_sequenced }: Order,
): Promise<Order & { label: string }> {
  const [own] = await db
    .select({ key: factory.key })
    .from(factory)
    .where(eq(factory.id, who.company_id))
    .for("update");
  const the = and(
    eq(factory_process.company_id, who.company_id),
    eq(factory_process.group_id, group_id),
    eq(factory_process.is_active, true),
  );
  const [row] = await db.select().from(factory_process).where(the).for("update");
  if (!own || !row) throw notFound("工程");
  refuseIf(row.role === "inbox" ? "新規依頼の列は、手動では並べられません。" : null);
  const told = (on: boolean) => ({ column_order: `${row.label}：${on ? "手動（段取り順）" : "納期の順"}` });
  if (row.is_sequenced !== is_sequenced) {
    await db.update(factory_process).set({ is_sequenced }).where(the);
    await recordOwn(db, who, "factory", own.key, "meta", told(row.is_sequenced), told(is_sequenced));
  }
  return { group_id, is_sequenced, label: row.label };
}
