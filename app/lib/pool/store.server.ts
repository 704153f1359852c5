import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** The database itself or any transaction on it. */
export type Store = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;
