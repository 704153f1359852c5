import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { notFound, stale } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/task/activity.server";
import type { Changed } from "~/lib/task/activity.schema";
import { destinationRow, type destinationChange, type DestinationRow } from "./destination.schema";
import { destination } from "./factory.table.server";

type Row = typeof destination.$inferSelect;
const shown = ({ name, postal_code, address, tel, person, note, is_default, is_active }: Row): Changed =>
  ({ name, postal_code, address, tel, person, note, is_default, is_active });

async function take(db: Tx, who: Who, destination_id: number, version?: number): Promise<Row> {
  const mine = and(eq(destination.destination_id, destination_id), eq(destination.factory_id, who.company_id));
  const [row] = await db.select().from(destination).where(mine).for("update");
  if (!row || !row.is_active) throw notFound("納入先");
  if (version !== undefined && row.version !== version) throw stale("納入先");
  return row;
}

async function write(db: Tx, who: Who, before: Row, kind: string, change: Partial<Row>): Promise<Row> {
  const [after] = await db.update(destination).set({ ...change, version: sql`${destination.version} + 1`, update_time: who.now })
    .where(eq(destination.destination_id, before.destination_id)).returning();
  await recordOwn(db, who, "destination", before.destination_id, kind, shown(before), shown(after!));
  return after!;
}

/** Replaces an own place; what documents and orders say of it stays as it was. A company has one usual place at most. */
export async function changeDestination(db: Tx, who: Who, id: number, { version, ...input }: z.output<typeof destinationChange>): Promise<DestinationRow> {
  const row = await take(db, who, id, version);
  if (input.is_default) {
    const others = and(eq(destination.factory_id, who.company_id), ne(destination.destination_id, id), eq(destination.is_default, true));
    await db.update(destination).set({ is_default: false }).where(others);
  }
  const { postal_code = null, address = null, tel = null, person = null, note = null, ...rest } = input;
  return destinationRow.parse(await write(db, who, row, "edited", { ...rest, postal_code, address, tel, person, note }));
}

/** It leaves the lists; orders that name it keep it (decision 28). */
export async function stopDestination(db: Tx, who: Who, id: number, version?: number): Promise<void> {
  await write(db, who, await take(db, who, id, version), "stopped", { is_active: false, is_default: false });
}
