import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import type { Who } from "./who";

export type Paging = { after?: string; before?: string; sort: string; size: number };

/** What a buyer is told who would cancel or change a document (R1-10). */
export const ISSUER_ONLY = "発行元だけができる操作です。訂正は発行元に依頼してください。";

export const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const isCased = (text: string) => text.toLowerCase() !== text.toUpperCase();
/** `like` where nothing has a case: `ilike` costs six times as much, the folding of plain letters twice. */
export function holds(column: SQLWrapper, text: string): SQL {
  if (!isCased(text)) return sql`${column} like ${containing(text)}`;
  if (isCased(text.replace(/[a-z]/gi, ""))) return sql`${column} ilike ${containing(text)}`;
  return sql`lower((${column}) collate "C") like ${containing(text.toLowerCase())}`;
}

/** What live documents come to, together; a cancelled one counts for nothing. */
export async function sumRows(
  db: Tx,
  from: SQLWrapper,
  where: SQL | undefined,
  columns: Record<string, SQLWrapper>,
): Promise<Record<string, number>> {
  const each = Object.entries(columns).map(
    ([name, column]) => sql`coalesce(sum(${column}), 0)::text as ${sql.identifier(name)}`,
  );
  const {
    rows: [sums],
  } = await db.execute<Record<string, string>>(
    sql`select ${sql.join(each, sql`, `)} from ${from} where ${where} and cancelled_time is null`,
  );
  return Object.fromEntries(Object.entries(sums!).map(([name, sum]) => [name, Number(sum)]));
}

type Document = { seller_id: SQLWrapper; seller: SQLWrapper; buyer: SQLWrapper };

export const partnerName = (document: Document, who: Who): SQL<string> =>
  sql<string>`case when ${document.seller_id} = ${who.company_id} then ${document.buyer} ->> 'name' else ${document.seller} ->> 'name' end`;
