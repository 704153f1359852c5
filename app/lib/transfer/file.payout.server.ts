import { and, eq, inArray, ne } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { payout } from "~/lib/tables/payable.table.server";
import { payee, transfer_payment, transfer_row } from "~/lib/tables/transfer.table.server";

export async function payoutsNamed(db: Tx, who: Who, keys: number[]) {
  const own = and(inArray(payout.key, keys), eq(payout.company_id, who.company_id));
  const held = await db.select().from(payout).where(own);
  const names = await db
    .select({ id: factory.id, name: factory.name })
    .from(factory)
    .where(inArray(factory.id, [...new Set(held.map(({ partner_id }) => partner_id)), ""]));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const found = new Map(
    held.map((row) => [row.key, { ...row, partner_name: nameOf.get(row.partner_id) ?? row.partner_id }]),
  );
  if (keys.some((key) => !found.has(key))) throw notFound("支払");
  return found;
}

/** Held as they are until the file is made, so that none is taken back meanwhile. */
export const holdPayouts = (db: Tx, who: Who, keys: number[]) =>
  db
    .select({ key: payout.key })
    .from(payout)
    .where(and(inArray(payout.key, keys), eq(payout.company_id, who.company_id)))
    .orderBy(payout.key)
    .for("share");

/** Which of them stand in a file that is not given up. */
export async function filedPayouts(db: Tx, who: Who, keys: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ key: transfer_payment.payout_key })
    .from(transfer_payment)
    .where(
      and(
        eq(transfer_payment.company_id, who.company_id),
        inArray(transfer_payment.payout_key, keys),
        eq(transfer_payment.is_live, true),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/** Whose account in the file is not the one they have now. */
export async function movedIn(db: Tx, { company_id }: Who, file_key: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: factory.name })
    .from(transfer_row)
    .innerJoin(factory, eq(factory.id, transfer_row.partner_id))
    .innerJoin(payee, and(eq(payee.company_id, company_id), eq(payee.partner_id, transfer_row.partner_id)))
    .where(and(eq(transfer_row.file_key, file_key), ne(payee.change, transfer_row.payee_change)))
    .orderBy(factory.name);
  return rows.map(({ name }) => name);
}

/** Of a file's payments, those taken back since. */
export async function cancelledIn(db: Tx, file_key: number): Promise<number> {
  const rows = await db
    .select({ cancelled_time: payout.cancelled_time })
    .from(transfer_payment)
    .innerJoin(payout, eq(payout.key, transfer_payment.payout_key))
    .where(eq(transfer_payment.file_key, file_key));
  return rows.filter(({ cancelled_time }) => cancelled_time !== null).length;
}
