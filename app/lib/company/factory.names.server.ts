import { inArray } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";

export async function namesOf(db: Tx, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: factory.id, name: factory.name })
    .from(factory)
    .where(inArray(factory.id, ids));
  return new Map(rows.map((row) => [row.id, row.name]));
}
