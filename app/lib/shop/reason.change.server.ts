import { and, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { reason } from "~/lib/tables/worker.table.server";
import type { BoardMeta, ReasonsInput } from "./meta.schema";
import { changing, wrong } from "./meta.server";

/** Replaces one list of reasons; what was chosen before keeps its words. */
export async function changeReasons(
  db: Tx,
  who: Who,
  { version, kind, reasons }: ReasonsInput,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const here = and(eq(reason.company_id, who.company_id), eq(reason.kind, kind));
    const known = new Set(
      (await db.select({ id: reason.reason_id }).from(reason).where(here)).map((row) => row.id),
    );
    await db.update(reason).set({ is_active: false }).where(here);
    for (const [sort, { reason_id, label, means, is_break }] of reasons.entries()) {
      if (kind === "treatment" && !means)
        throw wrong({ [`reasons[${sort}].means`]: ["扱いを選択してください"] });
      if (reason_id !== undefined && !known.has(reason_id))
        throw wrong({
          [`reasons[${sort}].label`]: ["この項目はなくなりました。画面を読み込み直してください"],
        });
      const values = {
        label,
        sort,
        means: kind === "treatment" ? means! : null,
        is_break: kind === "indirect" && is_break,
        is_active: true,
      };
      if (reason_id === undefined)
        await db.insert(reason).values({ ...values, company_id: who.company_id, kind });
      else
        await db
          .update(reason)
          .set({ ...values, version: sql`${reason.version} + 1` })
          .where(and(here, eq(reason.reason_id, reason_id)));
    }
  });
}
