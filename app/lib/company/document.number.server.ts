import { eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { countedAs, type DocumentLetter, numberText } from "./document.number";

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
  letter: DocumentLetter,
  date: string,
): Promise<string> {
  return (await documentNumbers(db, company_id, letter, [date]))[0]!;
}

/** One for each date, in their order. */
export async function documentNumbers(
  db: Tx,
  company_id: string,
  letter: DocumentLetter,
  dates: string[],
): Promise<string[]> {
  const [meta] = await db
    .select({ style: factory_meta.number_style })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, company_id));
  const counted = dates.map((date) => countedAs(meta?.style ?? "month", letter, date));
  const next = new Map<string, number>();
  for (const kind of new Set(counted.map((one) => one.kind))) {
    const num = counted.filter((one) => one.kind === kind).length;
    const { rows } = await db.execute<{ value: number }>(
      sql`select next_numbers(${company_id}, ${kind}, ${num}) as value`,
    );
    next.set(kind, Number(rows[0]!.value) - num);
  }
  return counted.map((one) => {
    const number = next.get(one.kind)! + 1;
    next.set(one.kind, number);
    return numberText(one, number);
  });
}
