import { eq } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { factorySelf } from "./factory.schema";
import { factory, factory_meta } from "./factory.table.server";

/** The own company with its defaults. */
export async function factoryOf(db: Tx, who: Who) {
  const [row] = await db
    .select()
    .from(factory)
    .innerJoin(factory_meta, eq(factory_meta.company_id, factory.id))
    .where(eq(factory.id, who.company_id));
  if (!row) throw notFound("会社");
  return factorySelf.parse({ ...row.factory, meta: row.factory_meta });
}

/** The company's number, as the subject of its log. */
export async function factoryKey(db: Tx, who: Who): Promise<number> {
  const [row] = await db.select({ key: factory.key }).from(factory).where(eq(factory.id, who.company_id));
  if (!row) throw notFound("会社");
  return row.key;
}
