import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** The database itself, or a transaction of drizzle's own. */
export type TransactingStore = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
/** The database itself or any transaction on it. */
export type Store = Omit<TransactingStore, "transaction">;
