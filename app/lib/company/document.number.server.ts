import { eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { countedAs, numberText } from "./document.number";

/** Gapless, never given twice (D15). */
export async function nextNumber(db: Tx, company_id: string, kind: string): Promise<number> {
  const { rows } = await db.execute<{ value: number }>(
    sql`select next_number(${company_id}, ${kind}) as value`,
  );
  return Number(rows[0]!.value);
}

/** `date` is the document's. */
export async function documentNumber(
  db: Tx,
  company_id: string,
  letter: "H" | "N" | "S",
  date: string,
): Promise<string> {
  const [meta] = await db
    .select({ style: factory_meta.number_style })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, company_id));
  const counted = countedAs(meta?.style ?? "month", letter, date);
  return numberText(counted, await nextNumber(db, company_id, counted.kind));
}
