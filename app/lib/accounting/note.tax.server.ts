import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { NoteTax } from "~/lib/vocabulary/document";
import { isStanding } from "./basis.server";

type Taxed = { delivery_key: number | null; invoice_basis: string };

/** What stands on 請求書 of the 納品書 of these lines, that are taxed each by itself; but for the 請求書 `but`. */
export async function taxedBefore(db: Tx, lines: Taxed[], but = 0): Promise<NoteTax[]> {
  const some = lines.filter((line) => line.invoice_basis === "delivery_note");
  const keys = [...new Set(some.flatMap((line) => line.delivery_key ?? []))];
  if (keys.length === 0) return [];
  const { rows } = await db.execute<Record<keyof NoteTax, string>>(sql`
    with key as (select one::bigint as key from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) one)
    select n.* from invoice v cross join jsonb_to_recordset(v.by_note) n (delivery_key bigint, tax_rate integer, base bigint, tax bigint)
    where v.key <> ${but} and n.delivery_key in (select key from key) and ${isStanding}
      and v.key in (select x.invoice_key from invoice_line x where x.delivery_key in (select key from key))`);
  return rows.map((row) => ({
    delivery_key: Number(row.delivery_key),
    tax_rate: Number(row.tax_rate),
    base: Number(row.base),
    tax: Number(row.tax),
  }));
}
