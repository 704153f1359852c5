import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { reason } from "~/lib/tables/worker.table.server";

export async function reasonsOf(db: Tx, company_id: string, all: boolean) {
  const { reason_id, kind, label, means, is_break, is_active } = reason;
  return db
    .select({ reason_id, kind, label, means, is_break, is_active })
    .from(reason)
    .where(and(eq(reason.company_id, company_id), all ? undefined : eq(is_active, true)))
    .orderBy(asc(kind), asc(reason.sort), asc(reason_id));
}
