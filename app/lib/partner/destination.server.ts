import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { collaboration, destination, factory } from "~/lib/tables/factory.table.server";
import { orNull } from "~/lib/text/field.book";
import type { Changed } from "~/lib/vocabulary/activity";
import { destinationFields } from "./destination.fields";
import {
  type DestinationRow,
  type destinationChange,
  type destinationInput,
  destinationRow,
} from "./destination.schema";

export type NewDestination = z.output<typeof destinationInput>;
type Row = typeof destination.$inferSelect;

/** The usual one first: to the company itself those it has entered, to its factory also the factory's own. */
export async function destinationsOf(
  db: Tx,
  factory_id: string,
  reader = factory_id,
): Promise<DestinationRow[]> {
  const isVisible = or(eq(destination.owner_id, factory_id), eq(destination.owner_id, reader));
  const rows = await db
    .select()
    .from(destination)
    .where(and(eq(destination.factory_id, factory_id), eq(destination.is_active, true), isVisible))
    .orderBy(desc(destination.is_default), asc(destination.name), asc(destination.destination_id));
  return rows.map((row) => destinationRow.parse({ ...row, is_own: row.owner_id === reader }));
}

/** Of the places that one company has entered, one is the usual one at most. */
export async function createDestination(
  db: Tx,
  factory_id: string,
  input: Partial<NewDestination> & Pick<NewDestination, "name">,
  owner_id = factory_id,
): Promise<Row> {
  if (input.is_default) await clearDefault(db, factory_id, owner_id);
  const [made] = await db
    .insert(destination)
    .values({ ...input, factory_id, owner_id })
    .returning();
  return made!;
}

async function clearDefault(db: Tx, factory_id: string, owner_id: string): Promise<void> {
  const isDefault = and(
    eq(destination.factory_id, factory_id),
    eq(destination.owner_id, owner_id),
    eq(destination.is_default, true),
  );
  await db.update(destination).set({ is_default: false }).where(isDefault);
}

/** Places can be seen of one's own company and of those who order here; the two kinds of stock have none. */
async function refuseUnreachable(db: Tx, who: Who, factory_id: string): Promise<void> {
  if (factory_id === who.company_id) return;
  const isBuyerHere = and(
    eq(collaboration.seller_id, who.company_id),
    eq(collaboration.buyer_id, factory_id),
    eq(collaboration.is_active, true),
    eq(factory.is_stock, false),
    eq(factory.is_active, true),
  );
  const [found] = await db
    .select({ id: factory.id })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
    .where(isBuyerHere);
  if (!found) throw notFound("会社");
}

export async function placesOf(db: Tx, who: Who, factory_id: string): Promise<DestinationRow[]> {
  await refuseUnreachable(db, who, factory_id);
  return destinationsOf(db, factory_id, who.company_id);
}

function loggedFields(row: Row): Changed {
  const names = [...Object.keys(destinationFields), "is_active"] as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

export async function addDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  input: NewDestination,
): Promise<{ destination_id: number }> {
  await refuseUnreachable(db, who, factory_id);
  const row = await createDestination(db, factory_id, input, who.company_id);
  const { destination_id } = row;
  await recordOwn(db, who, "destination", destination_id, "created", {}, loggedFields(row));
  return { destination_id };
}

async function lockDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  destination_id: number,
  version?: number,
): Promise<Row> {
  await refuseUnreachable(db, who, factory_id);
  const here = and(eq(destination.destination_id, destination_id), eq(destination.factory_id, factory_id));
  const [seen] = await db.select().from(destination).where(here);
  if (!seen || !seen.is_active) throw notFound("納入先");
  if (seen.owner_id !== who.company_id)
    throw new Refusal(403, "お相手の会社が登録した納入先です。変更はお相手に依頼してください。");
  const [row] = await db.select().from(destination).where(here).for("update");
  if (!row!.is_active) throw notFound("納入先");
  if (version !== undefined && row!.version !== version) throw stale("納入先");
  return row!;
}

async function write(db: Tx, who: Who, before: Row, kind: string, change: Partial<Row>): Promise<Row> {
  const id = before.destination_id;
  const [after] = await db
    .update(destination)
    .set({ ...change, version: sql`${destination.version} + 1`, update_time: who.now })
    .where(eq(destination.destination_id, id))
    .returning();
  await recordOwn(db, who, "destination", id, kind, loggedFields(before), loggedFields(after!));
  return after!;
}

/** What documents and orders say of it stays as it was. */
export async function changeDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  id: number,
  { version, ...input }: z.output<typeof destinationChange>,
): Promise<DestinationRow> {
  const row = await lockDestination(db, who, factory_id, id, version);
  if (input.is_default && !row.is_default) await clearDefault(db, factory_id, who.company_id);
  const after = await write(db, who, row, "edited", orNull(destinationFields, input));
  return destinationRow.parse({ ...after, is_own: true });
}

/** It leaves the lists; orders that name it keep it (D28). */
export async function stopDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  id: number,
  version?: number,
): Promise<void> {
  const row = await lockDestination(db, who, factory_id, id, version);
  await write(db, who, row, "stopped", { is_active: false, is_default: false });
}
