import { and, asc, desc, eq } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { destination } from "./factory.table.server";
import { destinationRow, type DestinationRow } from "./destination.schema";

type NewDestination = { name: string; postal_code?: string; address?: string; tel?: string; person?: string; note?: string; is_default?: boolean };

/** A company's places, the usual one first. */
export async function destinationsOf(db: Tx, factory_id: string): Promise<DestinationRow[]> {
  const rows = await db.select().from(destination).where(and(eq(destination.factory_id, factory_id), eq(destination.is_active, true)))
    .orderBy(desc(destination.is_default), asc(destination.name), asc(destination.destination_id));
  return rows.map((row) => destinationRow.parse(row));
}

/** Adds a place of delivery; a company has one usual place at most. */
export async function createDestination(db: Tx, factory_id: string, input: NewDestination): Promise<{ destination_id: number }> {
  if (input.is_default) await db.update(destination).set({ is_default: false }).where(eq(destination.factory_id, factory_id));
  const [made] = await db.insert(destination).values({ ...input, factory_id }).returning({ destination_id: destination.destination_id });
  return made!;
}
