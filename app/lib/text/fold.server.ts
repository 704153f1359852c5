import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** searchKey in the database (migration 0146); a test holds the two together. */
export const folded = (text: SQLWrapper): SQL => sql`fold_text(${text})`;
