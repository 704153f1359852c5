import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { collaboration, destination, factory } from "~/lib/tables/factory.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import {
  type DestinationRow,
  type destinationChange,
  type destinationInput,
  destinationRow,
} from "./destination.schema";
import { clearDefault, createDestination, destinationsOf } from "./destination.server";

type Row = typeof destination.$inferSelect;
const loggedFields = ({
  name,
  postal_code,
  address,
  tel,
  person,
  hours,
  note,
  is_default,
  is_active,
}: Row): Changed => ({ name, postal_code, address, tel, person, hours, note, is_default, is_active });

/**
 * A company of which one may see the places: one's own, or somebody who orders here. The two kinds of stock
 * have none.
 */
async function reachFactory(db: Tx, who: Who, factory_id: string): Promise<void> {
  if (factory_id === who.company_id) return;
  const pair = and(
    eq(collaboration.seller_id, who.company_id),
    eq(collaboration.buyer_id, factory_id),
    eq(collaboration.is_active, true),
  );
  const [found] = await db
    .select({ id: factory.id })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
    .where(and(pair, eq(factory.is_stock, false), eq(factory.is_active, true)));
  if (!found) throw notFound("会社");
}

export async function placesOf(db: Tx, who: Who, factory_id: string): Promise<DestinationRow[]> {
  await reachFactory(db, who, factory_id);
  return destinationsOf(db, factory_id, who.company_id);
}

/** A new place of one's own, or one that a factory notes of a customer for itself. */
export async function addDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  input: z.output<typeof destinationInput>,
): Promise<{ destination_id: number }> {
  await reachFactory(db, who, factory_id);
  const made = await createDestination(db, factory_id, input, who.company_id);
  const [row] = await db
    .select()
    .from(destination)
    .where(eq(destination.destination_id, made.destination_id));
  await recordOwn(db, who, "destination", made.destination_id, "created", {}, loggedFields(row!));
  return made;
}

async function take(
  db: Tx,
  who: Who,
  factory_id: string,
  destination_id: number,
  version?: number,
): Promise<Row> {
  await reachFactory(db, who, factory_id);
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
  const [after] = await db
    .update(destination)
    .set({ ...change, version: sql`${destination.version} + 1`, update_time: who.now })
    .where(eq(destination.destination_id, before.destination_id))
    .returning();
  await recordOwn(
    db,
    who,
    "destination",
    before.destination_id,
    kind,
    loggedFields(before),
    loggedFields(after!),
  );
  return after!;
}

/** Replaces a place that the own company has entered; what documents and orders say of it stays as it was. */
export async function changeDestination(
  db: Tx,
  who: Who,
  factory_id: string,
  id: number,
  { version, ...input }: z.output<typeof destinationChange>,
) {
  const row = await take(db, who, factory_id, id, version);
  if (input.is_default && !row.is_default) await clearDefault(db, factory_id, who.company_id);
  const {
    postal_code = null,
    address = null,
    tel = null,
    person = null,
    hours = null,
    note = null,
    ...rest
  } = input;
  const after = await write(db, who, row, "edited", {
    ...rest,
    postal_code,
    address,
    tel,
    person,
    hours,
    note,
  });
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
  await write(db, who, await take(db, who, factory_id, id, version), "stopped", {
    is_active: false,
    is_default: false,
  });
}
