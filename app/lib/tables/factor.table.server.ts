import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "~/lib/db/column.server";

/** Each works once. */
export const recovery_code = pgTable(
  "recovery_code",
  {
    username: text().notNull(),
    code_hash: text().notNull(),
    used_time: instant(),
  },
  (table) => [primaryKey({ columns: [table.username, table.code_hash] })],
);
