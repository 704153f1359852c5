import { eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory, factory_meta } from "~/lib/tables/factory.table.server";
import { factorySelf } from "~/lib/vocabulary/factory.schema";

export async function factoryOf(db: Tx, who: Who) {
  const [row] = await db
    .select()
    .from(factory)
    .innerJoin(factory_meta, eq(factory_meta.company_id, factory.id))
    .where(eq(factory.id, who.company_id));
  if (!row) throw notFound("会社");
  return factorySelf.parse({ ...row.factory, meta: row.factory_meta });
}

export async function factoryKey(db: Tx, who: Who): Promise<number> {
  const [row] = await db.select({ key: factory.key }).from(factory).where(eq(factory.id, who.company_id));
  if (!row) throw notFound("会社");
  return row.key;
}
