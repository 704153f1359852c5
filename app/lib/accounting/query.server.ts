import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";

export type Paging = { after?: string; before?: string; sort: string; size: number };

/** What a buyer is told who would cancel or change a document (R1-10). */
export const notice = "発行元だけができる操作です。訂正は発行元に依頼してください。";

/** A pattern that finds the text anywhere; what is special to LIKE stands for itself. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

type Document = { seller_id: SQLWrapper; seller: SQLWrapper; buyer: SQLWrapper };

/** The other side's name as the document froze it. */
export const partnerName = (document: Document, who: Who): SQL<string> =>
  sql<string>`case when ${document.seller_id} = ${who.company_id} then ${document.buyer} ->> 'name' else ${document.seller} ->> 'name' end`;
