import { and, eq, sql } from "drizzle-orm";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import type { Party } from "./factory.schema";
import { collaboration, factory } from "./factory.table.server";

/** A company as a document shows it, to be frozen on it. */
export async function partyOf(db: Tx, id: string): Promise<Party> {
  const [row] = await db.select().from(factory).where(eq(factory.id, id));
  if (!row) throw notFound("会社");
  const { name, postal_code, address, tel, fax, registration_number, bank_accounts } = row;
  return { id, name, postal_code, address, tel, fax, registration_number, bank_accounts };
}

/** The terms between a seller and a buyer; a pair that does not work together is not found. */
export async function collaborationOf(db: Tx, seller_id: string, buyer_id: string) {
  const [row] = await db.select().from(collaboration).where(and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id)));
  if (!row || !row.is_active) throw notFound("取引先");
  return row;
}

/** The next of a company's own numbers of this kind: gapless, never given twice (decision 15). */
export async function nextNumber(db: Tx, company_id: string, kind: string): Promise<number> {
  const { rows } = await db.execute<{ value: number }>(sql`select next_number(${company_id}, ${kind}) as value`);
  return Number(rows[0]!.value);
}

/** "N2611-0001": a letter for the kind, year and month of the date, and a number that starts anew each month. */
export async function documentNumber(db: Tx, company_id: string, letter: "H" | "N" | "S", date: string): Promise<string> {
  const month = date.slice(2, 4) + date.slice(5, 7);
  return `${letter}${month}-${String(await nextNumber(db, company_id, letter + month)).padStart(4, "0")}`;
}
