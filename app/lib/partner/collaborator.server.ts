import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory, factory_meta } from "~/lib/tables/factory.table.server";
import { type CollaboratorRow, collaboratorRow } from "./collaborator.schema";

/** The companies one sells to (or buys from), by their kana; the two stocks stand at the end. */
export async function collaboratorsOf(
  db: Tx,
  who: Who,
  side: "seller" | "buyer",
): Promise<CollaboratorRow[]> {
  const [own, other] =
    side === "seller"
      ? [collaboration.buyer_id, collaboration.seller_id]
      : [collaboration.seller_id, collaboration.buyer_id];
  const rows = await db
    .select({
      collaboration,
      id: factory.id,
      name: factory.name,
      is_stock: factory.is_stock,
      units: factory_meta.units,
    })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, other))
    .innerJoin(factory_meta, eq(factory_meta.company_id, collaboration.seller_id))
    .where(and(eq(own, who.company_id), eq(collaboration.is_active, true), eq(factory.is_active, true)))
    .orderBy(asc(factory.is_stock), asc(factory.kana), asc(factory.name));
  return rows.map(({ collaboration: terms, ...company }) => collaboratorRow.parse({ ...terms, ...company }));
}
