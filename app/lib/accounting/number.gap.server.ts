import { and, eq, like, or } from "drizzle-orm";
import { countedAs } from "~/lib/company/document.number";
import type { Tx } from "~/lib/db/connection.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import type { Period } from "~/lib/time/period";
import { missingNumbers } from "./number.gap";

/** Numbers are given without a gap: one that is missing was lost (D15). */
export async function numberGaps(db: Tx, seller_id: string, { start, end }: Period): Promise<string[]> {
  const [meta] = await db
    .select({ style: factory_meta.number_style })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, seller_id));
  const gapsOf = async (table: typeof delivery | typeof invoice, letter: "N" | "S") => {
    const kinds = new Set([start, end].map((date) => countedAs(meta?.style ?? "month", letter, date).kind));
    const isCounted = or(...[...kinds].map((kind) => like(table.number, `${kind}-%`)));
    const rows = await db
      .select({ number: table.number })
      .from(table)
      .where(and(eq(table.seller_id, seller_id), isCounted));
    return missingNumbers(rows.map((row) => row.number));
  };
  return [...(await gapsOf(delivery, "N")), ...(await gapsOf(invoice, "S"))];
}
