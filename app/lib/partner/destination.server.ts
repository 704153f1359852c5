import { and, asc, desc, eq, or } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { destination } from "~/lib/tables/factory.table.server";
import { type DestinationRow, destinationRow } from "./destination.schema";

type NewDestination = {
  name: string;
  postal_code?: string;
  address?: string;
  tel?: string;
  person?: string;
  hours?: string;
  note?: string;
  is_default?: boolean;
};

/**
 * A company's places, the usual one first: to the company itself those it has entered, to its factory these
 * and the ones the
 * factory keeps for itself.
 */
export async function destinationsOf(
  db: Tx,
  factory_id: string,
  reader = factory_id,
): Promise<DestinationRow[]> {
  const shown = or(eq(destination.owner_id, factory_id), eq(destination.owner_id, reader));
  const rows = await db
    .select()
    .from(destination)
    .where(and(eq(destination.factory_id, factory_id), eq(destination.is_active, true), shown))
    .orderBy(desc(destination.is_default), asc(destination.name), asc(destination.destination_id));
  return rows.map((row) => destinationRow.parse({ ...row, is_own: row.owner_id === reader }));
}

/** Adds a place of delivery; of the places that one company has entered, one is the usual one at most. */
export async function createDestination(
  db: Tx,
  factory_id: string,
  input: NewDestination,
  owner_id = factory_id,
): Promise<{ destination_id: number }> {
  if (input.is_default) await clearDefault(db, factory_id, owner_id);
  const [made] = await db
    .insert(destination)
    .values({ ...input, factory_id, owner_id })
    .returning({ destination_id: destination.destination_id });
  return made!;
}

export async function clearDefault(db: Tx, factory_id: string, owner_id: Who["company_id"]): Promise<void> {
  await db
    .update(destination)
    .set({ is_default: false })
    .where(
      and(
        eq(destination.factory_id, factory_id),
        eq(destination.owner_id, owner_id),
        eq(destination.is_default, true),
      ),
    );
}
