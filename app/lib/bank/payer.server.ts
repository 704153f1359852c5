import { and, asc, eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_payer } from "~/lib/tables/bank.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { BankRow } from "./bank.schema";

/** A name that did not name the partner by itself names it from now on; null where nothing was learned. */
export async function learnPayer(db: Tx, who: Who, row: BankRow, buyer_id: string): Promise<string | null> {
  const isKnown = row.is_named && row.buyer_id === buyer_id;
  if (row.payer_raw === null || row.payer === null || isKnown) return null;
  const [made] = await db
    .insert(bank_payer)
    .values({
      company_id: who.company_id,
      buyer_id,
      name: row.payer,
      payer_code: row.payer_code,
      person: who.name,
      learned_time: who.now,
    })
    .onConflictDoNothing()
    .returning();
  return made ? row.payer : null;
}

export async function listPayers(db: Tx, who: Who) {
  const rows = await db
    .select({ payer: bank_payer, buyer_name: factory.name })
    .from(bank_payer)
    .innerJoin(factory, eq(factory.id, bank_payer.buyer_id))
    .where(eq(bank_payer.company_id, who.company_id))
    .orderBy(asc(factory.name), asc(bank_payer.name));
  return { items: rows.map(({ payer, buyer_name }) => ({ ...payer, buyer_name })) };
}

export async function forgetPayer(db: Tx, who: Who, key: number) {
  const gone = await db
    .delete(bank_payer)
    .where(and(eq(bank_payer.company_id, who.company_id), eq(bank_payer.key, key)))
    .returning({ name: bank_payer.name });
  if (gone.length === 0) throw notFound("振込名義");
  return {};
}
