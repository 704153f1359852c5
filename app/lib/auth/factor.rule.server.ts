import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { factorRule } from "./factor.schema";

const columns = { factor_rule: factory.factor_rule, version: factory.version };

export async function factorRuleOf(db: Tx, who: Who) {
  const [row] = await db.select(columns).from(factory).where(eq(factory.id, who.company_id));
  if (!row) throw notFound("会社");
  return row;
}

export async function changeFactorRule(
  db: Tx,
  who: Who,
  { version, factor_rule }: z.output<typeof factorRule>,
) {
  const [row] = await db
    .select({ ...columns, key: factory.key })
    .from(factory)
    .where(eq(factory.id, who.company_id))
    .for("update");
  if (!row) throw notFound("会社");
  if (row.version !== version) throw stale("会社情報");
  await db
    .update(factory)
    .set({ factor_rule, version: sql`${factory.version} + 1`, update_time: who.now })
    .where(eq(factory.id, who.company_id));
  await recordOwn(db, who, "factory", row.key, "factor", { factor_rule: row.factor_rule }, { factor_rule });
  return factorRuleOf(db, who);
}
